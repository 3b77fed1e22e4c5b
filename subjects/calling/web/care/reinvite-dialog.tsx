/** 'Mời lại theo bộ lọc': shows the server's count before the step runs (D3-REC-04). */
import { careResults } from '#subjects/calling/contract/care-results.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  reinviteTexts,
  startReinvite,
  stayReasons,
  type ReinviteStep,
} from '#subjects/calling/contract/calls/reinvite-all.ts'
import { AmountList, type Line } from '#figures/amount-list.tsx'
import { send } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { filterWords, refreshReinvited, takeBack } from './reinvite-words.ts'
import css from './reinvite.module.css'

const labels = new Map<string, string>(careResults.map(({ value, label }) => [value, label]))

const lineOf = (name: string, n: number): Line => ({ key: name, name, amount: thousands(n) })

type PartProps = { title: string; n: number; note: string; lines: readonly Line[] }

/** A count of numbers with its parts. */
const Part = ({ title, n, note, lines }: PartProps) => (
  <section className={css.part} aria-label={title}>
    <h3>{title}</h3>
    <p>
      <b data-num>{thousands(n)}</b> {note}
    </p>
    {lines.length > 0 && <AmountList ruled label={title} lines={lines} />}
  </section>
)

/** Numbers that go back, by person, and those that stay, with the reason. */
const Parts = ({ step, staying }: { step: ReinviteStep; staying: number }) => (
  <div className={css.parts}>
    <Part
      title="Về lại người gọi"
      n={step.total}
      note={step.total > 0 ? `số, ${thousands(step.callers)} người gọi` : 'số'}
      lines={step.results.map(({ status, n }) => lineOf(labels.get(status) ?? status, n))}
    />
    <Part
      title="Ở lại"
      n={staying}
      note="số"
      lines={step.stays.map(({ reason, n }) => lineOf(stayReasons[reason], n))}
    />
  </div>
)

type ReinviteDialogProps = { step: ReinviteStep; onClose: () => void; onHistory: () => void }

/** Starts the step after its count. */
export function ReinviteDialog({ step, onClose, onHistory }: ReinviteDialogProps) {
  const { run, busy } = useAction(async (idempotencyKey) => {
    const done = await send(startReinvite, { id: step.id }, { idempotencyKey })
    await refreshReinvited()
    if (done.state !== 'done') return onHistory()
    toast('success', done.msg ?? '', { action: { label: 'Hoàn tác', run: () => void takeBack(done) } })
    onClose()
  })
  const staying = step.stays.reduce((sum, { n }) => sum + n, 0)
  return (
    <Dialog
      title="Mời lại theo bộ lọc"
      note={`${thousands(step.total + staying)} số`}
      onClose={onClose}
      aside={
        <Button look="ghost" small onClick={onHistory}>
          Lịch sử mời lại
        </Button>
      }
      action={
        <Button
          look="primary"
          data-autofocus
          busy={busy}
          reason={step.total === 0 ? reinviteTexts.nothing : undefined}
          onClick={() => void run()}
        >
          Mời lại {step.total > 0 && `${thousands(step.total)} số`}
        </Button>
      }
    >
      <div className={css.filter}>
        <small>Bộ lọc đang dùng</small>
        {filterWords(step.filter) || 'Không lọc, mọi kết quả'}
      </div>
      <Parts step={step} staying={staying} />
      {step.locked.map(({ from, to, n }) => (
        <p key={from} className={css.hint}>
          {from} đã dừng hoạt động: {thousands(n)} số{' '}
          {to === null ? 'trở về kho số chung của file' : `chuyển cho ${to}`}
        </p>
      ))}
      <p className={css.hint}>
        Mỗi số về một lần, theo thứ tự của danh sách, sau những số được mời lại từng số. Số đổi từ lúc đếm thì
        để nguyên.
      </p>
    </Dialog>
  )
}
