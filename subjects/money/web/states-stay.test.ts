/** States that are set in their cells never fold away, however alike the rows are (D3-GRID-12). */
import { expect, test } from 'vitest'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { columnsOf } from '#kit/web/table/column.ts'
import { alike } from '#kit/web/table/folded-columns.ts'
import { mfyColumns } from './mfy/mfy-columns.tsx'
import { refundColumns } from './refunds/refund-columns.tsx'

const actor = actorOf(2)
const fiveOf = <R>(row: object): R[] => ['1', '2', '3', '4', '5'].map((id) => ({ ...row, id })) as R[]

test('D3-GRID-12: both states and the money of Mfy requests stay in a list in which all of them are alike', () => {
  const columns = mfyColumns(actor)(columnsOf(mfy, actor))
  const folded = alike(columns, fiveOf({ trang_thai_thu_tien: '0', trang_thai: '1' }), {}).map(
    ({ key }) => key,
  )
  for (const key of ['trang_thai_thu_tien', 'trang_thai', 'trang_thai_yeu_cau', 'doanh_thu'])
    expect(folded).not.toContain(key)
})

test('D3-GRID-12: transfer, partner and recovery states of refunds stay; a column of zeros without them folds', () => {
  const refunds = refundColumns('requestrefund', [])(columnsOf(requestrefund, actor))
  const report = refundColumns('requestrefundreport', [])(columnsOf(requestrefundreport, actor))
  const row = {
    request_type: '0',
    other_refund: 0,
    is_transfer: 0,
    trang_thai_truy_thu_hoan_them: 'binh_thuong',
  }
  const folded = [refunds, report].map((columns) =>
    alike(columns, fiveOf(row), {}).map(({ key }) => String(key)),
  )
  for (const keys of folded) {
    expect(keys).not.toContain('is_transfer')
    expect(keys).not.toContain('trang_thai_giao_dich_doi_tac')
    expect(keys).not.toContain('trang_thai_truy_thu_hoan_theo_goi')
    expect(keys).not.toContain('trang_thai_truy_thu_hoan_them')
    expect(keys).toContain('other_refund')
  }
})

test('D3-GRID-12: an additional refund with a reason keeps its column, though its amount is 0 like all others', () => {
  const columns = refundColumns('requestrefund', [])(columnsOf(requestrefund, actor))
  const rows = fiveOf<Parameters<typeof alike<never>>[1][number]>({ request_type: '0', other_refund: 0 })
  const [first, ...others] = rows as { id: string }[]
  const mixed = [{ ...first, id: '1', other_reason: 'Khách quen' }, ...others]
  expect(alike(columns, mixed as never, {}).map(({ key }) => key)).not.toContain('other_refund')
})
