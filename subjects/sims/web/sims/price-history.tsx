/** 'Lịch sử giá': the newest price steps with their progress, undoing one, and what stayed (D3-SIM-09). */
import { useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  changeWords,
  oneStep,
  priceSteps,
  shownPriced,
  type PriceStep,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import { useCall } from '#kit/web/query.ts'
import { StepHistory } from '#platform/web/steps/index.ts'
import { takeBack } from './price-undo.ts'

/** How often the progress is read, in ms. */
const pollEvery = 1_500

const isWorking = ({ state }: PriceStep): boolean => state === 'running' || state === 'undoing'

function progressOf({ state, changed, restored, passed, stayed, total, msg }: PriceStep): string {
  if (state === 'running') return `Đang đổi ${thousands(changed + passed)} / ${thousands(total)} số`
  if (state === 'undoing') return `Đang hoàn tác ${thousands(restored + stayed)} / ${thousands(changed)} số`
  return msg ?? ''
}

const kind = {
  head: (step: PriceStep) => (
    <>
      <b>{changeWords(step.change)}</b>
      <span>
        {step.by}, {formatInstant(step.at)}
        {step.reason && `, ${step.reason}`}
      </span>
      <span data-num>
        {thousands(step.total)} số, {formatMoney(step.before)} → {formatMoney(step.after)}
      </span>
    </>
  ),
  progress: progressOf,
  takeBack,
  stayedLabel: 'số giữ giá',
  passedLabel: 'Giữ giá khi đổi',
  useKept: (id: string, page: number) =>
    useCall(simso.path, oneStep, { id, page }, { keep: true }).data?.kept.map(
      ({ so_dien_thoai_co_dau_cham: name, undoing, why }) => ({
        key: `${name} ${undoing}`,
        name,
        undoing,
        why,
      }),
    ),
  pageSize: shownPriced,
}

export function PriceHistory({ onClose }: { onClose: () => void }) {
  const [working, setWorking] = useState(false)
  const { data } = useCall(simso.path, priceSteps, {}, { staleTime: 0, ...(working && { every: pollEvery }) })
  const isNow = data?.values.some(isWorking) ?? false
  if (isNow !== working) setWorking(isNow)
  return (
    <StepHistory
      title="Lịch sử giá"
      empty="Chưa có lần đổi giá nào"
      steps={data?.values}
      kind={kind}
      onClose={onClose}
    />
  )
}
