/** 'Đơn theo đối tác': orders sent to each refund partner by day, with their outcome (D3-ACC-05). */
import { f } from '#kit/contract/field.ts'
import { defineReport } from '#kit/contract/report.ts'

const count = (label: string) => f.number({ label, width: 88 })
const sum = (label: string) => f.money({ label, width: 124 })

export const reportdoitac = defineReport({
  path: 'reportdoitac',
  title: 'Đơn theo đối tác và ngày',
  noun: 'ngày',
  fields: {
    id: f.text({ label: 'Mã' }),
    ngay: f.date({ label: 'Ngày gửi', width: 112 }),
    doi_tac: f.text({ label: 'Đối tác', width: 148 }),
    da_gui: count('Đã gửi'),
    tien_gui: sum('Tiền gửi'),
    hoan_thanh: count('Hoàn thành'),
    tien_hoan_thanh: sum('Tiền đã trả'),
    hoan_tien: count('Hoàn tiền'),
    tien_hoan_tien: sum('Tiền hoàn lại'),
    khong_nhan: count('Không nhận'),
    dang_cho: count('Đang chờ'),
    tien_dang_cho: sum('Tiền đang chờ'),
  },
  list: [
    'ngay',
    'doi_tac',
    'da_gui',
    'tien_gui',
    'hoan_thanh',
    'tien_hoan_thanh',
    'hoan_tien',
    'tien_hoan_tien',
    'khong_nhan',
    'dang_cho',
    'tien_dang_cho',
  ],
  also: ['id'],
  card: { key: 'doi_tac', money: 'tien_gui' },
  key: 'id',
  owner: null,
  order: [
    ['ngay', 'desc'],
    ['doi_tac', 'asc'],
  ],
  filter: { doi_tac: { field: f.text({ label: 'Đối tác' }), callOnly: true } },
  periods: [{ on: 'ngay', from: 'startDate', to: 'endDate', label: 'Ngày gửi', default: 'month' }],
  totals: {
    tongDaGui: { sum: 'da_gui' },
    tongTienGui: { sum: 'tien_gui' },
    tongHoanThanh: { sum: 'hoan_thanh' },
    tongTienHoanThanh: { sum: 'tien_hoan_thanh' },
    tongHoanTien: { sum: 'hoan_tien' },
    tongTienHoanTien: { sum: 'tien_hoan_tien' },
    tongTienDangCho: { sum: 'tien_dang_cho' },
  },
  behind: {},
  sources: ['requestrefund'],
  exportAs: { file: 'Don-theo-doi-tac.xlsx' },
  paging: { sizes: [20, 50, 100], size: 50 },
  may: { read: 'managesPay', export: ['managesPay', 'unrestricted'] },
})
