/** Sums beside the payment list, and the sheets of a file (D3-ACC-04, D3-PAY-15, D3-PAY-16). */
import { expect, test } from 'vitest'
import type { PayoutKind, PayoutRow } from '#subjects/pay/contract/calls/payouts.ts'
import { amountOf, partsOf, partsOfFile } from './payout-sums.ts'

const row = (kieu: PayoutKind, so: number, con = 0): PayoutRow => ({ kieu, so, con }) as PayoutRow
const rows = [
  row('chi', 100, 100),
  row('bu', 90, 20),
  row('da_tai', 80),
  row('thua', 70, -5),
  row('thua', -1, -9),
  row('thua', 0, -9),
  row('chua_co', 60, 60),
  row('tien_mat', 50),
  row('am', -40),
  row('khong', 0),
]

test('D3-ACC-04: the parts of a list add up to the whole, each person in one of them', () => {
  const { next, more, filed, over, missing, cash, above, below, none, all } = partsOf(rows)
  expect([next, more, filed, over, missing, cash].map(({ sum }) => sum)).toEqual([100, 90, 80, 70, 60, 50])
  expect([above, below, none, all]).toEqual([
    { people: 6, sum: 450 },
    { people: 2, sum: -41 },
    { people: 2, sum: 0 },
    { people: 10, sum: 409 },
  ])
})

test('D3-PAY-16: a partially paid person gets the remainder in the next file', () => {
  expect(rows.slice(0, 3).map((one) => amountOf(one))).toEqual([100, 20, 80])
})

test('D3-PAY-15: a file whose form separates the paying bank has one sheet for each part with lines', () => {
  const sheets = (cung: number | null): unknown => partsOfFile({ cung, so_dong: 3 })
  expect([null, 0, 1, 3].map((cung) => sheets(cung))).toEqual([
    [undefined],
    ['khac'],
    ['cung', 'khac'],
    ['cung'],
  ])
})
