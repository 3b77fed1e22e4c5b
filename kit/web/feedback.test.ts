/** Whose words a person reads: the server's before ours, a provider's with its name. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { messages, notice } from '#platform/contract/messages.ts'
import { noticeTone, onToast, showError, toastTime, type Toast } from './feedback.ts'

let toasts: Toast[]
beforeEach(() => {
  toasts = []
  vi.stubGlobal('reportError', () => undefined)
  onToast((toast) => toasts.push(toast))
})
afterEach(() => vi.unstubAllGlobals())

test("the server's message is shown, and a default only where there is none (D1-ERR-06, D2-ERR-01, D2-ERR-02, D2-Q-40)", () => {
  showError(new AppError('VALIDATION', 'File không còn'), 'Tải lên thất bại')
  showError(new AppError('INTERNAL', messages.unknownError), 'Tải lên thất bại')
  showError(new AppError('INTERNAL', messages.unknownError))
  expect(toasts.map(({ text }) => text)).toEqual([
    '[Lỗi]\nFile không còn',
    'Tải lên thất bại',
    '[Lỗi]\nCó lỗi xảy ra. Vui lòng thử lại.',
  ])
})

test('a notice names its channel, and its status if known (D1-ERR-04, D1-ERR-05, D2-ERR-04, D2-ERR-05)', () => {
  const answer = { channel: 'VNPT', message: 'Thuê bao không đủ điều kiện' }
  const words = "[Thông báo từ 'VNPT'] Thuê bao không đủ điều kiện"
  expect(notice(answer)).toBe(words)
  expect(notice({ ...answer, status: 'Unknown' })).toBe(words)
  expect(notice({ ...answer, status: 'FAILD' })).toBe(`${words} (FAILD)`)
})

test('the notice of an approval is shown as a success, that of a provider with a status stays longer (D3-BELL-03)', () => {
  expect(toastTime[noticeTone({ status: 'Unknown' })]).toBe(5_000)
  expect(toastTime[noticeTone({ status: 'FAILD' })]).toBe(15_000)
  expect(toastTime[noticeTone({})]).toBe(15_000)
})

test('a success is shown for 5 s, everything else for 15 s (D1-SHELL-38, D1-SHELL-39, D1-Q-010)', () => {
  expect(toastTime).toEqual({ success: 5_000, failure: 15_000, info: 15_000 })
})
