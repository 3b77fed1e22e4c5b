/** The list of the payroll: its month, its dialogs, and the row that was just saved. */
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { thisMonth } from '#kit/contract/month.ts'
import { payrollTexts, type PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { payRowOf } from './pay-row.fixture.ts'
import { usePayroll } from './use-payroll.tsx'

async function payroll(search = '', read: () => PayRow[] = () => [payRowOf('an'), payRowOf('binh')]) {
  const calls = stubCalls((path) => {
    const values = path.startsWith('/api/v1/tinhluong') ? read() : []
    return { ...nothingThere, values, count: values.length }
  })
  const used = hookInPage(usePayroll, { screen: 'tinhluong', search })
  await waitFor(() => expect(used.current.list.rows).toHaveLength(read().length))
  return { used, calls }
}

test('D2-PAY-03: the payroll opens with this month, or with that of the address', async () => {
  const { used, calls } = await payroll()
  expect(used.current.month).toBe(thisMonth())
  expect(calls.some(({ path }) => path.includes(`startDate=${encodeURIComponent(thisMonth())}`))).toBe(true)
  expect((await payroll('startDate=09%2F2026')).used.current.month).toBe('09/2026')
})

test('D3-PAY-14: a link to the irregular rows of a month opens them, any other link opens nothing', async () => {
  expect((await payroll('bat_thuong=1')).used.current.open).toEqual({ kind: 'odd' })
  expect((await payroll('bat_thuong=0')).used.current.open).toBeNull()
})

test('D3-PAY-04: Space explains the focused figure, or the net pay; other keys do nothing', async () => {
  const { used } = await payroll()
  const press = (key: string, column: string) => {
    let isHandled: boolean | undefined
    act(() => void (isHandled = used.current.list.rowKey?.(payRowOf('an'), key, column)))
    return isHandled
  }
  expect(press('x', 'tongKhauTru')).toBe(false)
  expect(used.current.open).toBeNull()
  expect(press(' ', 'tongKhauTru')).toBe(true)
  expect(used.current.open).toEqual({ kind: 'explain', username: 'an', figure: 'tongKhauTru' })
  press(' ', 'Tổng')
  expect(used.current.open).toMatchObject({ figure: 'luongThucNhan' })
})

test('D2-PAY-32: a saved row is shown as returned until the list reloads, the others unchanged', async () => {
  let now = [payRowOf('an'), payRowOf('binh')]
  const { used } = await payroll('', () => now)
  now = [payRowOf('an', { chiTra: 9 }), payRowOf('binh')]
  act(() => used.current.saved(payRowOf('an'), {}, payRowOf('an', { chiTra: 5 })))
  expect(used.current.list.rows?.map(({ chiTra }) => chiTra)).toEqual([5, 0])
  await waitFor(() => expect(used.current.list.rows?.map(({ chiTra }) => chiTra)).toEqual([9, 0]))
})

test('D2-PAY-33: when another row was returned the sent values are shown, marked as being calculated', async () => {
  const { used } = await payroll()
  act(() => used.current.saved(payRowOf('an'), { chuyenCan: 3 }, payRowOf('ai khac')))
  expect(used.current.list.rows?.[0]).toMatchObject({
    username: 'an',
    chuyenCan: 3,
    fullname: payrollTexts.calculating,
  })
})

test('D2-PAY-13: a name opens the typed values for those who edit pay, and is plain text for others', async () => {
  const { used } = await payroll()
  const cellOf = (): ReactNode =>
    used.current.list.columns.find(({ key }) => key === 'username')?.cell(payRowOf('an'))
  const user = open(cellOf())
  await user.click(screen.getByRole('button', { name: 'an' }))
  expect(used.current.open).toMatchObject({ kind: 'edit', row: { username: 'an' } })
})

test('D2-PAY-14: a salesperson edits nothing and has no staff filter', async () => {
  signIn(actorOf(5))
  const { used } = await payroll()
  open(used.current.list.columns.find(({ key }) => key === 'username')?.cell(payRowOf('an')))
  expect(screen.queryByRole('button', { name: 'an' })).toBeNull()
  expect(used.current.list.items?.map(({ name }) => name)).not.toContain('username')
})
