/** What the two lists of refunds offer: buttons and dialogs by right, the menu of a row, what its drawer tells. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { topUpType } from '#subjects/money/contract/refund-states.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { leaveErrand } from '#kit/web/errand.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import type { Place } from './order.ts'
import type { RefundRow } from './row-steps.ts'
import { useRefundScreen } from './use-refund-screen.tsx'

const row = (overrides: Partial<RefundRow> = {}): RefundRow =>
  ({
    id: 'r1',
    version: 4,
    request_type: 1,
    number_phone: '912345678',
    package_code: 'VD90',
    refund_price: 90_000,
    quyet_dinh: '0',
    ...overrides,
  }) as RefundRow
const paid = row({ request_type: topUpType, is_transfer: 0, transfer_final_amount: 50_000, approver: 'x' })

function Buttons({ place = 'requestrefund' }: { place?: Place }) {
  const { slots, toolbar, dialogs } = useRefundScreen(place)
  return (
    <>
      {toolbar(<i>Thêm</i>)}
      {slots.make}
      {dialogs}
    </>
  )
}
const slotsFor = (place: Place = 'requestrefund') => hookInPage(() => useRefundScreen(place).slots).current

test('D2-SET-01: without the right the settings of the channels have no button', async () => {
  stubCalls(() => nothingThere)
  open(<Buttons />)
  expect(reading().buttons).toEqual(['Nạp tiền chiết khấu', 'Hoàn tiền gói cước'])
})

test('D2-SET-01: with the right there is one more button', async () => {
  signIn({ ...actorOf(5), permissions: new Set(['requestrefund.doi-kenh-hoan-tien']) })
  stubCalls(() => nothingThere)
  open(<Buttons />)
  expect(reading().buttons[0]).toBe('Cài đặt')
})

test('D2-REFUND-40: each button opens its own dialog, which can be closed', async () => {
  stubCalls((path) => (path.endsWith('/setting') ? [] : nothingThere))
  const user = open(<Buttons />)
  for (const name of ['Nạp tiền chiết khấu', 'Hoàn tiền gói cước']) {
    await user.click(screen.getByRole('button', { name }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(name)
    await user.click(within(dialog).getByRole('button', { name: /^Huỷ/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('a link with a phone opens the refund form with that phone', async () => {
  stubCalls((path) => (path.endsWith('/setting') ? [] : nothingThere))
  leaveErrand('dashboard', 'create', { number_phone: '0912345678' })
  open(<Buttons />)
  expect(await screen.findByDisplayValue('0912345678')).toBeTruthy()
})

test('D2-REFUND-101: the row menu has the steps that the reader may take, and editing for those who may', () => {
  const labels = (of: RefundRow) =>
    slotsFor()
      .rowActions(of)
      .map(({ label }) => label)
  expect(labels(row()).slice(0, 2)).toEqual(['Duyệt', 'Từ chối'])
  expect(labels(row({ quyet_dinh: '1' }))).toContain('Mở lại')
  expect(labels(row({ quyet_dinh: '1' }))).not.toContain('Duyệt')
  expect(labels(row())).toContain('Sửa')
  signIn(actorOf(5))
  expect(labels(row())).toEqual([])
})

test('D2-REFUND-101: a step asks first, then is sent to the list where it was taken, with the version shown', async () => {
  const calls = stubCalls(() => nothingThere)
  const { rowActions } = slotsFor('requestrefundreport')
  act(() =>
    rowActions(row())
      .find(({ label }) => label === 'Từ chối')
      ?.run(),
  )
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('VD90, 0912345678, 90,000 đ')
  within(dialog).getByRole('button', { name: 'Từ chối' }).click()
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)).toEqual([
    [
      'PUT /api/v1/requestrefundreport/setTrangThaiDuyetHoanGoiStatus/r1',
      { trang_thai_duyet_hoan_goi: 2, version: 4 },
    ],
  ])
})

test('D2-REFUND-104: a step on a request decided meanwhile by somebody else is refused and reported', async () => {
  stubCalls((_, { method }) => {
    if (method === 'GET') return nothingThere
    throw new AppError('CONFLICT', 'Đơn này đã được xử lý')
  })
  const { rowActions } = slotsFor()
  act(() =>
    rowActions(row())
      .find(({ label }) => label === 'Duyệt')
      ?.run(),
  )
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Duyệt' })
    .click()
  await screen.findByText(/Đơn này đã được xử lý/)
})

test('the drawer shows only the decision of the row’s own kind', () => {
  const { facts } = slotsFor().drawer
  expect(facts(paid)).toMatchObject({ id: 'r1', version: 4, approver: 'x' })
  expect(facts({ ...paid, trang_thai_duyet_hoan_goi: 0 })).not.toHaveProperty('trang_thai_duyet_hoan_goi')
  const refund = facts(row({ approver: 'x', trang_thai_duyet_hoan_goi: 0 }))
  expect(refund).toMatchObject({ trang_thai_duyet_hoan_goi: 0 })
  expect(refund).not.toHaveProperty('approver')
})

/** What the body of a row's drawer asks the server for. */
async function askedFor(of: RefundRow): Promise<string[]> {
  const calls = stubCalls(() => nothingThere)
  function Body() {
    return useRefundScreen('requestrefund').slots.drawer.body(of)
  }
  open(<Body />)
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  return calls.flatMap(({ path }) => (path.includes(of.id) ? [path] : []))
}

test('D3-PRV-05: managers see the orders at partners in the drawer', async () => {
  expect(await askedFor(row())).toHaveLength(1)
})

test('D3-PRV-05: other roles request no orders at partners', async () => {
  signIn(actorOf(5))
  expect(await askedFor(row())).toEqual([])
})
