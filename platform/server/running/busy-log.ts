/** What a flood leaves in the log: one line a minute and reason, not one a request with its stack. */
import type { Log } from '#kit/server/context.ts'

const every = 60_000

/** Notes a refusal because of too much at once; the first of a reason is told at once, the rest counted once a minute. */
export function openBusyLog(
  log: Log,
): (reason: { route?: string | undefined; inner?: string | undefined }) => void {
  const counted = new Map<string, { reason: object; times: number }>()
  const tell = (reason: object, times: number): void => log.warn({ ...reason, times }, 'busy')
  const flush = (key: string): void => {
    const { reason, times } = counted.get(key) ?? { reason: {}, times: 0 }
    counted.delete(key)
    if (times > 0) note(key, reason, times)
  }
  function note(key: string, reason: object, times: number): void {
    tell(reason, times)
    counted.set(key, { reason, times: 0 })
    setTimeout(() => flush(key), every).unref()
  }
  return (reason) => {
    const key = `${reason.route ?? ''} ${reason.inner ?? ''}`
    const known = counted.get(key)
    if (known) known.times += 1
    else note(key, reason, 1)
  }
}
