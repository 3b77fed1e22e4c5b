/** Refund costs: a register kept by accounting of refunds and top-ups; nothing in it is computed (D2-COST-32 to 37, D2-Q-185). */
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { mostAmount } from '#kit/contract/money.ts'
import { registerMay } from './expenses.ts'

/** An optional amount, which may be negative. */
const amount = <const M extends { label: string }>(more: M) => f.money({ min: -mostAmount, ...more })

/** In the column order of sheet and table (D2-COL-06). */
const columns = [
  'kenh_dang_ky',
  'nha_mang',
  'chi_nhanh_khu_vuc',
  'ma_dl_tinh_luong',
  'stt',
  'username_nhan_vien',
  'ten_nhan_vien',
  'so_dien_thoai',
  'goi_cuoc',
  'trang_thai',
  'yeu_cau_hinh_thuc',
  'thoi_gian_yeu_cau',
  'da_thanh_toan',
  'ghi_nhan_dang_ky',
  'ghi_chu',
  'so_tien_hoan_hoac_nap',
  'so_tien_hoan_them',
  'so_tien_sau_chiet_khau',
  'ti_le_chiet_khau',
  'chenh_lech_chuyen_khoan',
  'so_tien_khach_hang_da_chuyen_khoan',
  'truy_thu_hoan_goi',
  'truy_thu_nap_chiet_khau',
  'truy_thu_hoan_them_thu_hoi',
  'tong_truy_thu',
  'tong_truy_thu_sau_tru_chiet_khau',
  'trang_thai_truy_thu_tien_hoan_theo_goi',
  'trang_thai_truy_thu_tien_hoan_them',
] as const

