/** A filter of the care log in words, and undoing a step of 'Mời lại' (D3-REC-04). */
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { showField } from '#kit/contract/kinds.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { undoReinvite, type ReinviteStep } from '#subjects/calling/contract/calls/reinvite-all.ts'
import { newKey, send } from '#kit/web/client.ts'
import { confirmDoing, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { refreshCare } from './care-data.ts'

const { filter: filters, periods }: Pick<Resource, 'filter' | 'periods'> = careHistory

/** The same words as in the filter bar. */
const flags: Readonly<Record<string, string>> = { '0': 'Không', '1': 'Có' }

/** 'Kết quả Không bắt máy; Ngày chăm sóc 01/11/2026 đến 26/11/2026'; '' without any. */
export function filterWords(filter: Readonly<Record<string, string>>): string {
  const chosen = Object.entries(filters).flatMap(([name, { on, label }]) => {
    const value = filter[name]
    if (!value) return []
    const field = fieldOf(careHistory, on)
    return [`${label ?? field.label} ${field.kind === 'flag' ? flags[value] : showField(value, field)}`]
  })
  const days = (periods ?? []).flatMap(({ from, to, label }) =>
    filter[from] && filter[to] ? [`${label} ${filter[from]} đến ${filter[to]}`] : [],
  )
  return [...chosen, ...days].join('; ')
}

/** Reads the log and the caller's own care again. */
export async function refreshReinvited(): Promise<void> {
  await refresh(careHistory.path)
  void refreshCare()
}

/** Asks, then undoes the step. */
export async function takeBack(step: ReinviteStep): Promise<void> {
  const idempotencyKey = newKey()
  const about = `Mời lại ${thousands(step.done)} số`
  await confirmDoing(
    {
      title: 'Hoàn tác lần mời lại?',
      body: `${about}. Số đã được lấy gọi hoặc chuyển sau đó giữ nguyên.`,
      confirmLabel: 'Hoàn tác',
      about,
    },
    async () => {
      const { msg } = await send(undoReinvite, { id: step.id }, { idempotencyKey })
      toast('success', msg ?? 'Đang hoàn tác, xem ở Lịch sử mời lại')
      await refreshReinvited()
    },
  )
}
