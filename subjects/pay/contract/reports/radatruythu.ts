/** 'Ra-đa truy thu': evidence that may support a recovery, never a verdict (D3-PAY-12). */
import { f } from '#kit/contract/field.ts'
import { defineReport } from '#kit/contract/report.ts'

/** Kinds of evidence; an evidence id starts with its kind and a colon. */
export const radarKinds = [
  { value: 'hoan_hai_lan', label: 'Hoàn hai lần' },
  { value: 'tin_hai_don', label: 'Một tin, hai đơn' },
  { value: 'khong_xac_nhan', label: 'Bán không xác nhận' },
  { value: 'mat_thanh_cong', label: 'Mất thành công trong 24 giờ' },
  { value: 'khong_dang_ky', label: 'Đồng ý nhưng không đăng ký' },
  { value: 'ti_le_hoan', label: 'Tỉ lệ hoàn cao' },
] as const
export type RadarKind = (typeof radarKinds)[number]['value']

const seenStates = [
  { value: '1', label: 'Đã xem', tone: 'green', icon: 'check' },
  { value: '0', label: 'Chưa xem', tone: 'grey', icon: 'ring' },
] as const

export const radatruythu = defineReport({
  path: 'radatruythu',
  title: 'Ra-đa truy thu',
  noun: 'chứng cứ',
  fields: {
    id: f.text({ label: 'Mã' }),
    luc: f.instant({ label: 'Thời gian', width: 152 }),
    loai: f.choice({ label: 'Loại', options: radarKinds, width: 188 }),
    username_nv: f.text({ label: 'Mã nhân viên', short: 'Mã NV', width: 96 }),
    ten_nv: f.text({ label: 'Tên nhân viên', width: 152 }),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', width: 116 }),
    goi_cuoc: f.text({ label: 'Gói cước', name: true, short: 'Gói', width: 84 }),
    so_tien: f.money({ label: 'Số tiền', width: 96 }),
    bang_chung: f.note({ label: 'Bằng chứng', width: 320 }),
    da_xem: f.flag({ label: 'Đã xem', options: seenStates, width: 112 }),
    nguoi_xem: f.text({ label: 'Người xem', width: 96 }),
    luc_xem: f.instant({ label: 'Xem lúc', width: 152 }),
    ghi_chu: f.note({ label: 'Ghi chú', width: 200 }),
    // Empty when computed on request.
    tinh_luc: f.instant({ label: 'Tính lúc' }),
  },
  list: [
    'luc',
    'loai',
    'username_nv',
    'ten_nv',
    'so_dien_thoai',
    'goi_cuoc',
    'so_tien',
    'bang_chung',
    'da_xem',
    'nguoi_xem',
    'luc_xem',
    'ghi_chu',
  ],
  card: { key: 'ten_nv' },
  also: ['id', 'tinh_luc'],
  writes: true,
  key: 'id',
  owner: null,
  order: [['luc', 'desc']],
  filter: {
    loai: { field: f.choice({ label: 'Loại', options: radarKinds }) },
    da_xem: { field: f.flag({ label: 'Đã xem', options: seenStates }) },
    username: { field: f.staff({ label: 'Nhân viên' }) },
  },
  periods: [{ on: 'luc', from: 'startDate', to: 'endDate', label: 'Thời gian', default: 'month' }],
  totals: { tongSoTien: { sum: 'so_tien' } },
  behind: {},
  sources: [
    'radatruythu',
    'requestrefund',
    'mfy',
    'mesbank',
    'baodo',
    'dsdttinhluong',
    'care/history',
    'setting',
  ],
  exportAs: { file: 'Ra-da-truy-thu.xlsx' },
  paging: { sizes: [20, 50, 100, 200], size: 50 },
  may: { read: 'managesPay', export: ['managesPay', 'unrestricted'] },
})
