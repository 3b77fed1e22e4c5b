/** 'Lịch sử mời lại': the newest steps with their progress, undoing one, and what stayed (D3-REC-04). */
import { useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  oneReinvite,
  reinviteSteps,
  shownKept,
  type ReinviteStep,
} from '#subjects/calling/contract/calls/reinvite-all.ts'
import { useCall } from '#kit/web/query.ts'
import { StepHistory } from '#platform/web/steps/index.ts'
import { filterWords, takeBack } from './reinvite-words.ts'

/** How often the progress is read, in ms. */
const pollEvery = 1_500

const isWorking = ({ state }: ReinviteStep): boolean => state === 'running' || state === 'undoing'

function progressOf({ state, done, restored, passed, stayed, total, msg }: ReinviteStep): string {
  if (state === 'running') return `Đang mời lại ${thousands(done + passed)} / ${thousands(total)} số`
  if (state === 'undoing') return `Đang hoàn tác ${thousands(restored + stayed)} / ${thousands(done)} số`
  return msg ?? ''
}

const kind = {
  head: (step: ReinviteStep) => (
    <>
      <b>{filterWords(step.filter) || 'Không lọc'}</b>
      <span>
        {step.by}, {formatInstant(step.at)}, {thousands(step.total)} số
      </span>
    </>
  ),
  progress: progressOf,
  takeBack,
  stayedLabel: 'số ở lại',
  passedLabel: 'Không mời lại',
  useKept: (id: string, page: number) =>
    useCall(careHistory.path, oneReinvite, { id, page }, { keep: true }).data?.kept.map(
      ({ n, phone, ...row }) => ({ key: n, name: showPhone(phone), ...row }),
    ),
  pageSize: shownKept,
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
    <StepHistory
      title="Lịch sử mời lại"
      empty="Chưa có lần mời lại nào"
      steps={data?.values}
      kind={kind}
      onClose={onClose}
    />
  )
}
