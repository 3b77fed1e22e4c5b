/** How many public pages are at work at once: a crowd of strangers leaves the database to the staff (D3-SEC-08). */
import { AppError } from '../../../contract/kit/error.ts'
import { shopTexts } from '../../../contract/shop.ts'

/** Pages at work in this process, over all addresses. */
const most = 4
/** A page takes some hundredths of a second. */
const retryAfter = 2

let atWork = 0

/** Does `work` where there is room; BUSY where as many others are at it. */
export async function inPublicSlot<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= most) throw new AppError('BUSY', shopTexts.crowded, { retryAfter, inner: 'public pages' })
  atWork += 1
  try {
    return await work()
  } finally {
    atWork -= 1
  }
}
