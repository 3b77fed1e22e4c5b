/** Reminders of what is due: one that was closed stays away until something new is due (D3-BELL-02). */
import { toast } from './feedback.ts'
import { storedText, storeText } from './storage.ts'
import { showSystemNotice } from './system-notice.ts'

/** A toast of a reminder stays so long, in ms (D2-CONST-13). */
const shownFor = 30_000

const keyOf = (about: string): string => `reminder ${about}`

/** What the system has said already on this page, by subject. */
const saidBySystem = new Map<string, string>()

type Reminder = {
  /** What it is about: one of them is on the screen. */
  about: string
  /** The signed-in person. */
  whose: string
  text: string
  /** The newest of what is due, as an instant. */
  newest: string
  /** The screen in front says it already: no toast. */
  shown?: boolean
}

/** Reminds until it is closed in any window of the browser, or nothing is due. */
export function remindOf({ about, whose, text, newest, shown }: Reminder): void {
  const closed = storedText(keyOf(about))?.split(' ')
  if (closed?.[0] === whose && (closed[1] ?? '') >= newest) return
  const onClose = (): void => storeText(keyOf(about), `${whose} ${newest}`)
  if (!shown) toast('info', text, { time: shownFor, about, onClose })
  if ((saidBySystem.get(about) ?? '') >= newest) return
  saidBySystem.set(about, newest)
  showSystemNotice('Nhắc việc', text, about)
}
