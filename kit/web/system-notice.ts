/** Notices of the operating system for what is due while the page is not looked at (D3-BELL-02). */
import { createStore } from './store.ts'
import { storedText, storeText } from './storage.ts'

const key = 'system-notices'

/** 'ask' until the person has answered, 'blocked' when the browser forbids it, 'none' where there are none. */
export type SystemNoticeState = 'ask' | 'on' | 'off' | 'blocked' | 'none'

function stateNow(): SystemNoticeState {
  if (typeof Notification === 'undefined') return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  const answer = storedText(key)
  if (answer === 'off') return 'off'
  return Notification.permission === 'granted' && answer === 'on' ? 'on' : 'ask'
}

/** What the person and the browser allow. */
export const systemNotices = createStore<SystemNoticeState>(stateNow())

/** Turns them on, from a click only: the browser then asks once. */
export async function allowSystemNotices(): Promise<void> {
  storeText(key, 'on')
  if (Notification.permission === 'default') await Notification.requestPermission()
  systemNotices.set(stateNow())
}

/** Turns them off in this browser, and asks no more. */
export function refuseSystemNotices(): void {
  storeText(key, 'off')
  systemNotices.set(stateNow())
}

/** Shows `text` unless the page is looked at; a later one about the same takes its place. A click comes back to the page. */
export function showSystemNotice(title: string, text: string, about: string): void {
  if (systemNotices.get() !== 'on' || document.hasFocus()) return
  const shown = new Notification(title, { body: text, tag: about })
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
  })
}
