/** Reminders: a toast, a notice of the system, and how both stay away (D3-BELL-02, D3-BELL-03). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import { onToast, type Toast } from '#kit/web/feedback.ts'
import { remindOf } from './reminders.ts'
import { allowSystemNotices, refuseSystemNotices } from './system-notice.ts'

/** What the browser was asked to show; it has granted permission. */
let system: { body: string; tag: string }[]
let toasts: Toast[]
let focused: boolean
let subject = 0

beforeEach(async () => {
  stubStorage()
  system = []
  toasts = []
  focused = false
  subject += 1
  onToast((toast) => toasts.push(toast))
  class Shown {
    static readonly permission = 'granted'
    constructor(_title: string, options: { body: string; tag: string }) {
      system.push(options)
    }
    addEventListener(): void {
      // Nobody clicks here.
    }
  }
  vi.stubGlobal('Notification', Shown)
  vi.stubGlobal('document', { hasFocus: () => focused })
  await allowSystemNotices()
})
afterEach(() => vi.unstubAllGlobals())

const remind = (newest: string, more: { inView?: boolean; whose?: string } = {}): void =>
  remindOf({ about: `due ${subject}`, whose: 'sale111', text: `đến giờ ${newest}`, newest, ...more })

test('a reminder is a toast of 30 s, and one browser notification per newest reminder while the page is in the background (D3-BELL-02, D3-BELL-03)', () => {
  remind('09:00')
  remind('09:00')
  expect(toasts.map(({ time, text }) => [time, text])).toEqual([
    [30_000, 'đến giờ 09:00'],
    [30_000, 'đến giờ 09:00'],
  ])
  expect(system).toEqual([{ body: 'đến giờ 09:00', tag: `due ${subject}` }])
  remind('09:05')
  expect(system).toHaveLength(2)
})

test('no browser notification is shown while the page is visible, nor after permission was denied (D3-BELL-02)', () => {
  focused = true
  remind('09:00')
  focused = false
  refuseSystemNotices()
  remind('09:05')
  expect([toasts.length, system.length]).toEqual([2, 0])
})

test('a screen in front that shows the reminder itself gets no toast (D3-BELL-02)', () => {
  remind('09:00', { inView: true })
  expect([toasts.length, system.length]).toEqual([0, 1])
})

test('a closed reminder stays away in every window until something newer is due; it still comes for another person (D3-BELL-02)', () => {
  remind('09:00')
  toasts[0]?.onClose?.()
  remind('09:00')
  remind('08:59')
  expect(toasts).toHaveLength(1)
  remind('09:00', { whose: 'sale112' })
  remind('09:01')
  expect(toasts).toHaveLength(3)
})
