/** What a change would do to each number: one price with its difference, several side by side, and why some stay. */
import { expect, test } from 'vitest'
import type { PricedRow, SimPrice } from '#subjects/sims/contract/calls/sim-prices.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { PricePreview } from './price-preview.tsx'

const row = (overrides: Partial<PricedRow>): PricedRow => ({
  id: overrides.so_dien_thoai_co_dau_cham ?? 'row',
  so_dien_thoai_co_dau_cham: 'plain',
  types: 'sim_loc_phat',
  fate: 'changes',
  why: null,
  before: { gia_khach_hang: 430_000, gia_goc: 100_000, gia_si_1: 200_000 },
  after: { gia_khach_hang: 452_000, gia_goc: 105_000, gia_si_1: 210_000 },
  above: 347_000,
  ...overrides,
})
const values = [
  row({}),
  row({ so_dien_thoai_co_dau_cham: 'low', fate: 'low', above: -5_000 }),
  row({ so_dien_thoai_co_dau_cham: 'kept', fate: 'kept', why: 'đã bán' }),
  row({ so_dien_thoai_co_dau_cham: 'refused', fate: 'refused', why: 'giá quá lớn' }),
]

const preview = (prices: readonly SimPrice[]) =>
  read(
    <PricePreview
      preview={{ count: 4, changes: 2, low: 1, kept: 1, refused: 1, sums: [], values }}
      selection={{ fate: 'all', part: '' }}
      onShow={() => undefined}
      prices={prices}
      note={null}
    />,
  )

test('D3-SIM-09: one price shows its difference and its distance to the base price; an unchanged number says why', () => {
  const { rows, html } = preview(['gia_khach_hang'])
  expect(rows).toEqual([
    ['Số điện thoại', 'Loại số', 'Giá khách hàng', 'Giá mới', 'Thêm', 'So với giá gốc'],
    ['plain', 'Sim lộc phát', '430,000', '452,000', '+22,000', '+347,000'],
    ['low', 'Sim lộc phát', '430,000', '452,000', '+22,000', '−5,000'],
    ['kept', 'Sim lộc phát', '430,000', 'giữ giá', 'đã bán'],
    ['refused', 'Sim lộc phát', '430,000', '452,000', 'giá quá lớn'],
  ])
  expect(html.match(/<tr data-look="\w+"/g)).toEqual(['<tr data-look="kept"', '<tr data-look="red"'])
  expect(html.match(/data-look="amber"/g)).toHaveLength(1)
  expect(html.match(/colSpan="2"/gi)).toHaveLength(2)
})

test('D3-SIM-09: several prices are side by side; the base price is not compared with itself', () => {
  const { rows, html } = preview(['gia_goc', 'gia_si_1', 'gia_khach_hang'])
  expect(rows.slice(1)).toEqual([
    ['plain', 'Sim lộc phát', '100,000 → 105,000', '200,000 → 210,000', '430,000 → 452,000'],
    ['low', 'Sim lộc phát', '100,000 → 105,000', '200,000 → 210,000', '430,000 → 452,000'],
    ['kept', 'Sim lộc phát', '', 'đã bán'],
    ['refused', 'Sim lộc phát', '', 'giá quá lớn'],
  ])
  expect(html.match(/colSpan="2"/gi)).toHaveLength(2)
  expect(preview(['gia_goc']).rows[1]?.at(-1)).toBe('')
})
