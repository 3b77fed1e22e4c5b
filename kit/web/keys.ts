/** Hot keys: never during Vietnamese composition, and in a focused field only those listed as `always`. */
import { useEffect, useEffectEvent } from 'react'
import { question } from './feedback.ts'
import { createStore } from './store.ts'

/** Whether keys typed at `target` are text. */
export const typing = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|file)$/.test(target.type)
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** Whether the key belongs to an unfinished composition of an input method. */
export const composing = (event: { isComposing?: boolean; keyCode?: number }): boolean =>
  event.isComposing === true || event.keyCode === 229

/** 'Ctrl+K', 'Alt+3', '?', 'Escape': the name of a key press in the bindings. */
function keyName(event: KeyboardEvent): string {
  const parts = [event.ctrlKey || event.metaKey ? 'Ctrl' : '', event.altKey ? 'Alt' : '']
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  return [...parts.filter(Boolean), key].join('+')
}

/** For this many ms after a dialog has closed, letters do nothing: the user may still be typing. */
const calmFor = 300
let calmUntil = 0
/** Ignores letters from now on, and as long as further letters follow; buttons are not pressed by keys either. */
export const calmKeys = (): void => void (calmUntil = performance.now() + calmFor)
/** Whether letters are still ignored after a dialog closed. */
export const keysAreCalm = (): boolean => performance.now() < calmUntil

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey

/** Whether a dialog was open when the key went down: by the time of our handler its Escape has closed it. */
let underDialog = false
/** A question counts as open before it is rendered: keys typed in between are meant for it. */
export const dialogOpen = (): boolean =>
  question.get() !== null || document.querySelector('[aria-modal="true"]') !== null
/** Runs before all other handlers: Space or Enter typed into a dialog that has just closed presses no button. */
function before(event: KeyboardEvent): void {
  underDialog = dialogOpen()
  if (!keysAreCalm() || typing(event.target)) return
  if (isLetter(event)) calmKeys()
  const pressed = event.target instanceof Element && event.target.closest('button, a') !== null
  if ((event.key === ' ' || event.key === 'Enter') && pressed && !underDialog) event.preventDefault()
}
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', before, { capture: true })
  // A user who takes the mouse no longer types into the closed dialog.
  window.addEventListener('pointerdown', () => void (calmUntil = 0), { capture: true })
}

const inMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"]') !== null

/** Letters that only move, and may be held down. */
const moves: ReadonlySet<string> = new Set(['J', 'K'])

export type Keys = Record<string, () => void>

/** Binds keys while the screen is in front: with Ctrl or Alt also in fields, `always` under dialogs too. */
export function useKeys(keys: Keys, always: readonly string[] = []): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (composing(event) || event.defaultPrevented) return
    const name = keyName(event)
    const action = keys[name]
    if (!action || (isLetter(event) && !moves.has(name) && (event.repeat || keysAreCalm()))) return
    if ((underDialog || dialogOpen()) && !always.includes(name)) return
    // Letters typed into an open menu are meant for it, not for the row behind.
    if (isLetter(event) && inMenu(event.target) && !always.includes(name)) return
    if (typing(event.target) && !name.includes('+') && !always.includes(name)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

export type KeyHelp = { keys: string; what: string }

/** Stands for the keys of a table: their texts come with the guide. */
export const gridKeys: KeyHelp = { keys: '', what: '' }

/** The keys of the screens in front, listed under `?`. */
export const keyHelp = createStore<ReadonlyMap<string, readonly KeyHelp[]>>(new Map())

/** Lists the screen's keys under `?` while it is in front. Pass a constant list. */
export function useKeyHelp(title: string, keys: readonly KeyHelp[]): void {
  useEffect(() => {
    keyHelp.set((now) => new Map(now).set(title, keys))
    return () =>
      keyHelp.set((now) => {
        const next = new Map(now)
        next.delete(title)
        return next
      })
  }, [title, keys])
}
