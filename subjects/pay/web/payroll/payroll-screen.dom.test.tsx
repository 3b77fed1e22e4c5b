/** 'Tính lương': who has which of its buttons, its month and its dialogs (D2-PAY, D3-PAY-04, D3-PAY-14). */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { addMonths, thisMonth } from '#kit/contract/month.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { explanationOf, payRowOf } from './pay-row.fixture.ts'
import PayrollScreen from './payroll-screen.tsx'

type Given = {
  actor?: Actor
  values?: PayRow[]
  odd?: { cho: boolean }[]
  search?: string
  read?: () => void
}

function payroll({
  actor = actorOf(2),
  values = [payRowOf('an'), payRowOf('binh')],
  odd = [],
  search = '',
  read,
}: Given = {}) {
  stubSizes({ offsetHeight: 600, clientHeight: 600, clientWidth: 4_000, offsetWidth: 100 })
  signIn(actor)
  const calls = stubCalls((path) => {
    if (/batthuong/i.test(path)) return { values: odd, count: odd.length }
    if (/giaithich/i.test(path)) return explanationOf('luongThucNhan')
    if (path.includes('/thangDau')) return { thang: null }
    if (!path.startsWith('/api/v1/tinhluong?')) return nothingThere
    read?.()
    return { ...nothingThere, values, count: values.length }
  })
  const user = open(
    <TabProvider tab={{ screen: 'tinhluong', active: true, search, keep: () => undefined }}>
      <PayrollScreen />
    </TabProvider>,
  )
  const requests = (): string[] =>
    calls.flatMap(({ path }) => (path.startsWith('/api/v1/tinhluong?') ? [decodeURIComponent(path)] : []))
  return { calls, user, requests }
}
const findRow = () => screen.findByText('Tên an')
const managing = ['Chốt lương', 'Nhập file chấm công', 'Nhập file dữ liệu nhập tay']

beforeEach(() => queryClient.clear())

test('D2-PAY-29, D2-PAY-30: users who manage pay close and import, unrestricted ones export; a seller does neither', async () => {
  payroll()
  await findRow()
  expect(reading().buttons).toEqual(expect.arrayContaining([...managing, 'Xuất báo cáo']))
  cleanup()
  queryClient.clear()
  payroll({ actor: { ...actorOf(2), restricted: true } })
  await findRow()
  expect(reading().buttons).toEqual(expect.arrayContaining(managing))
  expect(reading().buttons).not.toContain('Xuất báo cáo')
  cleanup()
  queryClient.clear()
  payroll({ actor: actorOf(5) })
  await findRow()
  const all = [...managing, 'Xuất báo cáo']
  expect(reading().buttons.filter((name) => all.includes(name) || name.startsWith('Chấm công'))).toEqual([])
})

test('D2-PAY-03: another month is loaded; the running month is marked as provisional, a closed one as closed', async () => {
  const { requests, user } = payroll()
  await findRow()
  expect(reading().text).toContain('Tạm tính')
  await user.click(screen.getByRole('button', { name: 'Tháng trước' }))
  const before = addMonths(thisMonth(), -1)
  await waitFor(() => expect(requests().at(-1)).toContain(`startDate=${before}`))
  await screen.findByRole('button', { name: `Tháng ${before}` })
  expect(screen.queryByText('Tạm tính')).toBeNull()
  expect(screen.queryByText('Đã chốt')).toBeNull()
  cleanup()
  queryClient.clear()
  payroll({ values: [payRowOf('an', { daChot: 1 })], search: 'startDate=09%2F2026' })
  await findRow()
  expect(screen.getByText('Đã chốt')).toBeTruthy()
})

test('D3-PAY-14: irregular rows are counted while they wait, and without any there is no button', async () => {
  payroll({ odd: [{ cho: true }, { cho: true }, { cho: false }] })
  await screen.findByRole('button', { name: /^Chấm công bất thường ?2$/ })
  cleanup()
  queryClient.clear()
  payroll({ odd: [{ cho: false }] })
  await screen.findByRole('button', { name: /^Chấm công bất thường$/ })
  cleanup()
  queryClient.clear()
  payroll()
  await findRow()
  expect(screen.queryByRole('button', { name: /^Chấm công bất thường/ })).toBeNull()
})

test('D3-PAY-04: Space explains the focused row; from there keys lead to the next person and to the typed values', async () => {
  const { user } = payroll()
  const name = await findRow()
  await user.click(name)
  await user.keyboard(' ')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Tên an')
  expect(dialog.textContent).toContain('dòng 1 trong 2')
  await user.click(within(dialog).getByRole('button', { name: 'Người sau' }))
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('dòng 2 trong 2'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Sửa/ }))
  await waitFor(() => expect(screen.getByRole('dialog').textContent).not.toContain('dòng 2 trong 2'))
})

test('D2-PAY-29: a file is imported for the month of the list', async () => {
  const { user } = payroll({ search: 'startDate=09%2F2026' })
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Nhập file chấm công' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('tháng 09/2026')
})

test('a month without rows exports nothing and says why; one that cannot be loaded says so', async () => {
  payroll({ values: [] })
  await waitFor(() => expect(reading().off['Xuất báo cáo']).toBeTruthy())
  cleanup()
  queryClient.clear()
  payroll({
    read: () => {
      throw new AppError('INTERNAL', 'Máy chủ lỗi')
    },
  })
  await screen.findByText('Máy chủ lỗi')
})
