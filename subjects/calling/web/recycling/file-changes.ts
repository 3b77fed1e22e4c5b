/** The rules of a file: switched on or off after a question with counts, or its own (D3-REC-01). */
import type { InputOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  previewRecycle,
  saveRecycle,
  type RecycledFile,
  type RecycleState,
} from '#subjects/calling/contract/calls/recycling.ts'
import { send } from '#kit/web/client.ts'
import { confirm, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { putState } from './use-rules.ts'

type Change = Pick<InputOf<typeof saveRecycle>, 'mode' | 'rules'>

/** The sentence with the numbers that come back today, and how many of the file wait. */
export function turnText(
  { FileName, waiting }: Pick<RecycledFile, 'FileName' | 'waiting'>,
  more: number,
): string {
  const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
  const today = more > 0 ? `hôm nay về thêm ${thousands(more)} số` : 'hôm nay chưa có số nào về thêm'
  return `${FileName}: ${thousands(total)} số đang chờ, ${today}. Số về đứng trước số mới trong hàng đợi.`
}

/** Asks, with the count, before numbers of the file come back. */
async function mayTurnOn(file: RecycledFile, state: RecycleState): Promise<boolean> {
  const preview = await send(previewRecycle, { file_id: file.id, mode: 'default' })
  return confirm({
    title: 'Bật gọi lại cho file',
    body: turnText(file, preview.total - state.preview.total),
    confirmLabel: 'Bật gọi lại',
  })
}

/**
 * Saves which rules a file follows. `follow` tells the draft of the default rules that only this change raised the
 * version.
 */
export function useFileChanges(state: RecycleState | undefined, follow: (from: number, to: number) => void) {
  const save = useAction(
    async (idempotencyKey: string, file: RecycledFile, change: Change, message: string) => {
      if (!state) return
      try {
        const saved = await send(
          saveRecycle,
          { ...change, file_id: file.id, version: state.version },
          { idempotencyKey, quiet: true },
        )
        putState(saved)
        follow(state.version, saved.version)
        toast('success', message)
      } catch (error) {
        // Read again, so that the next click works on the present state.
        if (error instanceof AppError && error.code === 'CONFLICT') await refresh('luatmoilai')
        throw error
      }
    },
  )
  const turn = useAction(async (_: string, file: RecycledFile, on: boolean) => {
    if (!state || (on && !(await mayTurnOn(file, state)))) return
    const message = on ? `${file.FileName} gọi lại theo mặc định` : `Đã tắt gọi lại cho ${file.FileName}`
    await save.run(file, { mode: on ? 'default' : 'off' }, message)
  })
  return { save, turn, busy: save.busy || turn.busy }
}
