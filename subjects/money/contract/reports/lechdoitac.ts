/** 'Lệch sao kê đối tác': differences between the orders and a partner's newest statement of a day (D3-ACC-05). */
import { f, type Option } from '#kit/contract/field.ts'
import { defineReport } from '#kit/contract/report.ts'
import { statementStates } from '../lists/statement-sheet.ts'

const differenceKinds = [
  { value: 'thieu_ben_ho', label: 'Sao kê thiếu', tone: 'amber', icon: 'triangle' },
  { value: 'thieu_ben_minh', label: 'Không có đơn', tone: 'red', icon: 'cross' },
  { value: 'thang_khac', label: 'Đơn tháng khác', tone: 'amber', icon: 'half' },
  { value: 'so_tien', label: 'Lệch tiền', tone: 'red', icon: 'triangle' },
  { value: 'trang_thai', label: 'Lệch trạng thái', tone: 'amber', icon: 'half' },
  { value: 'hai_lan', label: 'Ghi hai lần', tone: 'red', icon: 'triangle' },
] as const satisfies readonly Option[]

const sum = (label: string, short: string) => f.money({ label, short, width: 112 })
const state = (label: string, short: string, options: readonly Option[]) =>
  f.choice({ label, short, options, width: 124 })

export const lechdoitac = defineReport({
  path: 'lechdoitac',
  title: 'Lệch sao kê đối tác',
  noun: 'chỗ lệch',
  fields: {
    id: f.text({ label: 'Mã' }),
    ngay: f.date({ label: 'Ngày', width: 96 }),
    doi_tac: f.text({ label: 'Đối tác', width: 136 }),
    kieu: f.choice({ label: 'Kiểu lệch', options: differenceKinds, width: 132 }),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', width: 116 }),
    tien_ta: sum('Tiền gửi theo đơn', 'Gửi, đơn'),
    tien_ho: sum('Tiền gửi theo sao kê', 'Gửi, sao kê'),
    tra_ta: sum('Đã trả theo đơn', 'Trả, đơn'),
    tra_ho: sum('Đã trả theo sao kê', 'Trả, sao kê'),
    trang_thai_ta: state('Trạng thái theo đơn', 'Theo đơn', [
      ...statementStates,
      { value: 'unsent', label: 'Chưa gửi', tone: 'grey' },
    ]),
    trang_thai_ho: state('Trạng thái theo sao kê', 'Theo sao kê', statementStates),
    ma_don: f.text({ label: 'Mã đơn', width: 290 }),
  },
  list: [
    'ngay',
    'doi_tac',
    'kieu',
    'so_dien_thoai',
    'tien_ta',
    'tien_ho',
    'tra_ta',
    'tra_ho',
    'trang_thai_ta',
    'trang_thai_ho',
    'ma_don',
  ],
  also: ['id'],
  card: { key: 'so_dien_thoai', state: 'kieu', money: 'tra_ho' },
  key: 'id',
  writes: true,
  owner: null,
  order: [
    ['ngay', 'desc'],
    ['doi_tac', 'asc'],
    ['kieu', 'asc'],
  ],
  filter: {
    doi_tac: { field: f.text({ label: 'Đối tác' }), callOnly: true },
    kieu: { field: f.choice({ label: 'Kiểu lệch', options: differenceKinds }) },
  },
  periods: [{ on: 'ngay', from: 'startDate', to: 'endDate', label: 'Ngày', default: 'month' }],
  totals: { tongTraTa: { sum: 'tra_ta' }, tongTraHo: { sum: 'tra_ho' } },
  behind: {},
  sources: ['lechdoitac', 'requestrefund'],
  exportAs: { file: 'Lech-sao-ke-doi-tac.xlsx' },
  paging: { sizes: [20, 50, 100], size: 50 },
  may: { read: 'managesPay', export: ['managesPay', 'unrestricted'] },
})
