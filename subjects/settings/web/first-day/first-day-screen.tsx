/** 'Bắt đầu': from an empty organisation to the first call, job by job (D3-SETUP-01). */
import {
  firstDay,
  firstDaySteps,
  putFirstDayAway,
  type FirstDay,
} from '#subjects/settings/contract/calls/first-day.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { Panel } from '#figures/card.tsx'
import { Columns } from '#figures/columns.tsx'
import { send } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { groups } from './steps.ts'
import { StepLine } from './step-line.tsx'
import { Needs } from './needs.tsx'
import css from './first-day.module.css'

/** Polls while the screen is in front; the work is done on other screens, by several people. */
const pollEvery = 5_000

const Progress = ({ done, of }: { done: number; of: number }) => (
  <span className={css.progress}>
    <span data-num>
      {done} / {of} việc xong
    </span>
    <span role="progressbar" aria-valuenow={done} aria-valuemax={of} aria-label="Việc xong">
      <i style={{ width: `${(done / of) * 100}%` }} />
    </span>
  </span>
)

function AwayButton({ putAway }: { putAway: boolean }) {
  const act = useAction(async (idempotencyKey: string) => {
    await send(putFirstDayAway, { cat_di: !putAway }, { idempotencyKey })
    toast(
      'success',
      putAway
        ? 'Bắt đầu lại mở sau khi đăng nhập'
        : 'Đã cất; mở lại ở danh mục, nhóm Quản trị, hoặc gõ "bắt đầu" ở Ctrl K',
    )
    await refresh('batdau')
  })
  return (
    <Button busy={act.busy} onClick={() => void act.run()}>
      {putAway ? 'Mở lại khi đăng nhập' : 'Cất đi'}
    </Button>
  )
}

function Steps({ state }: { state: FirstDay }) {
  const current = firstDaySteps.find((name) => !state.done.includes(name))
  return (
    <Panel className={css.steps} aria-label="Các việc">
      {groups.map(({ title, steps }) => (
        <div key={title} role="group" aria-label={title}>
          <h2>{title}</h2>
          {steps.map((name) => (
            <StepLine key={name} name={name} done={state.done} current={name === current} />
          ))}
        </div>
      ))}
    </Panel>
  )
}

/** The screen at /app/batdau. */
export default function FirstDayScreen() {
  const { data, error, refetch } = useCall('batdau', firstDay, {}, { staleTime: 0, every: pollEvery })
  const done = data?.done.length ?? 0
  return (
    <>
      <ScreenHead
        title={screenOf('firstDay').label}
        note={data && <Progress done={done} of={firstDaySteps.length} />}
      >
        {data && <AwayButton putAway={data.putAway} />}
      </ScreenHead>
      {error && !data ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <Columns inset whole widths="minmax(0, 1fr) 360px" busy={data === undefined}>
          {data && <Steps state={data} />}
          {data && <Needs state={data} />}
        </Columns>
      )}
    </>
  )
}
