/** The rows behind a figure and their sum: some at first, all when wanted, each a way to its list (D3-PAY-03). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Explanation, SourceRow } from '#subjects/pay/contract/calls/payroll.ts'
import { stubCalls } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { ExplainFigure } from './explain-figure.tsx'
import { explanationOf } from './pay-row.fixture.ts'

const source = (overrides: Partial<SourceRow> = {}): SourceRow => ({
  luc: '2026-10-05',
  nhan: 'Đơn MO90',
  chi_tiet: '0912345678',
  so: 90_000,
  mo: null,
  ...overrides,
})
type Sources = NonNullable<Explanation['nguon']>

/** The figure with these rows; as many as are asked for are answered. */
async function figure(
  values: SourceRow[],
  overrides: Partial<Sources> = {},
  more: Partial<Explanation> = {},
) {
  const calls = stubCalls((path) => {
    const count = Number(new URL(path, 'http://x').searchParams.get('count'))
    const nguon = {
      cua: 'hoaHongThucTinh' as const,
      tong: 450_000,
      count: values.length,
      values: values.slice(0, count),
      ...overrides,
    }
    return explanationOf('hoaHongThucTinh', { nguon, ...more })
  })
  const user = open(
    <ExplainFigure
      username="an"
      month="10/2026"
      figure="hoaHongThucTinh"
      show={() => undefined}
      peek={{ figure: null, set: () => undefined }}
    />,
  )
  await screen.findByText('Công thức hoaHongThucTinh')
  return { calls, user }
}
const rows = () => reading().rows.map((cells) => cells.filter(Boolean))

beforeEach(() => queryClient.clear())

test('D3-PAY-03: each row has its day or time, its description and amount; the footer has their sum', async () => {
  await figure([source(), source({ luc: '2026-10-05T02:00:05.000Z', so: 360_000 }), source({ luc: null })])
  expect(rows()).toEqual([
    ['05-10-2026', 'Đơn MO90', '0912345678', '90,000'],
    ['05-10-2026 09:00:05', 'Đơn MO90', '0912345678', '360,000'],
    ['Đơn MO90', '0912345678', '90,000'],
    ['Cộng 450,000'],
  ])
  expect(screen.getByText('3 dòng')).toBeTruthy()
})

test('D3-PAY-03: rows of another figure name it and use its format', async () => {
  await figure([source({ so: 1 })], { cua: 'ngayCongThucTe', tong: 22.5 })
  expect(screen.getByText(/^1 dòng của “/)).toBeTruthy()
  expect(rows().map((cells) => cells.at(-1))).toEqual(['1.0', 'Cộng 22.5'])
})

test('D3-PAY-03: of many rows the first are shown, and a click shows all', async () => {
  const { calls, user } = await figure(
    Array.from({ length: 1_002 }, (_, index) => source({ nhan: `Đơn ${index}` })),
  )
  expect(rows()).toHaveLength(6)
  await user.click(screen.getByRole('button', { name: 'Xem cả 1,002 dòng' }))
  await waitFor(() => expect(rows()).toHaveLength(501))
  // Other parts of the page may ask for something of their own meanwhile.
  expect(calls.flatMap(({ path }) => /[?&]cot=.*count=(\d+)/.exec(path)?.[1] ?? [])).toEqual(['5', '500'])
  // More than are ever shown are not offered again.
  expect(screen.queryByRole('button', { name: /^Xem cả/ })).toBeNull()
})

test('D3-PAY-03: a row links to its list where the reader may open it', async () => {
  await figure([
    source({ mo: { man_hinh: 'mfy', loc: { phone: '0912345678' } } }),
    source({ nhan: 'Đơn kín' }),
  ])
  expect(screen.getByRole('link', { name: 'Đơn MO90' }).getAttribute('href')).toMatch(
    /mfy\?phone=0912345678$/,
  )
  expect(screen.queryByRole('link', { name: 'Đơn kín' })).toBeNull()
})

test('D3-PAY-03: without rows there is no table; a parameter has its day, author and reason', async () => {
  const set = {
    key: 'a',
    nhan: 'Tỉ lệ',
    gia_tri: '5%',
    tu_ngay: '2026-10-01',
    username: 'ketoan',
    at: '2026-09-30T02:00:00.000Z',
    ly_do: 'QĐ 12',
  }
  const first = { ...set, key: 'b', nhan: 'Mức', tu_ngay: null, username: null, at: null, ly_do: null }
  await figure([], {}, { tham_so: [set, first] })
  expect(screen.queryByRole('table')).toBeNull()
  const [one, other] = within(screen.getByRole('region'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(one).toMatch(/^Tỉ lệ: 5%áp dụng từ 01-10-2026, ketoan đặt 30-09-2026 09:00:00, QĐ 12$/)
  expect(other).toBe('Mức: 5%mức đầu tiên')
})
