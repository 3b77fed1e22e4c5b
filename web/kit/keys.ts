/** Hot keys: never while Vietnamese is being composed, never while a field has the focus unless asked for. */
import { useEffect, useEffectEvent } from 'react'
import { question } from './feedback.ts'
import { createStore } from './store.ts'

/** Whether keys at `target` are text. */
export const typing = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|file)$/.test(target.type)
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** Whether the key belongs to an input method that is still composing. */
export const composing = (event: { isComposing?: boolean; keyCode?: number }): boolean =>
  event.isComposing === true || event.keyCode === 229

/** 'Ctrl+K', 'Alt+3', '?', 'Escape': the name a key press is bound by. */
function keyName(event: KeyboardEvent): string {
  const parts = [event.ctrlKey || event.metaKey ? 'Ctrl' : '', event.altKey ? 'Alt' : '']
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  return [...parts.filter(Boolean), key].join('+')
}

/** How long letters mean nothing after a dialog has closed, ms: whoever was typing into it may not have seen that. */
const calmFor = 300
let calmUntil = 0
/** From now on, and while letters keep coming, letters decide nothing and no button is pressed by a key. */
export const calmKeys = (): void => void (calmUntil = performance.now() + calmFor)
/** Whether letters are still those of somebody who types. */
export const keysAreCalm = (): boolean => performance.now() < calmUntil

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey

/** Whether a dialog was open when the key went down: the dialog's own Escape has closed it before ours is asked. */
let underDialog = false
/** A question counts before its dialog is drawn: what is typed in between is meant for it. */
const dialogOpen = (): boolean =>
  question.get() !== null || document.querySelector('[aria-modal="true"]') !== null
/** The first to see a key: who typed on into a dialog that is gone presses nothing with a blank or Enter. */
function before(event: KeyboardEvent): void {
  underDialog = dialogOpen()
  if (!keysAreCalm() || typing(event.target)) return
  if (isLetter(event)) calmKeys()
  const pressed = event.target instanceof Element && event.target.closest('button, a') !== null
  if ((event.key === ' ' || event.key === 'Enter') && pressed && !underDialog) event.preventDefault()
}
if (typeof window !== 'undefined') window.addEventListener('keydown', before, { capture: true })

/** Letters that decide nothing, and may be held down. */
const moves: ReadonlySet<string> = new Set(['J', 'K'])

export type Keys = Record<string, () => void>

/**
 * Binds keys while the screen is in front. Plain keys are left to fields that have the focus; keys with Ctrl or Alt
 * and those named in `always` are not. Below an open dialog only those in `always` work.
 */
export function useKeys(keys: Keys, always: readonly string[] = []): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (composing(event) || event.defaultPrevented) return
    const name = keyName(event)
    const action = keys[name]
    if (!action || (isLetter(event) && !moves.has(name) && (event.repeat || keysAreCalm()))) return
    if ((underDialog || dialogOpen()) && !always.includes(name)) return
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

/** The keys of the screens that are in front, listed under `?`. */
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
