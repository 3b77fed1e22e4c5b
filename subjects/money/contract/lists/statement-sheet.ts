/** The sheet of a refund partner's statement (D3-ACC-05, docs/providers.md). */
import { f, type Option } from '#kit/contract/field.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'
import { mostMoney } from '#kit/contract/money.ts'

/** Order states in a partner's statement, by API code or Vietnamese label. */
export const statementStates = [
  { value: 'processing', label: 'Đang xử lý', tone: 'blue', icon: 'half' },
  { value: 'completed', label: 'Hoàn thành', tone: 'green', icon: 'dot' },
  { value: 'returned', label: 'Hoàn tiền', tone: 'red', icon: 'dot' },
  { value: 'refused', label: 'Không nhận', tone: 'grey', icon: 'dash' },
] as const satisfies readonly Option[]

/** One row per order; partner and days come from the upload. */
export const statementSheet = {
  path: 'saokedoitac',
  title: 'Sao kê đối tác',
  fields: {
    ma_don: f.text({ label: 'Mã đơn', name: true, required: true, max: 64, width: 280 }),
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