export const chiphihoantien = defineResource({
  path: 'chiphihoantien',
  title: 'Chi phí hoàn tiền',
  noun: 'bản ghi',
  fields: {
    id: f.id(),
    kenh_dang_ky: f.text({ label: 'Kênh đăng ký', max: 200, width: 112 }),
    nha_mang: f.text({ label: 'Nhà mạng', max: 200, width: 100 }),
    chi_nhanh_khu_vuc: f.text({ label: 'Chi nhánh / khu vực', short: 'Chi nhánh', max: 200, width: 104 }),
    ma_dl_tinh_luong: f.text({ label: 'Mã ĐL tính lương', short: 'Mã ĐL', max: 200, width: 96 }),
    stt: f.text({ label: 'STT', max: 200, width: 56 }),
    username_nhan_vien: f.text({ label: 'Mã nhân viên', name: true, short: 'Mã NV', max: 200, width: 88 }),
    ten_nhan_vien: f.text({ label: 'Tên nhân viên', name: true, max: 200, width: 160 }),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', width: 116 }),
    goi_cuoc: f.text({ label: 'Gói cước', name: true, max: 200, width: 96 }),
    trang_thai: f.text({ label: 'Trạng thái', max: 200, width: 120 }),
    yeu_cau_hinh_thuc: f.text({ label: 'Yêu cầu - hình thức', max: 200, width: 184 }),
    thoi_gian_yeu_cau: f.instant({ label: 'Thời gian yêu cầu', width: 160 }),
    da_thanh_toan: f.text({ label: 'Đã thanh toán', max: 200, width: 128 }),
    ghi_nhan_dang_ky: f.text({ label: 'Ghi nhận đăng ký', max: 200, width: 132 }),
    ghi_chu: f.note({ label: 'Ghi chú', max: 2000, width: 240 }),
    so_tien_hoan_hoac_nap: amount({ label: 'Số tiền hoàn / nạp', width: 140 }),
    so_tien_hoan_them: amount({ label: 'Số tiền hoàn thêm', width: 140 }),
    so_tien_sau_chiet_khau: amount({ label: 'Số tiền sau chiết khấu', width: 160 }),
    ti_le_chiet_khau: f.number({
      label: 'Tỉ lệ chiết khấu (%)',
      decimals: 2,
      percent: true,
      max: 100,
      width: 140,
    }),
    chenh_lech_chuyen_khoan: amount({ label: 'Chênh lệch chuyển khoản', width: 168 }),
    so_tien_khach_hang_da_chuyen_khoan: amount({ label: 'Số tiền KH đã chuyển khoản', width: 184 }),
    truy_thu_hoan_goi: amount({ label: 'Truy thu hoàn gói', width: 132 }),
    truy_thu_nap_chiet_khau: amount({ label: 'Truy thu nạp chiết khấu', width: 164 }),
    truy_thu_hoan_them_thu_hoi: amount({ label: 'Truy thu hoàn thêm / thu hồi', width: 188 }),
    tong_truy_thu: amount({ label: 'Tổng truy thu', width: 120 }),
    tong_truy_thu_sau_tru_chiet_khau: amount({
      label: 'Tổng truy thu sau trừ chiết khấu',
      alias: 'trong_truy_thu_sau_tru_chiet_khau',
      width: 212,
    }),
    trang_thai_truy_thu_tien_hoan_theo_goi: f.text({
      label: 'Trạng thái truy thu tiền hoàn theo gói',
      max: 200,
      width: 240,
    }),
    trang_thai_truy_thu_tien_hoan_them: f.text({
      label: 'Trạng thái truy thu tiền hoàn thêm',
      max: 200,
      width: 220,
    }),
    // Spelled as in table and export of the specification (D2-Q-184).
    trong_truy_thu_sau_tru_chiet_khau: amount({
      label: 'Tổng truy thu sau trừ chiết khấu',
      from: 'tong_truy_thu_sau_tru_chiet_khau',
      write: 'never',
    }),
    // False when the text says top-up, no refund, or paid back.
    hieu_luc: f.flag({ label: 'Tính vào hoàn tiền', write: 'never' }),
    // A record without a time is sorted by its creation.
    xep_luc: f.instant({ label: 'Thời gian yêu cầu', write: 'never' }),
  },
  list: columns,
  card: { state: 'trang_thai' },
  also: ['trong_truy_thu_sau_tru_chiet_khau', 'hieu_luc'],
  order: [['xep_luc', 'desc']],
  sort: ['thoi_gian_yeu_cau', 'username_nhan_vien', 'tong_truy_thu'],
  filter: {
    so_dien_thoai: { on: 'so_dien_thoai', op: 'phone' },
    username_nhan_vien: { on: 'username_nhan_vien', op: 'contains' },
    hieu_luc: { on: 'hieu_luc', op: 'equals' },
  },
  periods: [
    { on: 'xep_luc', from: 'startDate', to: 'endDate', label: 'Thời gian yêu cầu', default: 'month' },
  ],
  form: columns,
  inline: ['trang_thai', 'da_thanh_toan', 'ghi_nhan_dang_ky', 'ghi_chu'],
  sheet: { firstRow: 2, columns, notAhead: ['thoi_gian_yeu_cau'], unit: 'bản ghi' },
  exportAs: { file: 'Chi-phi-quan-ly.xlsx' },
  totals: {
    tong_so_tien_hoan_hoac_nap: { sum: 'so_tien_hoan_hoac_nap' },
    tong_so_tien_hoan_them: { sum: 'so_tien_hoan_them' },
    tong_so_tien_sau_chiet_khau: { sum: 'so_tien_sau_chiet_khau' },
    tong_chenh_lech_chuyen_khoan: { sum: 'chenh_lech_chuyen_khoan' },
    tong_so_tien_khach_hang_da_chuyen_khoan: { sum: 'so_tien_khach_hang_da_chuyen_khoan' },
    tong_truy_thu_hoan_goi: { sum: 'truy_thu_hoan_goi' },
    tong_truy_thu_nap_chiet_khau: { sum: 'truy_thu_nap_chiet_khau' },
    tong_truy_thu_hoan_them_thu_hoi: { sum: 'truy_thu_hoan_them_thu_hoi' },
    tat_ca_tong_truy_thu: { sum: 'tong_truy_thu' },
    tat_ca_tong_truy_thu_sau_tru_chiet_khau: { sum: 'tong_truy_thu_sau_tru_chiet_khau' },
  },
  softDelete: true,
  listNoLimit: 'unrestricted',
  may: registerMay('chiphihoantien'),
})
