/** The keys of the desk (D3-APR-04); never while somebody types, never below a dialog. */
import { useEffect, useEffectEvent } from 'react'
import { composing, useKeys } from '../../kit/keys.ts'
import { useActor } from '../../kit/session.ts'
import { decide, mayDo } from './decide.ts'
import type { Item, useCurrent } from './use-desk.ts'

type Hands = {
  rows: readonly Item[]
  current: ReturnType<typeof useCurrent>
  isGone: (item: Item) => boolean
  toggle: (item: Item) => void
  open: (item: Item) => void
}

/** What has the focus and its own meaning of Enter and Space. */
const ownKeys = 'button, a, input, textarea, select, [role="menuitem"], [aria-modal="true"]'

/** J, K and the arrows move, A and R decide, Enter opens, Space ticks. */
export function useDeskKeys({ current, isGone, toggle, open }: Hands): void {
  const actor = useActor()
  const { at, item, choose } = current
  const move = (by: number) => (): void => choose(at + by)
  const settle = (how: 'approving' | 'rejecting') => (): void => {
    if (!item || isGone(item)) return
    const choice = item.kind[how]
    if (mayDo(actor, choice)) void decide(item, choice)
  }
  useKeys({
    J: move(1),
    K: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    A: settle('approving'),
    R: settle('rejecting'),
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!item || composing(event) || event.defaultPrevented || event.ctrlKey || event.altKey) return
    const under = event.target instanceof Element ? event.target.closest(ownKeys) : null
    // A row that was clicked has the focus and no meaning of its own.
    if (under && !under.hasAttribute('data-row')) return
    if (document.querySelector('[aria-modal="true"]')) return
    if (event.key === 'Enter') open(item)
    else if (event.key === ' ' && !isGone(item)) toggle(item)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
