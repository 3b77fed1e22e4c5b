/** Limits concurrent public pages, so that a crowd of visitors leaves the database to the staff (D3-SEC-08). */
import { AppError } from '../../../contract/kit/error.ts'
import { shopTexts } from '../../../contract/shop.ts'

/** Concurrent pages of this process, over all addresses. */
const most = 4
/** Seconds; a page takes some hundredths of one. */
const retryAfter = 2

let atWork = 0

/** Runs `work` if a slot is free, else throws BUSY. */
export async function inPublicSlot<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= most) throw new AppError('BUSY', shopTexts.crowded, { retryAfter, inner: 'public pages' })
  atWork += 1
  try {
    return await work()
  } finally {
    atWork -= 1
  }
}
