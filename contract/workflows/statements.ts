/** Statements of refund partners, held against the orders that were sent to them (D3-ACC-05, docs/providers.md). */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'
import { f, type Option } from '../kit/field.ts'
import type { SheetTarget } from '../kit/resource.ts'
import { instant } from '../kit/shapes.ts'
import { mostMoney } from '../money.ts'

/** Where a partner says that an order is, by the words of its interface or in Vietnamese. */
export const statementStates = [
  { value: 'processing', label: 'Đang xử lý', tone: 'blue', icon: 'half' },
  { value: 'completed', label: 'Hoàn thành', tone: 'green', icon: 'dot' },
  { value: 'returned', label: 'Hoàn tiền', tone: 'red', icon: 'dot' },
  { value: 'refused', label: 'Không nhận', tone: 'grey', icon: 'dash' },
] as const satisfies readonly Option[]

/** One row an order; the partner and the days are those of the upload. */
export const statementSheet = {
  path: 'saokedoitac',
  title: 'Sao kê đối tác',
  fields: {
    ma_don: f.text({ label: 'Mã đơn', required: true, max: 64, width: 280 }),
    ngay: f.date({ label: 'Ngày', required: true, width: 112 }),
    so_tien: f.money({ label: 'Số tiền', required: true, max: mostMoney, width: 120 }),
    trang_thai: f.choice({ label: 'Trạng thái', options: statementStates, required: true, width: 132 }),
    da_tra: f.money({ label: 'Đã trả', required: true, max: mostMoney, width: 120 }),
  },
  sheet: {
    firstRow: 2,
    columns: ['ma_don', 'ngay', 'so_tien', 'trang_thai', 'da_tra'],
    ignore: ['STT', '#'],
    unit: 'dòng',
  },
  may: { read: 'managesPay', import: 'managesPay' },
} as const satisfies SheetTarget

const statement = z.strictObject({
  id: z.string(),
  doi_tac: z.string(),
  tu_ngay: z.string(),
  den_ngay: z.string(),
  boi: z.string(),
  luc: instant,
  so_dong: z.int(),
  /** Sum of what it says was paid, in đồng. */
  da_tra: z.int(),
})
export type Statement = z.output<typeof statement>

export const statementList = defineCall({
  method: 'GET',
  path: `/api/v1/${statementSheet.path}`,
  may: 'managesPay',
  summary: 'The newest 50 statements of refund partners, and the partners that there are',
  input: z.object({}),
  answer: z.strictObject({ values: z.array(statement), doi_tac: z.array(z.string()) }),
})

export const statementTexts = {
  noPartner: 'Chọn đối tác của sao kê',
  noDays: 'Nhập từ ngày và đến ngày của sao kê',
  daysTurned: 'Đến ngày phải từ ngày đầu trở đi, tối đa 366 ngày',
  outside: 'Ngày nằm ngoài khoảng của sao kê',
} as const
/** Most days of one statement. */
export const statementDays = 366
