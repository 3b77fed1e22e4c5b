/** The table of pay components is consistent: terms of sums, positions in the typed sheet, formulas and orders. */
import { expect, test } from 'vitest'
import { payGroups, type PayFacts } from './pay-components.ts'
import {
  dialogGroups,
  explainedFigures,
  payFacts,
  payFigures,
  signOf,
  slipGroups,
  slipLines,
  termsOf,
  typedNames,
  type PayComponent,
} from './pay-lists.ts'
import { basisPlace, typedSheet } from './lists/payroll-sheets.ts'

const rows = Object.entries(payFacts) as [PayComponent, PayFacts][]

test('every pay component belongs to a sum, and every part to a line, except the final payment and the bases', () => {
  for (const [name, { role, into }] of rows) {
    const target = rows.find(([other]) => other === into)?.[1].role
    const expected = role === 'part' ? 'line' : role === 'basis' || name === 'chiTra' ? undefined : 'sum'
    expect([name, target ?? null]).toEqual([name, expected ?? null])
  }
  for (const [name, { role }] of rows)
    expect([name, role === 'sum' && termsOf(name).length === 0]).toEqual([name, false])
})

test('each line stands in the slip group of its sum, so that each group has one sign', () => {
  for (const { label, less, lines } of slipGroups)
    for (const line of lines) expect([label, line, signOf(line) === -1]).toEqual([label, line, less])
  expect(slipGroups.flatMap(({ lines }) => lines).toSorted()).toEqual([...slipLines].toSorted())
  expect(Object.keys(payGroups)).toEqual([...new Set(payFigures.map((name) => payFacts[name].group))])
})

test('earnings are added to net pay, deductions and sanctions subtracted; bases and figures after net pay do neither (D3-PAY-03)', () => {
  const signs = (names: readonly PayComponent[]): number[] => names.map(signOf)
  expect(signs(['hoaHongSim', 'thuongLeTet', 'tongLuongCoBan', 'tongLuongThang'])).toEqual([1, 1, 1, 1])
  expect(signs(['baoHiemXaHoi', 'tongCheTai', 'tongKhauTru'])).toEqual([-1, -1, -1])
  expect(signs(['tongDoanhThuGiaGoc', 'luongCoBan', 'chiTra'])).toEqual([0, 0, 0])
})

test('D3-PAY-11: each typed amount has its column in the sheet, beside that of the basis of sanctions; all are in the dialog', () => {
  const places = typedNames.map((name) => payFacts[name].typed)
  const all = [...places, basisPlace].toSorted((a, b) => Number(a) - Number(b))
  expect(all).toEqual(Array.from({ length: typedNames.length + 1 }, (_, index) => index + 1))
  expect(typedSheet.sheet.columns[basisPlace]).toBe('canCuCheTai')
  for (const name of typedNames)
    expect([name, typedSheet.sheet.columns.indexOf(name)]).toEqual([name, payFacts[name].typed])
  const inDialog = dialogGroups.flatMap(([, names]) => names)
  expect([...inDialog].toSorted()).toEqual(['ngayCongThucTe', ...typedNames].toSorted())
})

test('every figure is explained in exactly one way: as typed, by its terms or by a formula of known figures', () => {
  expect([...explainedFigures].toSorted()).toEqual([...payFigures].toSorted())
  for (const name of payFigures) {
    const { typed, formula, of = [] } = payFacts[name]
    const ways = [typed !== undefined, termsOf(name).length > 0, formula !== undefined]
    expect([name, ways.filter(Boolean).length]).toEqual([name, 1])
    for (const part of of) expect([name, part in payFacts]).toEqual([name, true])
  }
})

test('D2-PAY-10: the documented order is kept: the sheet starts with the fourteen amounts, and the explanation has pay revenue before the price of packages', () => {
  expect(typedSheet.sheet.columns.slice(0, basisPlace + 1)).toEqual(
    `username luongHocViec hoaHongDichVu hoaHongSim thiDuaThang thuongKhuyenKhich thuongLeTet hoTroBaoHiemXaHoi nhanKhac baoHiemXaHoi
    cheTaiSaiNoiQuyCongTy cheTaiSaiNghiepVu cheTaiKhieuNai cheTaiKhac kyQuyTamUng canCuCheTai`.split(/\s+/),
  )
  const index = explainedFigures.indexOf('tongDoanhThuVasTinhLuong')
  expect(explainedFigures[index + 1]).toBe('tongDoanhThuGiaGoc')
  expect(payFigures.indexOf('tongDoanhThuGiaGoc')).toBe(payFigures.indexOf('tongDoanhThuVasTinhLuong') - 1)
  // The dialog shows lines before the parts of a line.
  expect(dialogGroups.at(-1)?.[1].slice(0, 3)).toEqual([
    'baoHiemXaHoi',
    'kyQuyTamUng',
    'cheTaiSaiNoiQuyCongTy',
  ])
})
