/** 'Số này đã qua tay ai': everybody who had one number, oldest first. */
import { formatInstant } from '#kit/contract/dates.ts'
import { movementKinds, stages } from '#subjects/numbers/contract/movements.ts'
import { type Custody, custody } from '#subjects/numbers/contract/calls/custody.ts'
import { useCall } from '#kit/web/query.ts'
import { useStaffName } from '#kit/web/staff.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import css from './files.module.css'

/** Full name and username; null is the file itself. */
function Holder({ username }: { username: string | null }) {
  const fullname = useStaffName(username ?? '')
  if (username === null) return 'Kho của file'
  return (
    <>
      {fullname ?? username} {fullname && <span className={css.quiet}>{username}</span>}
    </>
  )
}

const Step = ({ step }: { step: Custody }) => (
  <li className={css.line}>
    <i aria-hidden />
    <div>
      <b>{movementKinds[step.kind]}</b>
      <p>
        {step.from !== null && step.from !== step.to && (
          <>
            <Holder username={step.from} /> →{' '}
          </>
        )}
        <Holder username={step.to} />, {stages[step.stage]}
      </p>
      {step.by && (
        <p className={css.quiet}>
          Người thực hiện <Holder username={step.by} />
        </p>
      )}
    </div>
    <time dateTime={step.at}>{formatInstant(step.at)}</time>
  </li>
)

export function CustodyDialog({ id, phone, onClose }: { id: string; phone: string; onClose: () => void }) {
  const list = useCall('customer', custody, { id })
  return (
    <Dialog
      title="Số này đã qua tay ai"
      note={phone}
      onClose={onClose}
      footer={
        <>
          <span className={css.space} />
          <Button onClick={onClose} data-autofocus>
            Đóng
          </Button>
        </>
      }
    >
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {list.data?.values.length === 0 && <EmptyNote />}
      <ol aria-busy={list.data === undefined}>
        {list.data?.values.map((step, index) => (
          // The ledger only grows, so the index of a step never changes.
          <Step key={index} step={step} />
        ))}
      </ol>
    </Dialog>
  )
}
