/** The form of a code: what is sent, and what a refusal, a late answer or another number does to it. */
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { OpenOrder } from '#subjects/registrations/contract/calls/invite.ts'
import { stubCalls, written } from '#test/sent.ts'
import { notices, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import type { CodeOrder } from './code-order.ts'
import { useCodeForm } from './code-form.ts'

const start = { phone: '0912345678', package: 'MO90' }
const sentCode = {
  orderCode: 'c1',
  sentAt: '2026-11-02T02:00:00.000Z',
  expiresAt: '2026-11-02T02:05:00.000Z',
}
const openOrder: OpenOrder = {
  orderCode: 'c0',
  phone: '912345678',
  customerId: null,
  package: 'MO90',
  sentAt: '2026-11-02T02:00:00.000Z',
  left: 60_000,
  tries: 2,
}

/** The form in a page, over a server that answers both buttons by `answer`. */
function form(answer: (asks: boolean) => unknown, open: OpenOrder[] = [], first = start) {
  const calls = stubCalls((path) => answer(path.includes('inviteGetOTP')))
  const registered: CodeOrder[] = []
  const done = (order: CodeOrder) => void registered.push(order)
  const used = hookInPage(() => useCodeForm({ type: '9084', start: first, open, done }))
  const type = (name: 'phone' | 'package' | 'otp', text: string) =>
    act(() => used.current.form.set(name, text))
  return { calls, used, registered, type }
}
const good = (asks: boolean): unknown => (asks ? sentCode : { id: 'd1', status: 'SUCCESS', result: 'OK' })

test('D2-INVIT-15: a code is requested with the typed values, then confirmed by its order; then the form is cleared', async () => {
  const { calls, used, registered, type } = form(good)
  await act(() => used.current.getCode.run())
  expect(used.current.order).toMatchObject({ code: 'c1', pack: 'MO90', lives: 300_000 })
  type('otp', '1234')
  expect(used.current.mayConfirm).toBe(true)
  await act(() => used.current.form.submit())
  expect(written(calls)).toMatchObject([
    ['POST /api/v1/vas/mobifone/inviteGetOTP', { type: '9084', ...start }],
    ['POST /api/v1/vas/mobifone/inviteConfirmOTP', { ...start, otp: '1234', transIdGetOtp: 'c1' }],
  ])
  expect(registered).toMatchObject([{ code: 'c1' }])
  expect(used.current.order).toBeNull()
  expect(used.current.form.values).toEqual({ phone: '', package: '', otp: '' })
})

test('D2-INVIT-16: without a code nothing is confirmed, and a missing digit is reported before anything is sent', async () => {
  const { calls, used } = form(good)
  await act(() => used.current.form.submit())
  expect(calls).toEqual([])
  await act(() => used.current.getCode.run())
  await act(() => used.current.form.submit())
  expect(used.current.form.errors).toHaveProperty('otp')
  expect(written(calls)).toHaveLength(1)
})

test('D2-INVIT-15: a code belongs to its number and package only; typing them again shows it again', async () => {
  const { used, type } = form(good)
  await act(() => used.current.getCode.run())
  type('phone', '0912345679')
  expect(used.current.order).toBeNull()
  type('phone', '84 912 345 678')
  expect(used.current.order?.code).toBe('c1')
  type('package', ' mo90 ')
  expect(used.current.order?.code).toBe('c1')
  type('package', 'MO120')
  expect([used.current.order, used.current.mayConfirm]).toEqual([null, false])
})

test('D3-OTP-06: a code that arrives after the number was changed belongs to its own number', async () => {
  const late = Promise.withResolvers<typeof sentCode>()
  const { used, type } = form(() => late.promise)
  let request = Promise.resolve(false)
  act(() => void (request = used.current.getCode.run()))
  type('phone', '0987654321')
  await act(async () => {
    late.resolve(sentCode)
    await request
  })
  expect(used.current.order).toBeNull()
  type('phone', start.phone)
  expect(used.current.order?.code).toBe('c1')
})

test('D3-OTP-02: a wrong code empties its box and can be tried again', async () => {
  const { used, registered, type } = form(() => {
    throw new AppError('VALIDATION', 'Sai mã', { fields: { otp: 'Sai mã, còn 1 lần' } })
  }, [openOrder])
  type('otp', '1234')
  await act(() => used.current.form.submit())
  expect(used.current.form.values.otp).toBe('')
  expect(used.current.order?.code).toBe('c0')
  expect(registered).toEqual([])
})

test('D3-OTP-02: a used or expired code is removed; a new one can be requested', async () => {
  const { used, type } = form(() => {
    throw new AppError('CONFLICT', 'Mã đã hết hạn')
  }, [openOrder])
  type('otp', '1234')
  await act(() => used.current.form.submit())
  await screen.findByText(/Mã đã hết hạn/)
  expect(used.current.order).toBeNull()
  expect(used.current.mayAsk).toBe(true)
})

test('D3-BELL-03: an error of a field is shown at it, any other as a notice; the previous code stays', async () => {
  let fields: Record<string, string> | undefined = { phone: 'Số không hợp lệ' }
  const { used } = form(() => {
    throw new AppError('VALIDATION', 'Không gửi được mã', { ...(fields && { fields }) })
  }, [openOrder])
  const toasts = notices()
  const page = document.body.appendChild(document.createElement('form'))
  page.innerHTML = '<input aria-invalid="true">'
  used.current.form.element.ref.current = page
  await act(() => used.current.getCode.run())
  expect(used.current.form.errors).toEqual({ phone: 'Số không hợp lệ' })
  expect(toasts).toEqual([])
  fields = undefined
  await act(() => used.current.getCode.run())
  expect(toasts).toEqual([expect.stringContaining('Không gửi được mã')])
  expect(used.current.order?.code).toBe('c0')
  expect(used.current.getCode.busy).toBe(false)
})
