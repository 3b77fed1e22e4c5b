/** A new password for somebody else: typed twice or made, and what keeps it from being saved. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#subjects/people/contract/calls/accounts.ts'
import { stubCalls, written } from '#test/sent.ts'
import { publicSettings } from '#kit/web/public-settings.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { accountOf } from './account.fixture.ts'
import { PasswordDialog } from './password-dialog.tsx'

const least = publicSettings.get()['password.length']
const good = 'mat-khau-dai-du-roi'

function dialog(answer: () => unknown = () => null) {
  const calls = stubCalls(answer)
  let closed = 0
  const user = open(<PasswordDialog account={accountOf('lan')} onClose={() => void closed++} />)
  const boxes = [screen.getByLabelText(/Mật khẩu mới/), screen.getByLabelText(/Nhập lại mật khẩu/)] as const
  const save = screen.getByRole('button', { name: /Xác nhận/ })
  return {
    calls,
    user,
    first: boxes[0] as HTMLInputElement,
    second: boxes[1] as HTMLInputElement,
    save,
    closed: () => closed,
  }
}

test('D1-ACC-34: the button is off until both boxes are filled, then sends both and closes', async () => {
  const { calls, user, first, second, save, closed } = dialog()
  expect(save).toHaveProperty('disabled', true)
  await user.type(first, good)
  expect(save).toHaveProperty('disabled', true)
  await user.type(second, good)
  await user.click(save)
  await waitFor(() => expect(closed()).toBe(1))
  expect(written(calls)).toEqual([
    ['POST /api/v1/users/lan/reset-password', { password: good, rePassword: good }],
  ])
})

test('D1-ACC-35: Enter shows what is missing instead of doing nothing', async () => {
  const { calls, user, first } = dialog()
  await user.type(first, '{Enter}')
  expect(reading().text).toContain(texts.noPassword)
  await user.type(first, `${good}{Enter}`)
  expect(reading().text).toContain(texts.noRePassword)
  expect(written(calls)).toEqual([])
})

test('D1-ACC-36: a short password, or two different ones, are not sent', async () => {
  const { calls, user, first, second, save } = dialog()
  await user.type(first, 'a'.repeat(least - 1))
  await user.type(second, 'b')
  await user.click(save)
  expect(reading().text).toContain(texts.passwordShort(least))
  expect(reading().text).toContain(texts.passwordMismatch)
  expect(written(calls)).toEqual([])
})

test('D3-WORD-01: a generated password fills both boxes, is visible, and can be copied; a typed one is hidden', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { user, first, second } = dialog()
  await user.type(first, 'x')
  expect([first.type, second.type]).toEqual(['password', 'password'])
  await user.click(screen.getByRole('button', { name: 'Tạo mật khẩu' }))
  expect(first.type).toBe('text')
  expect(first.value.length).toBeGreaterThanOrEqual(least)
  expect(second.value).toBe(first.value)
  await user.click(screen.getByRole('button', { name: 'Chép mật khẩu' }))
  expect(await navigator.clipboard.readText()).toBe(first.value)
  await user.click(screen.getByRole('button', { name: 'Ẩn mật khẩu' }))
  expect(first.type).toBe('password')
})

test('D3-WORD-01: an empty box offers no copying, and only the first box generates passwords', () => {
  dialog()
  expect(reading().buttons.filter((name) => name.includes('mật khẩu'))).toEqual([
    'Tạo mật khẩu',
    'Hiện mật khẩu',
    'Hiện mật khẩu',
  ])
})

test('a refusal is shown in the dialog, which stays open with the typed text', async () => {
  const { calls, user, first, second, save, closed } = dialog(() => {
    throw new AppError('VALIDATION', texts.holdsAllUnits)
  })
  await user.type(first, good)
  await user.type(second, good)
  await user.click(save)
  await screen.findByText(new RegExp(texts.holdsAllUnits))
  expect(closed()).toBe(0)
  expect(first.value).toBe(good)
  await user.click(save)
  await waitFor(() => expect(written(calls)).toHaveLength(2))
})
