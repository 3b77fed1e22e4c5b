/** The form that asks for a code and confirms it. */
import { beforeEach, expect, test } from 'vitest'
import { inviteTexts, type OpenOrder } from '#subjects/registrations/contract/calls/invite.ts'
import { queryClient } from '#kit/web/query.ts'
import { hookValue, read, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { CodeCard } from './code-card.tsx'
import { useCodeForm } from './code-form.ts'
import type { InvitedCustomer } from './invited-customer.ts'

const order = (overrides: Partial<OpenOrder> = {}): OpenOrder =>
  ({
    orderCode: 'c1',
    phone: '912345678',
    customerId: null,
    package: 'MO90',
    sentAt: '2026-11-02T02:00:00.000Z',
    left: 60_000,
    tries: 2,
    ...overrides,
  }) as unknown as OpenOrder
const type = '9084'
const nothing = (): void => undefined

const form = (start: { phone: string; package: string }, open: OpenOrder[] = []) =>
  hookValue(() => useCodeForm({ type, start, open, done: nothing }))
const card = (handed: InvitedCustomer | null, open: OpenOrder[] = []): Reading =>
  read(<CodeCard tab={{ type, label: 'Mã OTP' }} handed={handed} open={open} done={nothing} />)

beforeEach(() => queryClient.clear())

test('D2-INVIT-15: a code is requested with number and package, and confirmed with its digits', () => {
  expect(form({ phone: '0912345678', package: 'MO90' })).toMatchObject({ mayAsk: true, mayConfirm: false })
  expect(form({ phone: '0912345678', package: ' ' }).mayAsk).toBe(false)
  expect(form({ phone: '', package: 'MO90' }).mayAsk).toBe(false)
})

test('D3-OTP-06: after a reload the form continues with the newest code, or with that of its customer', () => {
  const open = [order({ orderCode: 'new', phone: '912345679' }), order()]
  expect(form({ phone: '', package: '' }, open)).toMatchObject({
    order: { code: 'new' },
    form: { values: { phone: '0912345679', package: 'MO90', otp: '' } },
  })
  expect(form({ phone: '0912345678', package: 'mo90' }, open).order?.code).toBe('c1')
  const other = form({ phone: '0987654321', package: 'MO90' }, open)
  expect([other.order, other.form.values.phone]).toEqual([null, '0987654321'])
})

test('a number restored as a mask confirms its order and requests no other code', () => {
  const masked = form({ phone: '', package: '' }, [order({ phone: '******678' })])
  expect([masked.mayAsk, masked.order?.code]).toEqual([false, 'c1'])
  expect(card(null, [order({ phone: '******678' })]).text).toContain(inviteTexts.reload)
})

test('D2-INVIT-16: the first button requests the code; once it is sent the second one confirms it', () => {
  const before = card({
    from: 'care',
    phone: '912345678',
    pack: 'MO90',
    packages: [],
    balance: 12_000,
  } as never)
  expect(before.text).toMatch(/Từ .*, đã điền số và gói ?\. Tài khoản chính 12,000 đồng/)
  expect(before.buttons).toContain('Lấy OTP Enter')
  expect(Object.keys(before.off)).toContain('Đăng ký')
  expect(before.text).not.toContain(inviteTexts.sent)
  const sent = card(null, [order()])
  expect(sent.text).toContain(`${inviteTexts.sent} Lúc 09:00:00`)
  expect(sent.text).toContain('Nhập được 2 lần')
  expect(Object.keys(sent.off)).toContain('Đăng ký Enter')
  expect(sent.buttons).toContain('Lấy OTP')
})

test('when only the number was passed on, the form says so', () => {
  const handed = { from: 'offer', phone: '912345678', pack: '', packages: [], balance: null } as never
  expect(card(handed).text).toMatch(/đã điền số /)
  expect(card(handed).text).not.toContain('Tài khoản chính')
})
