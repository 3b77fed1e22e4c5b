/** 'Lịch sử mời lại': the newest steps with their progress, taking one back, and what stayed (D3-REC-04). */
import { useState } from 'react'
import { formatInstant } from '../../../contract/dates.ts'
import { showPhone } from '../../../contract/phone.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import { thousands } from '../../../contract/thousands.ts'
import {
  oneReinvite,
  reinviteSteps,
  shownKept,
  type ReinviteStep,
} from '../../../contract/workflows/reinvite-all.ts'
import { useCall } from '../../kit/query.ts'
import { Pager } from '../../kit/pager.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { filterWords, takeBack } from './reinvite-words.ts'
import css from './reinvite.module.css'

/** How often the progress is read, in ms. */
const pollEvery = 1_500

const isWorking = ({ state }: ReinviteStep): boolean => state === 'running' || state === 'undoing'

function progressOf({ state, done, restored, passed, stayed, total, msg }: ReinviteStep): string {
  if (state === 'running') return `Đang mời lại ${thousands(done + passed)} / ${thousands(total)} số`
  if (state === 'undoing') return `Đang hoàn tác ${thousands(restored + stayed)} / ${thousands(done)} số`
  return msg ?? ''
}

/** The numbers that a step left out or that stayed. */
function Kept({ step }: { step: ReinviteStep }) {
  const [page, setPage] = useState(0)
  const { data } = useCall(careHistory.path, oneReinvite, { id: step.id, page }, { keep: true })
  const count = step.passed + step.stayed
  return (
    <>
      <ul className={css.kept}>
        {data?.kept.map(({ n, phone, undoing, why }) => (
          <li key={n}>
            <span data-num>{showPhone(phone)}</span>
            <span>{undoing ? 'Giữ nguyên khi hoàn tác' : 'Không mời lại'}</span>
            <span>{why}</span>
          </li>
        ))}
      </ul>
      {count > shownKept && (
        <Pager
          page={page}
          size={shownKept}
          sizes={[shownKept]}
          count={count}
          onPage={setPage}
          onSize={() => {}}
        />
      )}
    </>
  )
}

function Step({ step }: { step: ReinviteStep }) {
  const [open, setOpen] = useState(false)
  const stay = step.passed + step.stayed
  return (
    <li>
      <div className={css.step}>
        <b>{filterWords(step.filter) || 'Không lọc'}</b>
        <span>
          {step.by}, {formatInstant(step.at)}, {thousands(step.total)} số
        </span>
        <span role="status" data-state={step.state}>
          {progressOf(step)}
        </span>
      </div>
      {stay > 0 && (
        <Button look="ghost" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ẩn' : `Xem ${thousands(stay)} số ở lại`}
        </Button>
      )}
      {step.undoable && (
        <Button small onClick={() => void takeBack(step)}>
          Hoàn tác
        </Button>
      )}
      {open && <Kept step={step} />}
    </li>
  )
}

export function ReinviteHistory({ onClose }: { onClose: () => void }) {
  const [working, setWorking] = useState(false)
  const { data } = useCall(
    careHistory.path,
    reinviteSteps,
    {},
    { staleTime: 0, ...(working && { every: pollEvery }) },
  )
  const isNow = data?.values.some(isWorking) ?? false
  if (isNow !== working) setWorking(isNow)
  return (
    <Dialog
      title="Lịch sử mời lại"
      note="20 lần gần nhất"
      onClose={onClose}
      footer={
        <>
          <span className={css.space} />
          <Button data-autofocus onClick={onClose}>
            Đóng
          </Button>
        </>
      }
    >
      {data?.values.length === 0 && <p className={css.hint}>Chưa có lần mời lại nào</p>}
      <ul className={css.steps}>
        {data?.values.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
    </Dialog>
  )
}
