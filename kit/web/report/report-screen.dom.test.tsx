/** A report: its rows and sums, who exports it, what is filtered, and what is beside it. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import type { Priority } from '#platform/contract/abilities.ts'
import { stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { ReportScreen } from './report-screen.tsx'

const [sum] = Object.entries(reportstaffrevenue.totals).flatMap(([name, total]) =>
  'sum' in total ? [{ name, of: total.sum }] : [],
)
if (!sum) throw new Error('no sum')
const row = { username_nv: 'sale1', ten_nv: 'Trần An', [sum.of]: 90_000 }
const rows = { values: [row], count: 1, [sum.name]: 120_000 }

const others = (path: string): unknown =>
  path.includes('chedoxem') ? { lists: [], values: [], chosen: {} } : { values: [], count: 0 }

function report(
  props: Partial<Parameters<typeof ReportScreen>[0]> = {},
  answer: () => unknown = () => rows,
  priority: Priority = 2,
) {
  stubSizes({ offsetHeight: 320, offsetWidth: 100, clientWidth: 1200 })
  signIn(actorOf(priority))
  const sent = stubCalls((path) => (path.includes(reportstaffrevenue.path) ? answer() : others(path)))
  const user = open(<ReportScreen report={reportstaffrevenue} {...props} />)
  const asked = (): string[] =>
    sent.flatMap(({ path }) => (path.includes(reportstaffrevenue.path) ? [path] : []))
  return { user, asked }
}

const read = (): Promise<void> => vi.waitFor(() => expect(reading().text).toContain('1 nhân viên'))

test('the grand total is in the footer and links to the rows it sums', async () => {
  report()
  await read()
  const foot = within(document.querySelector('tfoot') ?? document.body)
  const [figure] = foot.getAllByRole('link', { name: '120,000' })
  expect(figure?.getAttribute('href')).toMatch(/^\/.+startDate=/)
})

test('the part beside the report gets the sums by column and their filters', async () => {
  const beside = vi.fn<NonNullable<Parameters<typeof ReportScreen>[0]['beside']>>(() => (
    <aside>Biểu đồ</aside>
  ))
  report({ beside })
  expect(screen.queryByText('Biểu đồ')).toBeNull()
  expect(await screen.findByText('Biểu đồ')).not.toBeNull()
  const [sums, filters] = beside.mock.calls.at(-1) ?? []
  expect(sums?.[sum.of]).toBe(120_000)
  const [period] = reportstaffrevenue.periods
  expect(Object.keys(filters ?? {})).toEqual(expect.arrayContaining(period ? [period.from, period.to] : []))
})

test('a figure may render more than its number', async () => {
  report({ figure: (name) => (name === sum.of ? <b>xem riêng</b> : undefined) })
  expect(await screen.findAllByText('xem riêng')).not.toEqual([])
})

test('a reader who may not choose people gets no people filter, and a report has no search box', async () => {
  report()
  await read()
  expect(reading().text).toContain('Nhân viên Tất cả')
  expect(screen.queryByRole('searchbox')).toBeNull()
  document.body.innerHTML = ''
  report({}, () => rows, 5)
  await read()
  expect(reading().text).not.toContain('Nhân viên Tất cả')
})

test('only a reader who may export gets the export button', async () => {
  const exporting = (): boolean => reading().buttons.some((name) => name.startsWith('Xuất'))
  report()
  await read()
  expect(exporting()).toBe(true)
  document.body.innerHTML = ''
  report(
    { report: { ...reportstaffrevenue, may: { ...reportstaffrevenue.may, export: 'root' as never } } },
    () => rows,
    5,
  )
  await read()
  expect(exporting()).toBe(false)
})

test('a report that cannot be loaded says why and can be retried', async () => {
  let fails = true
  const { user, asked } = report({}, () => {
    if (fails) throw new AppError('INTERNAL', 'Máy chủ lỗi')
    return rows
  })
  const again = await screen.findByRole('button', { name: /Thử lại/ })
  expect(reading().text).toContain('Máy chủ lỗi')
  fails = false
  await user.click(again)
  await read()
  expect(asked()).toHaveLength(2)
})

test('a report without rows says so, in its own words if declared', async () => {
  report({ empty: 'Chưa có doanh thu' }, () => ({ values: [], count: 0 }))
  expect(await screen.findByText('Chưa có doanh thu')).not.toBeNull()
})
