/** Every pay component of the contract appears in list, sums, sheet, slip, dialog, explanation and comparison from its row alone. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  payFacts,
  payFigures,
  signOf,
  slipLines,
  termsOf,
  typedNames,
  type PayComponent,
  type PayFigure,
} from '#subjects/pay/contract/pay-lists.ts'
import { figureLabel, tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import type { Comparison, Explanation } from '#subjects/pay/contract/calls/payroll.ts'
import type { Slip } from '#subjects/pay/contract/calls/payslip.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { nothingTyped, payrollCalls, type PayrollCalls } from '#test/payroll-calls.ts'

let server: ImportServer
let calls: PayrollCalls
const defaults = JSON.stringify(payrollDefaults)
const username = 'sale111'
type Figures = Record<PayFigure, number>

beforeAll(async () => {
  server = await startImportServer()
  calls = payrollCalls(server)
})
afterAll(() => server.close())

/** Distinct amounts for all components, with consistent sums; `times` varies them by month. */
function figuresOf(times: number): Figures {
  const amountOf = (name: PayComponent): number =>
    payFacts[name].role === 'sum'
      ? termsOf(name).reduce((sum, [term, sign]) => sum + sign * amountOf(term), 0)
      : times * (payFigures.indexOf(name as PayFigure) + 1)
  return Object.fromEntries(payFigures.map((name) => [name, amountOf(name)])) as Figures
}

/** Inserts a closed month that stores a row with these figures. */
async function closed(month: string, figures: Partial<Figures>): Promise<void> {
  const [mm = '', yyyy = ''] = month.split('/')
  const row = { id: `${username}:${mm}-${yyyy}`, username, fullname: 'An', thangTinhLuong: month, daChot: 1 }
  await server.pool.query(sql`
    WITH c AS (
      INSERT INTO payroll_closing (thang, tham_so, viec, chot_boi)
      VALUES (${`${yyyy}-${mm}-01`}, ${defaults}, '[]', 'admin') RETURNING id)
    INSERT INTO payroll_closed_row SELECT id, ${username}, ${JSON.stringify({ ...row, ...figures })} FROM c`)
}

const read = async <Answer>(path: string): Promise<Answer> => {
  const answer = await (await server.as('admin')).get(path)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Answer
}
const [was, now] = [figuresOf(1_000), figuresOf(3_000)]

test('each figure is a column of list and sheet, with a sum unless it is a rate (D2-PAYF, D2-PAY-15, D2-PAY-20)', async () => {
  await closed('01/2019', was)
  const list = await calls.list('admin', '01/2019', `&username=${username}`)
  expect(list.values[0]).toMatchObject(was)
  for (const name of payFigures)
    expect([name, list[`cong_${name}`]]).toEqual([name, payFacts[name].rate ? undefined : was[name]])
  const [head = [], row = []] = (
    await server.download('admin', `/api/v1/tinhluong/export?startDate=01/2019&username=${username}`)
  ).rows.map(({ cells }) => cells)
  for (const name of payFigures) {
    const index = tinhluong.list.indexOf(name)
    expect([name, head[index], row[index]]).toEqual([name, tinhluong.fields[name].label, was[name]])
  }
})

test('each line is on the slip, and a step of the comparison with its name; no rounding remains (D3-PAY-04, D3-PAY-09)', async () => {
  await closed('02/2019', now)
  const slip = await read<Slip>(`/api/v1/phieuluong?username=${username}&startDate=02/2019`)
  expect(Object.fromEntries(slip.dong.map(({ cot, gia_tri }) => [cot, gia_tri]))).toEqual(
    Object.fromEntries(slipLines.map((name) => [name, now[name]])),
  )
  const { buoc } = await read<Comparison>(`/api/v1/tinhluong/sosanh?username=${username}&startDate=02/2019`)
  // Base pay and commission have two steps each, by their inputs.
  const split: readonly PayFigure[] = ['luongTheoNgayCong', 'hoaHongThucTinh']
  for (const name of slipLines.filter((line) => signOf(line) !== 0 && !split.includes(line)))
    expect([name, buoc.find(({ nhan }) => nhan === figureLabel(name))?.so]).toEqual([
      name,
      signOf(name) * (now[name] - was[name]),
    ])
  expect(buoc.map(({ nhan }) => nhan)).not.toContain('Làm tròn')
  expect(buoc.reduce((sum, { so }) => sum + so, 0)).toBe(now.luongThucNhan - was.luongThucNhan)
})

