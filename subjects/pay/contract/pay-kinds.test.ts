/** Pay settings typed as lines or sent as JSON: parsing, and reasons for refusals. */
import { expect, test } from 'vitest'
import { readDays } from './pay-kinds.ts'
import { payrollSettings } from './payroll-settings.ts'
import { readSetting, showSetting, type Setting } from '#platform/contract/settings/kinds.ts'

const {
  tinh_luong_bac_hoa_hong: tiers,
  tinh_luong_luong_co_ban_nv: amounts,
  tinh_luong_ngay_le: days,
} = payrollSettings

test('the default values are those of the documents (D2-CFG-13 to D2-CFG-19, D2-Q-161, D3-PAY-02)', () => {
  expect(
    Object.fromEntries(Object.entries(payrollSettings).map(([key, setting]) => [key, setting.default])),
  ).toMatchObject({
    tinh_luong_luong_co_ban: 5_000_000,
    tinh_luong_luong_co_ban_nv: {},
    tinh_luong_ngay_cong_chuan: 26,
    tinh_luong_chuyen_can: 300_000,
    tinh_luong_gio_du_cong: 7,
    tinh_luong_gio_nua_cong: 3.5,
    tinh_luong_bac_hoa_hong: [
      { tu: 0, phanTram: 5 },
      { tu: 500_000, phanTram: 7 },
      { tu: 1_000_000, phanTram: 9 },
      { tu: 1_500_000, phanTram: 11 },
      { tu: 2_000_000, phanTram: 13 },
    ],
    tinh_luong_phi_cong_doan: 1,
    tinh_luong_phi_cong_doan_toi_da: 150_000,
    tinh_luong_ngay_le: [],
  })
  expect(Object.values(payrollSettings).every(({ dated }) => dated)).toBe(true)
})

test('tiers are read from lines, JSON text or JSON, and sorted (D2-CFG-19)', () => {
  const value = [
    { tu: 0, phanTram: 5 },
    { tu: 500_000, phanTram: 7.5 },
  ]
  for (const raw of ['500,000: 7.5%\n0: 5', '500.000: 7,5 %\n\n0: 5%', JSON.stringify(value), value])
    expect(readSetting(raw, tiers)).toEqual({ ok: true, value })
  expect(showSetting(value, tiers)).toBe('0: 5%, 500,000: 7.5%')
  for (const raw of ['', 'x', '0: 5\n0: 6', '0: 101', '-1: 5', '0: 5.55', [{ tu: 0 }], {}, null])
    expect([raw, readSetting(raw, tiers).ok]).toEqual([raw, false])
})

test('an invalid tier or amount is refused with the reason (D2-CFG-14, D2-CFG-19)', () => {
  const readingOf = (raw: unknown, setting: Setting) => JSON.stringify(readSetting(raw, setting))
  expect(
    readingOf(
      Array.from({ length: 51 }, (_, tu) => ({ tu, phanTram: 1 })),
      tiers,
    ),
  ).toContain('nhiều hơn 50 bậc')
  expect(readingOf([{ tu: 0, phanTram: 101 }], tiers)).toContain('bậc từ 0 quá 100%')
  expect(readingOf({ sale111: 1_000_000_001 }, amounts)).toContain("của 'sale111' lớn hơn 1,000,000,000 đồng")
})

test('individual base pay is read by account (D2-CFG-14)', () => {
  const value = { sale111: 6_000_000, sale112: 0 }
  for (const raw of ['sale111: 6,000,000\nsale112: 0', JSON.stringify(value), value])
    expect(readSetting(raw, amounts)).toEqual({ ok: true, value })
  expect(readSetting('', amounts)).toEqual({ ok: true, value: {} })
  for (const raw of ['sale111', 'sale111: -5', 'a: 1\na: 2', ': 5', [1], 7])
    expect([raw, readSetting(raw, amounts).ok]).toEqual([raw, false])
})

test('holidays are valid dates, each once, sorted (D3-PAY-14)', () => {
  const value = ['17/02/2026', '02/09/2026']
  for (const raw of [
    '02/09/2026, 17/02/2026',
    '17/02/2026\n02/09/2026\n17/02/2026',
    JSON.stringify(value),
    value,
  ])
    expect(readSetting(raw, days)).toEqual({ ok: true, value })
  expect(readSetting('', days)).toEqual({ ok: true, value: [] })
  for (const raw of ['30/02/2026', '2/9/2026', '2026-09-02', [5], 5])
    expect([raw, readSetting(raw, days).ok]).toEqual([raw, false])
})

test.each([
  ['CN', 'Chủ nhật'],
  ['chu nhat', 'Chủ nhật'],
  ['T2', 'Thứ hai'],
  ['Thứ  7', 'Thứ bảy'],
  ['thứ sáu', 'Thứ sáu'],
])('the day off %s reads as %s, as people write it (D3-RULE-01)', (text, day) => {
  expect(readDays(text, true)).toEqual({ ok: true, value: [day] })
  expect(readDays(text).ok).toBe(false)
})

test.each(['T1', 'T8', 'thu', 'CNN'])('%s is refused as a weekday (D3-RULE-01)', (text) => {
  expect(readDays(text, true).ok).toBe(false)
})
