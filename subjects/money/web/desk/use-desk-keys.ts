/** The keys of the desk (D3-APR-04); off while somebody types or a dialog is open. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '#kit/web/feedback.ts'
import { calmKeys, composing, keysAreCalm, useKeys } from '#kit/web/keys.ts'
import { useActor } from '#kit/web/session.ts'
import { decide, mayChoose, type Decision } from './decide.ts'
import type { DeskProps } from './desk-props.ts'
import type { Item } from './use-desk.ts'

type DeskKeys = Pick<DeskProps, 'current' | 'isGone' | 'ticks' | 'decideAll'> & {
  open: (item: Item) => void
  /** True when no rows are shown: nothing can be decided. */
  noRows: boolean
}

/** Elements that use Enter and Space themselves. */
const ownKeys = 'button, a, input, textarea, select, [role="menuitem"], [aria-modal="true"]'

/** A and R decide on the ticked rows, else on the current one. One decision at a time. */
function useDecisions({ current: { item }, isGone, ticks, decideAll, noRows }: DeskKeys) {
  const actor = useActor()
  const busy = useRef(false)
  const settle = async (decision: Decision): Promise<void> => {
    if (noRows || busy.current) return
    if (ticks.ticked.length > 0) return decideAll(decision, ticks.whole ? 'whole' : ticks.ticked)
    if (!item || isGone(item)) return
    const choice = decision === 'approve' ? item.kind.approving : item.kind.rejecting
    if (!mayChoose(actor, choice)) {
      // Typing a reason must not trigger further keys of the desk.
      calmKeys()
      toast('info', `${item.kind.label}: không ${decision === 'approve' ? 'duyệt' : 'từ chối'} ở đây`)
      return
    }
    busy.current = true
    await decide(item, choice).finally(() => (busy.current = false))
  }
  return settle
}

/** J, K and the arrows move, A and R decide, Enter opens, Space ticks. */
export function useDeskKeys(desk: DeskKeys): void {
  const { current, isGone, ticks, open, noRows } = desk
  const { index, item, choose } = current
  const move = (by: number) => (): void => choose(index + by)
  const settle = useDecisions(desk)
  useKeys({
    J: move(1),
    K: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    A: () => void settle('approve'),
    R: () => void settle('reject'),
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!item || noRows || composing(event) || event.defaultPrevented || event.ctrlKey || event.altKey) return
    if (event.repeat || keysAreCalm()) return
    const focused = event.target instanceof Element ? event.target.closest(ownKeys) : null
    // A clicked row has the focus but no keys of its own.
    if (focused && !focused.hasAttribute('data-row')) return
    if (document.querySelector('[aria-modal="true"]')) return
    if (event.key === 'Enter') open(item)
    else if (event.key === ' ' && !isGone(item)) ticks.toggle(item)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
