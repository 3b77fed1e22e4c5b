/** Whatever components of pay the contract names, each has its column, its line of slip and explanation, and its field of the dialog. */
import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  explainedFigures,
  payFacts,
  payFigures,
  slipGroups,
  slipLines,
  typedNames,
} from '#subjects/pay/contract/pay-lists.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { figureLabel, tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { EditRowDialog } from './edit-row-dialog.tsx'
import { ExplainDrawer } from './explain-drawer.tsx'
import { explanationOf, payRowOf } from './pay-row.fixture.ts'
import { figureText, payrollColumns, payrollTotals } from './payroll-columns.tsx'
import { Slip } from './slip.tsx'

/** A different amount of each. */
const row = payRowOf('an', Object.fromEntries(payFigures.map((name, index) => [name, 1_000 * (index + 1)])))

beforeEach(() => queryClient.clear())

test('each figure is a column that opens its explanation, with its sum in the footer unless it is a rate', () => {
  const opened: string[] = []
  const columns = payrollColumns(actorOf(1), {
    edit: () => undefined,
    explain: (_, figure) => void opened.push(figure),
  })
  const sums = Object.keys(tinhluong.totals).map((name) => [name, 7])
  const totals = payrollTotals({ ...Object.fromEntries(sums), count: 1 })
  for (const name of payFigures) {
    const column = columns.find(({ key }) => key === name)
    const { label, full = label, short = label, width = 104, rate } = payFacts[name]
    expect(column).toMatchObject({ title: short, full, width, numeric: true })
    expect([name, column?.text?.(row)]).toEqual([name, figureText(name, row[name])])
    expect([name, totals[name]]).toEqual([name, rate ? undefined : figureText(name, 7)])
    const { container } = render(<>{column?.cell(row)}</>)
    within(container).getByRole('button').click()
  }
  expect(opened).toEqual(payFigures)
})

test('each line is on the slip in its group, with a minus for deductions', () => {
  const dong = slipLines.map((cot) => ({
    cot,
    gia_tri: row[cot],
    trang_thai: 'chua' as const,
    xac_nhan_luc: null,
    trao_doi: [],
  }))
  open(
    <Slip
      slip={{ hang: row, tam_tinh: false, truoc: null, cua_minh: true, dong }}
      explain={() => undefined}
    />,
  )
  for (const { label, less, lines } of slipGroups) {
    const group = within(screen.getByRole('region', { name: label }))
    for (const name of lines) {
      const line = group.getByRole('listitem', { name: tinhluong.fields[name].label, hidden: true })
      within(line).getByText(formatMoney(less ? -row[name] : row[name]))
    }
  }
})

test('each figure is a line of the explanation', async () => {
  stubCalls((path) =>
    path.includes('/giaithich')
      ? explanationOf('chiTra')
      : { thang_truoc: '09/2026', truoc: null, nay: row, buoc: [], values: [] },
  )
  open(<ExplainDrawer row={row} figure="chiTra" place="dòng 1 trong 1" onClose={() => undefined} />)
  await screen.findByRole('dialog')
  const lines = [...document.querySelectorAll<HTMLElement>('[data-line]')]
  expect(lines.map(({ dataset }) => dataset.line)).toEqual(explainedFigures)
  for (const [index, name] of explainedFigures.entries()) {
    expect(lines[index]?.textContent).toContain(figureLabel(name))
    expect(lines[index]?.textContent).toContain(figureText(name, row[name]))
  }
})

test('each typed amount is a field of the dialog and is sent', async () => {
  const typed = Object.fromEntries(typedNames.map((name, index) => [name, 10 * (index + 1)]))
  const found = {
    username: 'an',
    fullname: 'Tên an',
    thangTinhLuong: '10/2026',
    ngayCongThucTe: 20,
    ngayCongChamCong: 20,
    ngayCongDaSua: false,
    canCuCheTai: null,
    version: 3,
    ...typed,
  }
  const calls = stubCalls((path) => (path.includes('findTinhLuong') ? found : row))
  const user = open(<EditRowDialog row={row} onSaved={() => undefined} onClose={() => undefined} />)
  for (const name of typedNames) {
    const { label } = payFacts[name]
    expect(await screen.findByLabelText(new RegExp(`^${label}( \\*)?$`))).toHaveProperty(
      'value',
      formatMoney(typed[name] ?? 0),
    )
  }
  const first = await screen.findByLabelText(/^Ngày công thực tế/)
  await user.clear(first)
  await user.type(first, '21')
  await user.click(screen.getByRole('button', { name: /^Lưu/ }))
  await waitFor(() =>
    expect(written(calls).at(-1)).toMatchObject([
      expect.stringMatching(/^PUT /),
      { ...typed, ngayCongThucTe: 21, version: 3 },
    ]),
  )
})
