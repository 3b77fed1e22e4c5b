/** Notices of the operating system about due items while the page is not in view (D3-BELL-02). */
import { createStore } from '#kit/web/store.ts'
import { storedText, storeText } from '#kit/web/storage.ts'

const key = 'system-notices'

/** 'ask' until the user has answered, 'blocked' when the browser forbids them, 'none' where they do not exist. */
export type SystemNoticeState = 'ask' | 'on' | 'off' | 'blocked' | 'none'

function stateNow(): SystemNoticeState {
  if (typeof Notification === 'undefined') return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  const answer = storedText(key)
  if (answer === 'off') return 'off'
  return Notification.permission === 'granted' && answer === 'on' ? 'on' : 'ask'
}

/** What the user and the browser allow. */
export const systemNotices = createStore<SystemNoticeState>(stateNow())

/** Turns them on, only after a click: the browser then asks once. */
export async function allowSystemNotices(): Promise<void> {
  storeText(key, 'on')
  if (Notification.permission === 'default') await Notification.requestPermission()
  systemNotices.set(stateNow())
}

/** Turns them off in this browser, and does not ask again. */
export function refuseSystemNotices(): void {
  storeText(key, 'off')
  systemNotices.set(stateNow())
}

/** Shows `text` unless the page is in view; a later one on the same subject replaces it. A click opens the page. */
export function showSystemNotice(title: string, text: string, about: string): void {
  if (systemNotices.get() !== 'on' || document.hasFocus()) return
  const notification = new Notification(title, { body: text, tag: about })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}
