/** Notices: how long they stay, what closes them, and which one gives way. */
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastTime } from '#kit/web/feedback.ts'
import { open } from './page.fixture.tsx'
import { showToast } from './toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => void vi.runAllTimers())
  vi.useRealTimers()
})

const say = (...toasts: Parameters<typeof showToast>[0][]): void => act(() => toasts.forEach(showToast))
const after = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const texts = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('[data-toasts] > div')].map((toast) => toast.textContent)
const first = (): Element => document.querySelector('[data-toasts] > div') ?? document.body

test('D3-BELL-03: a toast stays for the time of its tone, a failure longer, or for a time of its own', () => {
  open(null)
  say(
    { tone: 'success', text: 'xong' },
    { tone: 'failure', text: 'lỗi' },
    { tone: 'info', text: 'ngắn', time: 100 },
  )
  expect(screen.getByRole('alert').textContent).toBe('lỗi')
  after(100)
  expect(texts()).toEqual(['xong', 'lỗi'])
  after(toastTime.success - 100)
  expect(texts()).toEqual(['lỗi'])
  after(toastTime.failure)
  expect(texts()).toEqual([])
})

test('under the pointer a toast stays, and has its whole time afterwards', () => {
  open(null)
  say({ tone: 'success', text: 'xong' })
  after(toastTime.success - 1)
  fireEvent.pointerEnter(first())
  after(toastTime.success)
  expect(texts()).toEqual(['xong'])
  fireEvent.pointerLeave(first())
  after(toastTime.success - 1)
  expect(texts()).toEqual(['xong'])
  after(1)
  expect(texts()).toEqual([])
})

test('the button of a toast acts and closes it; the cross only closes it, and reports that', () => {
  open(null)
  const [run, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  say({ tone: 'info', text: 'có bản mới', action: { label: 'Tải lại', run }, onClose })
  fireEvent.click(screen.getByRole('button', { name: 'Tải lại' }))
  expect([texts().length, run.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1, 0])
  say({ tone: 'info', text: 'có bản mới', action: { label: 'Tải lại', run }, onClose })
  fireEvent.click(screen.getByRole('button', { name: 'Đóng thông báo' }))
  expect([texts().length, run.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1, 1])
  say({ tone: 'info', text: 'hết giờ', onClose })
  after(toastTime.info)
  expect(onClose).toHaveBeenCalledOnce()
})

test('toasts of the same text or subject are shown once, the newest; a fifth toast replaces the oldest', () => {
  open(null)
  say({ tone: 'success', text: 'a' }, { tone: 'success', text: 'a' })
  say({ tone: 'info', text: 'đang nhập', about: 'file' }, { tone: 'success', text: 'đã nhập', about: 'file' })
  expect(texts()).toEqual(['a', 'đã nhập'])
  say(...['b', 'c', 'd'].map((text) => ({ tone: 'success' as const, text })))
  expect(texts()).toEqual(['đã nhập', 'b', 'c', 'd'])
})

test('a long swipe of a finger closes a toast, a short swipe or one of the mouse does not', () => {
  open(null)
  say({ tone: 'success', text: 'xong' })
  const swipe = (pointerType: string, px: number): void => {
    fireEvent.pointerDown(first(), { pointerType, clientX: 0 })
    fireEvent.pointerMove(first(), { pointerType, clientX: px })
    fireEvent.pointerUp(first(), { pointerType, clientX: px })
  }
  swipe('mouse', 200)
  swipe('touch', 60)
  expect(texts()).toEqual(['xong'])
  swipe('touch', -80)
  expect(texts()).toEqual([])
})