test('each figure is explained: a typed one by its entry, a sum by its terms, another by its formula (D3-PAY-03)', async () => {
  const month = '03/2018'
  const amounts = Object.fromEntries(typedNames.map((name, index) => [name, (index + 1) * 1_000]))
  const saved = await calls.put('admin', {
    ...nothingTyped,
    ...amounts,
    username,
    thangTinhLuong: month,
    canCuCheTai: null,
  })
  expect(saved.status).toBe(200)
  const dialog = await calls.post('admin', '/findTinhLuong', { username, thangTinhLuong: month })
  expect(dialog.data).toMatchObject(amounts)
  const row = saved.data as Figures
  const valueOf = (name: PayComponent): number =>
    name in row ? row[name as PayFigure] : (amounts[name] ?? 0)
  for (const name of payFigures) {
    const explanation = await read<Explanation>(
      `/api/v1/tinhluong/giaithich?username=${username}&startDate=${month}&cot=${name}`,
    )
    expect([name, explanation.nhan, explanation.gia_tri]).toEqual([name, figureLabel(name), row[name]])
    expect([name, explanation.cong_thuc]).not.toEqual([name, ''])
    const terms = termsOf(name)
    const isTyped = payFacts[name].typed !== undefined
    expect([name, isTyped && explanation.nguon?.tong, isTyped && row[name]]).toEqual([
      name,
      isTyped && amounts[name],
      isTyped && amounts[name],
    ])
    const parts = explanation.thanh_phan.map(({ gia_tri, dau }) => [gia_tri, dau])
    const total = terms.reduce((sum, [term, sign]) => sum + sign * valueOf(term), 0)
    expect([
      name,
      explanation.la_tong,
      explanation.la_tong && parts,
      explanation.la_tong && row[name],
    ]).toEqual([
      name,
      terms.length > 0,
      terms.length > 0 && terms.map(([term, sign]) => [valueOf(term), sign]),
      terms.length > 0 && total,
    ])
  }
})

test('each typed amount is a column of the sheet, with its sign in net pay (D2-PAY-28, D3-PAY-07)', async () => {
  const { columns, fields } = { ...typedSheet.sheet, fields: typedSheet.fields }
  const amounts = Object.fromEntries(typedNames.map((name, index) => [name, index + 1]))
  const file = csv([
    columns.map((name) => fields[name].label),
    columns.map((name) => (name === 'username' ? username : (amounts[name] ?? ''))),
  ])
  const before = await calls.rowOf(username, '04/2018')
  const ready = await server.ready('admin', typedSheet.path, 'nhap.csv', file, '?thangTinhLuong=04/2018')
  await server.save('admin', ready.id)
  const stored = await calls.post('admin', '/findTinhLuong', { username, thangTinhLuong: '04/2018' })
  expect(stored.data).toMatchObject(amounts)
  const after = await calls.rowOf(username, '04/2018')
  const due = typedNames.reduce((sum, name) => sum + signOf(name) * (amounts[name] ?? 0), 0)
  const fee = Number(after?.phiCongDoan) - Number(before?.phiCongDoan)
  expect(Number(after?.luongThucNhan) - Number(before?.luongThucNhan)).toBe(due - fee)
  const { rows } = await server.pool.query(sql`
    SELECT name, typed_sign(name) AS sign FROM unnest(${typedNames as readonly string[]}::text[]) AS n (name)`)
  expect(rows).toEqual(typedNames.map((name) => ({ name, sign: signOf(name) })))
})

test('a month closed before a component existed has 0 for it, and keeps its calculation (D3-PAY-06)', async () => {
  await closed('03/2019', {})
  const row = await calls.rowOf(username, '03/2019')
  for (const name of payFigures) expect([name, row?.[name]]).toEqual([name, 0])
  const { buoc } = await read<Comparison>(`/api/v1/tinhluong/sosanh?username=${username}&startDate=03/2019`)
  expect(buoc.reduce((sum, { so }) => sum + so, 0)).toBe(-now.luongThucNhan)
  const unlike = await server.pool.query(sql`
    WITH c AS (
      INSERT INTO payroll_closing (thang, tham_so, viec, chot_boi) VALUES ('2017-05-01', ${defaults}, '[]', 'admin') RETURNING id)
    INSERT INTO payroll_closed_row
      SELECT c.id, r.username, to_jsonb(r) - ${slipLines as readonly string[]}::text[] FROM c, payroll('2017-05-01', ${defaults}) r
    RETURNING closing_id AS id`)
  const { rows } = await server.pool.query(sql`SELECT * FROM payroll_unlike(${unlike.rows[0].id})`)
  expect(rows).toEqual([])
})
