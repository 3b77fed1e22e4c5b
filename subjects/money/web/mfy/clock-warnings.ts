/** Warnings of clocks that run out (D3-CLK-03). */
import { showPhone } from '#kit/contract/phone.ts'
import { clockText, urgencyOf, type Urgency } from './clock-time.ts'
import type { RunningClock } from './use-clocks.ts'

type Watched = {
  username: string
  /** In the time of `until`. */
  now: number
  /** Urgency of each clock at the last check; updated. */
  warned: Map<string, Urgency>
}

/**
 * The warnings to show now: the user's own clocks that have come below 3 minutes or below 1 minute since the last
 * check.
 */
export function newWarnings(
  clocks: readonly RunningClock[],
  { username, now, warned }: Watched,
): { text: string; about: string }[] {
  return clocks.flatMap(({ id, lan, username_nv, so_dien_thoai, until }) => {
    const urgency = urgencyOf(until - now)
    const wait = `${id} ${lan}`
    const before = warned.get(wait)
    warned.set(wait, urgency)
    if (username_nv !== username || urgency === 'later' || before === urgency) return []
    const text = `Thuê bao ${showPhone(so_dien_thoai)} còn ${clockText(until - now)} để soạn Y`
    return [{ text, about: `mfy ${wait}` }]
  })
}
