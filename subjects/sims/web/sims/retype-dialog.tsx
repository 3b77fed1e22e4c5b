/** After a changed type rule: the changes it would make in the stock, then the job that makes them (D3-SIM-03). */
import { useEffect, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { showField } from '#kit/contract/kinds.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import {
  previewRetyping,
  retypeStock,
  simRules,
  type Retyped,
} from '#subjects/sims/contract/calls/sim-types.ts'
import { send } from '#kit/web/client.ts'
import { showError, toast } from '#kit/web/feedback.ts'
import { useCall } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import css from './sims.module.css'

/** Number of changes shown. */
const maxShown = 100

type PreviewState = { looked: number; changed: number; values: Retyped[]; through: boolean }

/** Reads the changes of the whole stock, page by page, while the dialog is open. */
function usePreview(): PreviewState {
  const [preview, setPreview] = useState<PreviewState>({ looked: 0, changed: 0, values: [], through: false })
  useEffect(() => {
    const stop = new AbortController()
    const walk = async (): Promise<void> => {
      // Ends at an answer without a next page: otherwise the same page would be read forever.
      let after: string | null = ''
      do {
        const page: AnswerOf<typeof previewRetyping> = await send(previewRetyping, after ? { after } : {}, {
          signal: stop.signal,
        })
        after = page.after
        setPreview((now) => ({
          looked: now.looked + page.looked,
          changed: now.changed + page.changed,
          values: [...now.values, ...page.values].slice(0, maxShown),
          through: !page.after,
        }))
      } while (after)
    }
    walk().catch((error: unknown) => !stop.signal.aborted && showError(error))
    return () => stop.abort()
  }, [])
  return preview
}

const labels = (keys: string): string => showField(keys, simso.fields.types)
/** Types that a number loses and gains. */
function Difference({ row }: { row: Retyped }) {
  const [before, after] = [row.truoc.split(','), row.sau.split(',')]
  return (
    <li>
      <span data-num>{row.so_dien_thoai_co_dau_cham}</span>
      <del>{labels(before.filter((key) => !after.includes(key)).join(',')) || '-'}</del>
      <ins>{labels(after.filter((key) => !before.includes(key)).join(',')) || '-'}</ins>
    </li>
  )
}

export function RetypeDialog({ onClose }: { onClose: () => void }) {
  const { looked, changed, values, through } = usePreview()
  // A changed rule without any effect must be run too: until then the stock counts as outdated.
  const { data: rules } = useCall(simso.path, simRules, {})
  const idle = changed === 0 && rules?.changed !== true
  const { run, busy } = useAction(async () => {
    await send(retypeStock, {})
    toast('info', 'Đang chạy lại quy tắc loại số, xong sẽ báo ở chuông')
    onClose()
  })
  return (
    <Dialog
      title="Chạy lại quy tắc loại số"
      note={through ? `đã xem ${thousands(looked)} số` : `đang xem, ${thousands(looked)} số`}
      onClose={onClose}
      action={
        <Button
          look="primary"
          busy={busy}
          {...((!through || idle) && {
            reason: through ? 'Không số nào đổi loại' : 'Đang xem kho',
          })}
          onClick={() => void run()}
        >
          {changed === 0 && !idle ? 'Ghi nhận quy tắc mới' : `Đổi loại ${thousands(changed)} số`}
        </Button>
      }
    >
      <p className={css.about}>
        Số có loại chọn tay giữ nguyên. {through && changed === 0 && 'Mọi số khác đã đúng quy tắc.'}
      </p>
      {values.length > 0 && (
        <ul className={css.differences}>
          <li>
            <b>Số</b>
            <b>Bỏ loại</b>
            <b>Thêm loại</b>
          </li>
          {values.map((row) => (
            <Difference key={row.id} row={row} />
          ))}
        </ul>
      )}
      {changed > values.length && (
        <p className={css.about}>và {thousands(changed - values.length)} số khác</p>
      )}
    </Dialog>
  )
}
