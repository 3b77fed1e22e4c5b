/**
 * Salary-calculation revenue: a register kept by accounting, by form and upload, on which nothing depends (D2-SALREV, D2-Q-191). Each
 * column has its own permission and is never sent without it (D2-Q-190).
 */
import { f, type Field } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { mostAmount } from '#kit/contract/money.ts'
import { registerMay } from './expenses.ts'

/** Minimum amount: negative ones are allowed. */
const least = -mostAmount

const facts = {
  kenh: f.text({ label: 'Kênh', max: 200, width: 96 }),
  username_nv: f.text({ label: 'Mã nhân viên', name: true, short: 'Mã NV', max: 200, width: 88 }),
  ten_nv: f.text({ label: 'Tên nhân viên', name: true, max: 200, width: 160 }),
  so_dien_thoai_cs: f.phone({ label: 'SĐT chăm sóc', width: 124 }),
  goi_cuoc: f.text({ label: 'Gói cước', name: true, max: 200, width: 96 }),
  gia_goi_cuoc: f.money({ label: 'Giá gói cước', min: least, width: 116 }),
  ngay_dang_ky: f.instant({ label: 'Ngày đăng ký', width: 160 }),
  ket_qua_doi_soat: f.text({ label: 'Kết quả đối soát', max: 200, width: 136 }),
  so_tien_hoan: f.money({ label: 'Số tiền hoàn', min: least, width: 116 }),
  ti_le_doanh_thu_tinh_luong: f.number({
    label: 'Tỉ lệ doanh thu tính lương (%)',
    decimals: 2,
    percent: true,
    max: 100,
    width: 196,
  }),
  doanh_thu_tinh_luong: f.money({ label: 'Doanh thu tính lương', min: least, width: 156 }),
  nha_mang: f.text({ label: 'Nhà mạng', max: 200, width: 112 }),
  ma_chi_nhanh: f.text({ label: 'Mã chi nhánh', max: 200, width: 112 }),
  doi_tac: f.text({ label: 'Đối tác', max: 200, width: 160 }),
  gia_von: f.money({ label: 'Giá vốn', min: least, width: 108 }),
  hoa_hong_1: f.money({ label: 'Hoa hồng 1', min: least, width: 108 }),
  hoa_hong_cn: f.money({ label: 'Hoa hồng CN', min: least, width: 112 }),
  so_tien_khach_hang_thanh_toan_thuc: f.money({
    label: 'Số tiền KH thanh toán thực',
    min: least,
    width: 184,
  }),
  chenh_lech: f.money({ label: 'Chênh lệch', min: least, width: 108 }),
  chi_phi: f.money({ label: 'Chi phí', min: least, width: 100 }),
  ho_tro: f.money({ label: 'Hỗ trợ', min: least, width: 100 }),
} as const

type Facts = typeof facts
type Name = keyof Facts & string

/** In the column order of the sheet (D2-COL-08). */
const columns = [
  'kenh',
  'username_nv',
  'ten_nv',
  'so_dien_thoai_cs',
  'goi_cuoc',
  'gia_goi_cuoc',
  'ngay_dang_ky',
  'ket_qua_doi_soat',
  'so_tien_hoan',
  'ti_le_doanh_thu_tinh_luong',
  'doanh_thu_tinh_luong',
  'nha_mang',
  'ma_chi_nhanh',
  'doi_tac',
  'gia_von',
  'hoa_hong_1',
  'hoa_hong_cn',
  'so_tien_khach_hang_thanh_toan_thuc',
  'chenh_lech',
  'chi_phi',
  'ho_tro',
] as const satisfies readonly Name[]

const rightOf = (name: Name) => `doanhthutinhluong.column.${name}` as const

/** Restricts reading and writing of each field to its permission. */
const guarded = Object.fromEntries(
  columns.map((name): [Name, Field] => [name, { ...facts[name], see: rightOf(name), write: rightOf(name) }]),
) as {
  [N in Name]: Facts[N] & { see: `doanhthutinhluong.column.${N}`; write: `doanhthutinhluong.column.${N}` }
}

export const doanhthutinhluong = defineResource({
  path: 'doanhthutinhluong',
  title: 'Doanh thu tính lương',
  noun: 'bản ghi',
  fields: {
    id: f.id(),
    ...guarded,
    createdAt: f.instant({ label: 'Ngày nhập', write: 'never' }),
    // A record without a day is sorted by its creation; the filter requires the permission to see the days.
    xep_luc: f.instant({ label: 'Ngày đăng ký', write: 'never', see: rightOf('ngay_dang_ky') }),
  },
  list: columns,
  card: { state: 'ket_qua_doi_soat', money: 'doanh_thu_tinh_luong' },
  order: [['createdAt', 'desc']],
  sort: ['ngay_dang_ky', 'username_nv', 'doanh_thu_tinh_luong'],
  filter: {
    so_dien_thoai_cs: { on: 'so_dien_thoai_cs', op: 'phone', placeholder: 'Tìm SĐT chăm sóc' },
    username_nv: { on: 'username_nv', op: 'contains' },
  },
  periods: [{ on: 'xep_luc', from: 'startDate', to: 'endDate', label: 'Ngày đăng ký', default: 'month' }],
  form: columns,
  inline: ['ket_qua_doi_soat', 'ti_le_doanh_thu_tinh_luong', 'doanh_thu_tinh_luong'],
  sheet: { firstRow: 2, columns, notAhead: ['ngay_dang_ky'], unit: 'bản ghi' },
  exportAs: { file: 'Doanh-thu-tinh-luong.xlsx' },
  totals: {
    tong_gia_goi_cuoc: { sum: 'gia_goi_cuoc' },
    tong_so_tien_hoan: { sum: 'so_tien_hoan' },
    tong_doanh_thu_tinh_luong: { sum: 'doanh_thu_tinh_luong' },
    tong_gia_von: { sum: 'gia_von' },
    tong_hoa_hong_1: { sum: 'hoa_hong_1' },
    tong_hoa_hong_cn: { sum: 'hoa_hong_cn' },
    tong_so_tien_khach_hang_thanh_toan_thuc: { sum: 'so_tien_khach_hang_thanh_toan_thuc' },
    tong_chenh_lech: { sum: 'chenh_lech' },
    tong_chi_phi: { sum: 'chi_phi' },
    tong_ho_tro: { sum: 'ho_tro' },
  },
  softDelete: true,
  listNoLimit: 'unrestricted',
  may: registerMay('doanhthutinhluong'),
})
