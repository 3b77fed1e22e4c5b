/** 'Lịch sử giá': the newest price steps with their progress, taking one back, and what stayed (D3-SIM-09). */
import { useState } from 'react'
import { formatInstant } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { simso } from '../../../contract/resources/simso.ts'
import { thousands } from '../../../contract/thousands.ts'
import {
  changeWords,
  oneStep,
  priceSteps,
  shownPriced,
  type PriceStep,
} from '../../../contract/workflows/sim-prices.ts'
import { useCall } from '../../kit/query.ts'
import { Pager } from '../../kit/pager.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { takeBack } from './price-undo.ts'
import css from './prices.module.css'

/** How often the progress is read, in ms. */
const pollEvery = 1_500

const isWorking = ({ state }: PriceStep): boolean => state === 'running' || state === 'undoing'

function progressOf({ state, changed, restored, passed, stayed, total, msg }: PriceStep): string {
  if (state === 'running') return `Đang đổi ${thousands(changed + passed)} / ${thousands(total)} số`
  if (state === 'undoing') return `Đang hoàn tác ${thousands(restored + stayed)} / ${thousands(changed)} số`
  return msg ?? ''
}

/** The numbers that a step passed over or that stayed. */
function Kept({ step }: { step: PriceStep }) {
  const [page, setPage] = useState(0)
  const { data } = useCall(simso.path, oneStep, { id: step.id, page }, { keep: true })
  const count = step.passed + step.stayed
  return (
    <>
      <ul className={css.kept}>
        {data?.kept.map(({ so_dien_thoai_co_dau_cham: number, undoing, why }) => (
          <li key={`${number} ${undoing}`}>
            <span data-num>{number}</span>
            <span>{undoing ? 'Giữ nguyên khi hoàn tác' : 'Giữ giá khi đổi'}</span>
            <span>{why}</span>
          </li>
        ))}
      </ul>
      {count > shownPriced && (
        <Pager
          page={page}
          size={shownPriced}
          sizes={[shownPriced]}
          count={count}
          onPage={setPage}
          onSize={() => {}}
        />
      )}
    </>
  )
}

function Step({ step }: { step: PriceStep }) {
  const [open, setOpen] = useState(false)
  const stay = step.passed + step.stayed
  return (
    <li>
      <div className={css.step}>
        <b>{changeWords(step.change)}</b>
        <span>
          {step.by}, {formatInstant(step.at)}
          {step.reason && `, ${step.reason}`}
        </span>
        <span data-num>
          {thousands(step.total)} số, {formatMoney(step.before)} → {formatMoney(step.after)}
        </span>
        <span role="status" data-state={step.state}>
          {progressOf(step)}
        </span>
      </div>
      {stay > 0 && (
        <Button look="ghost" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ẩn' : `Xem ${thousands(stay)} số giữ giá`}
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

export function PriceHistory({ onClose }: { onClose: () => void }) {
  const [working, setWorking] = useState(false)
  const { data } = useCall(simso.path, priceSteps, {}, { staleTime: 0, ...(working && { every: pollEvery }) })
  const isNow = data?.values.some(isWorking) ?? false
  if (isNow !== working) setWorking(isNow)
  return (
    <Dialog
      title="Lịch sử giá"
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
      {data?.values.length === 0 && <p className={css.none}>Chưa có lần đổi giá nào</p>}
      <ul className={css.steps}>
        {data?.values.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
    </Dialog>
  )
}
