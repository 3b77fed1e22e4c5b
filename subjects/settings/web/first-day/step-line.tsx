/** One job: done, the next one with its buttons, or still to come (D3-SETUP-01). */
import { IconCheck, IconChevronRight, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { firstDaySteps, type FirstDayStep } from '#subjects/settings/contract/calls/first-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { stepOf, type Act, type Step } from './steps.ts'
import css from './first-day.module.css'

const icon = { size: 16, stroke: 1.9 }
const icons = {
  create: <IconPlus {...icon} />,
  import: <IconUpload {...icon} />,
  sheet: <IconDownload {...icon} />,
  next: undefined,
  appointment: undefined,
  open: undefined,
  keepPay: <IconCheck {...icon} />,
} as const

/** Number of a job, from 1. */
const numberOf = (name: FirstDayStep): number => firstDaySteps.indexOf(name) + 1

function ActButton({ act, step, main }: { act: Act; step: Step; main: boolean }) {
  const { run, busy } = useAction(async (attempt: string) => {
    const { runAct } = await import('./run-act.ts')
    await runAct(act, step, attempt)
  })
  return (
    <Button
      look={main ? 'primary' : act.kind === 'sheet' ? 'ghost' : 'outline'}
      icon={icons[act.kind]}
      busy={busy}
      onClick={() => void run()}
    >
      {act.label}
    </Button>
  )
}

type StepLineProps = { name: FirstDayStep; done: readonly FirstDayStep[]; current: boolean }

/** The end of the line: 'Xem', 'Mở', or the job that it waits for. */
function Way({ name, done, open }: { name: FirstDayStep; done: readonly FirstDayStep[]; open: () => void }) {
  const { label, after } = stepOf(name)
  if (after && !done.includes(after) && !done.includes(name))
    return <span data-quiet>sau việc {numberOf(after)}</span>
  const word = done.includes(name) ? 'Xem' : 'Mở'
  return (
    <button type="button" className={css.way} aria-label={`${word} ${label}`} onClick={open}>
      {word}
      <IconChevronRight {...icon} aria-hidden />
    </button>
  )
}

/** The line; the next job is expanded. */
export function StepLine({ name, done, current }: StepLineProps) {
  const step = stepOf(name)
  const { label, text, icon: Icon, acts, ticks, open } = step
  const isDone = done.includes(name)
  return (
    <div
      className={css.step}
      data-done={isDone || undefined}
      data-current={current || undefined}
      aria-current={current ? 'step' : undefined}
      role="group"
      aria-label={label}
    >
      <div className={css.line}>
        <span className={css.tick} role="img" aria-label={isDone ? 'Xong' : `Việc ${numberOf(name)}`}>
          {isDone ? <IconCheck size={12} stroke={2.4} aria-hidden /> : numberOf(name)}
        </span>
        <Icon {...icon} aria-hidden />
        <b>{label}</b>
        <span className={css.text}>{text}</span>
        {!current && <Way name={name} done={done} open={open} />}
      </div>
      {current && (
        <div className={css.acts}>
          {acts.map((act, index) => (
            <ActButton key={act.label} act={act} step={step} main={index === 0} />
          ))}
          <span className={css.ticks}>{ticks}</span>
        </div>
      )}
    </div>
  )
}
