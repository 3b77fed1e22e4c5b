/** Reports who received what, and undoes it on request while the numbers are still there (D3-FLR-02). */
import { thousands } from '#kit/contract/thousands.ts'
import type { Handed } from '#subjects/calling/contract/calls/floor.ts'
import { texts as handoverTexts, undoHandover } from '#subjects/people/contract/calls/handovers.ts'
import { newKey, send } from '#kit/web/client.ts'
import { showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { floorKey } from './floor-data.ts'

const refreshMoved = (): Promise<unknown> =>
  Promise.all([refresh(floorKey), refresh('bangiao'), refresh('customer')])

/** 'Đã chuyển 40 số cho Cao Nhật Nam', with appointments and all receivers. */
export function handedText({ to }: Handed, done: string): string {
  const each = to.map(({ fullname, numbers, appointments }) =>
    [
      [`${thousands(numbers)} số`, appointments > 0 && `${thousands(appointments)} lịch hẹn`]
        .filter(Boolean)
        .join(', '),
      fullname,
    ].join(' cho '),
  )
  return `${done} ${each.join('; ')}`
}

async function takeBack({ to }: Handed): Promise<void> {
  try {
    for (const { handover } of to)
      await send(undoHandover, { id: handover }, { idempotencyKey: newKey(), quiet: true })
    toast('success', handoverTexts.undone)
  } catch (error) {
    showError(error, handoverTexts.undoFailed)
  }
  await refreshMoved()
}

export async function tellHanded(handed: Handed, done: string): Promise<void> {
  toast('success', handedText(handed, done), {
    action: { label: 'Hoàn tác', run: () => void takeBack(handed) },
  })
  await refreshMoved()
}
