/** Waiting decisions by kind: menu and bell show the same figures as dashboard and desk (D3-ONE-03). */
import { useEffect } from 'react'
import { Link } from 'wouter'
import { thousands } from '#kit/contract/thousands.ts'
import { kindsOf, waitingKinds, type WaitingKind } from '#subjects/money/contract/desk.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { deskCounts } from '#subjects/money/contract/calls/desk.ts'
import { setCount } from '#kit/web/counts.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { useFresh } from '#kit/web/use-fresh.ts'
import css from './top-bar.module.css'

const key = 'waiting'
const paths = waitingKinds.map(({ resource }) => resource.path)
const refreshCounts = (): void => void refresh(key)

/** Kinds with waiting rows; read again once a minute and when one of the lists has changed. */
function useWaitingKinds(): (WaitingKind & { count: number })[] {
  const kinds = kindsOf(useActor())
  const input = kinds.length > 0 ? ({ warned: '0' } as const) : null
  const { data } = useCall(key, deskCounts, input, { keep: true, every: 60_000 })
  const countByKind = new Map(data?.values.map(({ kind, count }) => [kind, count]))
  return kinds.flatMap((kind) => {
    const count = countByKind.get(kind.name) ?? 0
    return count > 0 ? [{ ...kind, count }] : []
  })
}

/** Updates the counts beside the menu entries of the desk; rendered once in the page. */
export function MenuCounts() {
  useFresh(paths, refreshCounts)
  const waiting = useWaitingKinds()
  const sum = (kinds: readonly { count: number }[]): number =>
    kinds.reduce((total, { count }) => total + count, 0)
  const count = sum(waiting)
  const bank = sum(waiting.filter(({ resource }) => resource.path === mesbank.path))
  useEffect(() => {
    setCount('desk', count)
    setCount('approval', bank)
  }, [count, bank])
  return null
}

/** Waiting decisions by kind, with links. */
export function Waiting() {
  const kinds = useWaitingKinds()
  if (kinds.length === 0) return null
  return (
    <ul className={css.bellWaiting} aria-label="Đang chờ bạn duyệt">
      {kinds.map(({ name, label, count }) => (
        <li key={name}>
          <Link href={`${screenOf('desk').routes[0]}?kinds=${name}`}>
            {label} <b data-num>{thousands(count)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}
