/** Follows the notices of the signed-in user: the count at the bell, a toast for a new one. */
import { useEffect, useRef } from 'react'
import { screenOfRoute } from '#platform/contract/screens.ts'
import type { BellNotice } from '#platform/contract/calls/bell.ts'
import { toast } from '#kit/web/feedback.ts'
import { activeScreen } from '#kit/web/tab-state.tsx'
import { unreadNotices } from './bell-count.ts'
import { openNotice, useNotices } from './bell-data.ts'

const toneOf = { good: 'success', bad: 'failure', warn: 'info', plain: 'info' } as const

/** Whether the active screen itself shows what the notice reports. */
const isInFront = ({ address }: BellNotice): boolean =>
  activeScreen.get() === screenOfRoute(address.split('?')[0] ?? '')

function say(fresh: readonly BellNotice[]): void {
  const [newest] = fresh
  if (!newest) return
  const text =
    fresh.length > 1
      ? `${fresh.length} thông báo mới\n${newest.title}`
      : [newest.title, newest.detail].filter(Boolean).join('\n')
  const action = { label: 'Mở', run: () => openNotice(newest) }
  toast(toneOf[newest.tone], text, { about: 'bell', action })
}

/** Shows notices that came, or grew, since it was mounted: no old notice is repeated. */
export function BellWatch(): null {
  const { data, notices } = useNotices()
  const countsSeen = useRef<Map<string, number> | null>(null)
  const unread = data?.pages[0]?.unread ?? 0
  useEffect(() => {
    unreadNotices.set(unread)
    return () => unreadNotices.set(0)
  }, [unread])
  useEffect(() => {
    if (!notices) return
    const before = countsSeen.current
    countsSeen.current = new Map(notices.map(({ id, n }) => [id, n]))
    if (!before) return
    const newest = [...before.keys()].reduce((last, id) => (id > last ? id : last), '')
    say(
      notices.filter(
        (one) =>
          !one.read &&
          !isInFront(one) &&
          (before.has(one.id) ? one.n > (before.get(one.id) ?? 0) : one.id > newest),
      ),
    )
  }, [notices])
  return null
}
