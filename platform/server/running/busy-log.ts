/** Limits log lines during overload: one per minute and reason, not one per request with its stack. */
import type { Log } from '#kit/server/context.ts'

const every = 60_000

/** Logs a refusal due to overload: the first of a reason at once, further ones as a count once a minute. */
export function openBusyLog(
  log: Log,
): (reason: { route?: string | undefined; inner?: string | undefined }) => void {
  const counted = new Map<string, { reason: object; times: number }>()
  const write = (reason: object, times: number): void => log.warn({ ...reason, times }, 'busy')
  const flush = (key: string): void => {
    const { reason, times } = counted.get(key) ?? { reason: {}, times: 0 }
    counted.delete(key)
    if (times > 0) note(key, reason, times)
  }
  function note(key: string, reason: object, times: number): void {
    write(reason, times)
    counted.set(key, { reason, times: 0 })
    setTimeout(() => flush(key), every).unref()
  }
  return (reason) => {
    const key = `${reason.route ?? ''} ${reason.inner ?? ''}`
    const entry = counted.get(key)
    if (entry) entry.times += 1
    else note(key, reason, 1)
  }
}
