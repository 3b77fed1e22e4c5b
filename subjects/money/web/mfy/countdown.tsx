/** The countdown of a clock: a ring and mm:ss, coloured by urgency. */
import { clockText, partLeft, urgencies, urgencyOf } from './clock-time.ts'
import { useClocks, useSeconds, type RunningClock } from './use-clocks.ts'
import css from './mfy.module.css'

/** Circumference of the ring. */
const circumference = 2 * Math.PI * 6

/** Ring and time of a clock at `now`. */
export function Remaining({ clock, now, large }: { clock: RunningClock; now: number; large?: true }) {
  const remaining = clock.until - now
  const { tone } = urgencies[urgencyOf(remaining)]
  return (
    <span className={css.remaining} data-tone={tone} data-large={large}>
      <svg className={css.ring} viewBox="0 0 16 16" aria-hidden>
        <circle cx="8" cy="8" r="6" />
        <circle
          cx="8"
          cy="8"
          r="6"
          strokeDasharray={`${partLeft(remaining) * circumference} ${circumference}`}
        />
      </svg>
      <b data-num>{clockText(remaining)}</b>
    </span>
  )
}

/** The countdown of a waiting row; empty while its clock is unknown. */
export function Countdown({ id }: { id: string }) {
  const now = useSeconds()
  const clock = useClocks().data?.find((running) => running.id === id)
  return clock ? <Remaining clock={clock} now={now} /> : null
}
