/** Reminders of due items: a closed one stays away until something new is due (D3-BELL-02). */
import { toast } from '#kit/web/feedback.ts'
import { storedText, storeText } from '#kit/web/storage.ts'
import { showSystemNotice } from './system-notice.ts'

/** How long the toast of a reminder stays, in ms (D2-CONST-13). */
const shownFor = 30_000

const keyOf = (about: string): string => `reminder ${about}`

/** The newest instant already shown by a system notice on this page, by subject. */
const saidBySystem = new Map<string, string>()

type Reminder = {
  /** Subject; one toast of it at a time. */
  about: string
  /** The signed-in person. */
  whose: string
  text: string
  /** Time of the newest due item. */
  newest: string
  /** The screen in front shows it already: no toast. */
  inView?: boolean
}

/** Reminds until the user closes it in any window of the browser, or nothing is due. */
export function remindOf({ about, whose, text, newest, inView }: Reminder): void {
  const closed = storedText(keyOf(about))?.split(' ')
  if (closed?.[0] === whose && (closed[1] ?? '') >= newest) return
  const onClose = (): void => storeText(keyOf(about), `${whose} ${newest}`)
  if (!inView) toast('info', text, { time: shownFor, about, onClose })
  if ((saidBySystem.get(about) ?? '') >= newest) return
  saidBySystem.set(about, newest)
  showSystemNotice('Nhắc việc', text, about)
}
