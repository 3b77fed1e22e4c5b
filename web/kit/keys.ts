/** Hot keys: never while Vietnamese is being composed, never while a field has the focus unless asked for. */
import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

const typing = (target: EventTarget | null): boolean => {
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

/** Whether a dialog was open when the key went down: the dialog's own Escape has closed it before ours is asked. */
let underDialog = false
const dialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null
if (typeof window !== 'undefined')
  window.addEventListener('keydown', () => void (underDialog = dialogOpen()), { capture: true })

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
    if (!action) return
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
