/** Whether the floor is live, and the time; for a lost connection also since when (D3-FLR-01). */
import { formatInstant } from '#kit/contract/dates.ts'
import { channel } from '#kit/web/live.ts'
import { network } from '#kit/web/network.ts'
import { useStore } from '#kit/web/store.ts'
import { useNow } from './elapsed.tsx'
import css from './floor.module.css'

const secondsOf = (ms: number): string => formatInstant(new Date(ms).toISOString()).slice(11)

/** 'live' while changes are pushed, 'slow' while the screen only polls, 'lost' without a connection. */
export function useLiveState(): { state: 'live' | 'slow' | 'lost'; lostSince: string } {
  const live = useStore(channel) !== null
  const { lostSince } = useStore(network)
  if (lostSince !== null) return { state: 'lost', lostSince: secondsOf(lostSince) }
  return { state: live ? 'live' : 'slow', lostSince: '' }
}

export function LiveClock({ at }: { at: string }) {
  const { state, lostSince } = useLiveState()
  const now = useNow()
  return (
    <span className={css.live} data-state={state} data-num>
      <i aria-hidden />
      {state === 'lost' ? `mất kết nối từ ${lostSince}` : secondsOf(state === 'live' ? now : Date.parse(at))}
    </span>
  )
}
