/** Keys of the menu: `G`, then the number of a group, opens it from any screen, Alt and the number where browser and screen leave it; arrows go along the rail (D3-NAV-04). */
import { useEffect, useEffectEvent } from 'react'
import { composing, dialogOpen, keysAreCalm, typing } from '#kit/web/keys.ts'
import { useActor } from '#kit/web/session.ts'
import { menuOf } from '#platform/contract/menu.ts'
import { press } from './menu-state.ts'

/** The number counts as the group's for this long after `G`, in ms. */
const within = 1_500

/** From a button of the menu arrows go to the others; to the right they open a group. */
function step(event: KeyboardEvent): void {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || !target.matches('nav[data-menu] > button')) return
  const buttons = [...(target.parentElement?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
  const by = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (by) buttons[(buttons.indexOf(target) + by + buttons.length) % buttons.length]?.focus()
  else if (key === 'ArrowRight' && target.hasAttribute('aria-haspopup')) target.click()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Renders nothing. */
export function MenuKeys() {
  const actor = useActor()
  const open = useEffectEvent((event: KeyboardEvent): void => {
    const part = menuOf(actor)[Number(event.key) - 1]
    if (!part) return
    event.preventDefault()
    event.stopPropagation()
    press(part, actor)
  })
  useEffect(() => {
    let until = 0
    const isNumber = ({ key }: KeyboardEvent): boolean => /^[1-8]$/.test(key)
    /** Before the screens' own keys, some of which are numbers. */
    const first = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, key, target } = event
      const waits = performance.now() < until
      until = 0
      if (composing(event) || typing(target) || dialogOpen() || keysAreCalm()) return
      if (ctrlKey || metaKey || altKey) return
      step(event)
      if (event.repeat) return
      if (key.toUpperCase() === 'G') until = performance.now() + within
      else if (waits && isNumber(event)) open(event)
    }
    /** After them: what a screen took is its own. */
    const last = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (!altKey || ctrlKey || metaKey || defaultPrevented || composing(event) || dialogOpen()) return
      if (isNumber(event)) open(event)
    }
    addEventListener('keydown', first, true)
    addEventListener('keydown', last)
    return () => {
      removeEventListener('keydown', first, true)
      removeEventListener('keydown', last)
    }
  }, [])
  return null
}
