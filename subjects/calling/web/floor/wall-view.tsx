/** The floor on a big screen: sums, hours, and everybody's state, without phones; nothing to click (D3-FLR-04). */
import { IconMaximize, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import { formatDate, formatInstant, todayVn } from '#kit/contract/dates.ts'
import { weekdayOf } from '#kit/contract/weekday.ts'
import type { FloorWall } from '#subjects/calling/contract/calls/floor.ts'
import { showError } from '#kit/web/feedback.ts'
import { useKeys } from '#kit/web/keys.ts'
import { session } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { Ticking, useNow } from './elapsed.tsx'
import { useWall } from './floor-data.ts'
import { useLiveState } from './live-clock.tsx'
import { clockTime } from './running-time.ts'
import { usePointed } from './use-pointed.ts'
import { floorAddress, groupOf } from './wall-address.ts'
import { WallFoot, WallSums } from './wall-sums.tsx'
import { WallPeople } from './wall-people.tsx'
import css from './wall.module.css'

/** Keeps a big screen awake if the browser can; requested again after a sleep (D3-FLR-04). */
function useWakefulScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let hasLeft = false
    const wake = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const next = await navigator.wakeLock.request('screen')
        if (hasLeft) await next.release()
        else lock = next
      } catch {
        // Refused, for example on low battery: the screen then sleeps by its own settings.
      }
    }
    const again = (): void => void wake()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      hasLeft = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}

/** 'Thứ Sáu, 20-11-2026'. */
export function dayText(now: Date): string {
  const day = todayVn(now)
  return `${weekdayOf(day)}, ${formatDate(day)}`
}

/** Whether the figures are live, else their time and why. */
function Live({ wall }: { wall: FloorWall }) {
  const { state, lostSince } = useLiveState()
  return (
    <span className={css.live} data-state={state} role="status">
      <i aria-hidden />
      {state === 'lost'
        ? `Mất kết nối từ ${lostSince}, đang thử lại. Số liệu lúc ${formatInstant(wall.at).slice(11)}`
        : `${wall.sums.people} người`}
    </span>
  )
}

function Head({ wall }: { wall: FloorWall }) {
  const now = new Date(useNow())
  return (
    <header className={css.head}>
      <h1>{wall.title}</h1>
      <Live wall={wall} />
      <span data-space />
      <span className={css.day}>{dayText(now)}</span>
      <time className={css.clock}>{clockTime(now.toISOString())}</time>
    </header>
  )
}

/** Covers the last figures, so that nobody takes them for current ones. */
const Ended = ({ onSignIn }: { onSignIn: () => void }) => (
  <div className={css.ended} role="alert">
    <h1>Phiên đăng nhập đã kết thúc</h1>
    <p>Màn hình này không còn nhận số liệu. Đăng nhập lại để tiếp tục.</p>
    <Button look="primary" large onClick={onSignIn}>
      Đăng nhập lại
    </Button>
  </div>
)

function Bar({ leave }: { leave: () => void }) {
  const full = (): void => void document.documentElement.requestFullscreen().catch(showError)
  return (
    <div className={css.bar}>
      <Button small icon={<IconMaximize size={16} stroke={1.9} />} onClick={full}>
        Toàn màn hình
      </Button>
      <Button small icon={<IconX size={16} stroke={1.9} />} keys="Esc" onClick={leave}>
        Về sàn gọi
      </Button>
    </div>
  )
}

/** The page behind gets neither keys nor pointer while the wall covers it. */
function useCovering(on: boolean): void {
  useEffect(() => {
    const page = document.getElementById('root')
    page?.toggleAttribute('inert', on)
    return () => page?.removeAttribute('inert')
  }, [on])
}

function Figures({ wall }: { wall: FloorWall }) {
  const lost = useLiveState().state === 'lost'
  return (
    <div className={css.wall} data-old={lost || undefined}>
      <Head wall={wall} />
      <WallSums wall={wall} />
      <WallPeople wall={wall} />
      <WallFoot wall={wall} />
    </div>
  )
}

export function WallView() {
  const group = groupOf(useTab().search)
  const { data: wall, error, refetch } = useWall(group)
  const ended = useStore(session).status === 'expired'
  // The sign-in is on the page behind, so the wall gives way until somebody has signed in.
  const [signing, setSigning] = useState(false)
  if (signing && !ended) setSigning(false)
  const { pointed, props } = usePointed()
  const leave = (): void => navigate(floorAddress(group))
  useWakefulScreen()
  useCovering(!signing)
  useKeys({ Escape: leave }, ['Escape'])
  if (signing) return null
  return createPortal(
    <Ticking>
      <section
        className={css.cover}
        aria-label="Màn hình lớn"
        aria-busy={!wall && !error}
        data-pointed={pointed || ended || undefined}
        {...props}
      >
        {wall && <Figures wall={wall} />}
        {!wall && error && !ended && (
          <ErrorNote error={error} title="Chưa tải được sàn gọi" retry={() => void refetch()} />
        )}
        {ended ? <Ended onSignIn={() => setSigning(true)} /> : <Bar leave={leave} />}
      </section>
    </Ticking>,
    document.body,
  )
}
