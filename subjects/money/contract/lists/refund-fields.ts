/** Fields of refund requests and of their report, two lists of the same rows (D2-Q-49). */
import { settlers } from '#platform/contract/abilities.ts'
import { f, type Field } from '#kit/contract/field.ts'
import { mostMoney } from '#kit/contract/money.ts'
import { automatic, decisions } from '#kit/contract/outcomes.ts'
import * as states from '../refund-states.ts'
import { paidBy } from './mesbank.ts'

/** Managers who see refund requests. */
export const managers = ['refunds', 'below3'] as const
/** Who decides package refunds, and corrections by partners (D3-ACC-02). */
export const deciders = ['refunds', 'decidesMoney'] as const
/** Who ends requests manually and marks them as paid (D3-ACC-09). */
export const enders = ['refunds', ...settlers] as const

const approvalWords = [
  { value: '0', label: 'Chưa duyệt' },
  { value: '1', label: 'Đã duyệt' },
  { value: '2', label: 'Đã từ chối' },
] as const

export const refundFields = {
  id: f.id(),
  staff_username: f.staff({ label: 'Nhân viên', write: 'below3', width: 200 }),
  staff_fullname: f.text({ label: 'Tên nhân viên', write: 'never' }),
  number_phone: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 116 }),
  number_type: f.flag({
    label: 'Loại thuê bao',
    short: 'Loại TB',
    options: states.numberTypes,
    required: true,
    width: 60,
  }),
  package_code: f.text({ label: 'Gói cước', required: true, max: 64, suggest: 'packages', width: 84 }),
  trang_thai_giao_dich_doi_tac: f.text({ label: 'Trạng thái đối tác', write: 'never', width: 212 }),
  ma_trang_thai_giao_dich_doi_tac: f.number({ label: 'Mã trạng thái đối tác', write: 'never' }),
  request_type: f.flag({ label: 'Yêu cầu', options: states.requestTypes, required: true, width: 92 }),
  request_method: f.flag({ label: 'Hình thức', options: states.requestMethods, width: 124 }),
  refund_price: f.money({ label: 'Tiền hoàn / nạp', max: mostMoney, width: 120 }),
  other_refund: f.money({
    label: 'Hoàn thêm',
    short: 'Hoàn thêm (lý do)',
    max: mostMoney,
    default: 0,
    width: 140,
  }),
  other_reason: f.note({ label: 'Lý do hoàn thêm', max: 2000 }),
  tien_hoan_sau_chiet_khau: f.money({
    label: 'Sau chiết khấu',
    write: 'never',
    see: 'below3',
    width: 112,
  }),
  ti_le_chiet_khau: f.number({ label: 'Tỉ lệ chiết khấu nạp (%)', decimals: 2, write: 'never' }),
  ti_le_chiet_khau_hoan_tien: f.number({
    label: 'Tỉ lệ chiết khấu hoàn (%)',
    decimals: 2,
    write: 'never',
    see: 'below3',
  }),
  transfer_final_amount: f.money({ label: 'Tiền chuyển khoản', write: 'never', blankZero: true, width: 128 }),
  chiet_khau: f.number({ label: 'Chiết khấu (%)', decimals: 2, write: 'never', width: 108 }),
  chenh_lech: f.money({ label: 'Chênh lệch', min: -mostMoney, max: mostMoney, default: 0, width: 152 }),
  username_cap_nhat_chenh_lech: f.staff({ label: 'Người cập nhật chênh lệch', write: 'never' }),
  tien_trinh_nap: f.text({ label: 'Tiến trình nạp', write: 'never', amounts: true, width: 132 }),
  // Set only when it differs from the order's amount on completion.
  doi_tac_bao_tra: f.money({ label: 'Đối tác báo trả lệch', write: 'never' }),
  // Correction by the partner after completion; '0' waits at the desk.
  doi_tac_sua: f.text({ label: 'Đối tác sửa', write: 'never' }),
  doi_tac_sua_luc: f.instant({ label: 'Đối tác sửa lúc', write: 'never' }),
  doi_tac_sua_xem: f.flag({
    label: 'Việc đối tác sửa',
    options: [
      { value: '0', label: 'Chưa xem', tone: 'amber' },
      { value: '1', label: 'Đã xem', tone: 'grey' },
    ],
    write: 'never',
  }),
  created_time: f.instant({ label: 'Thời gian', past: true, timed: true, write: 'below3', width: 156 }),
  kenh_doi_tac: f.text({ label: 'Kênh đối tác', write: 'never', see: 'below3', width: 132 }),
  is_transfer: f.flag({
    label: 'Chuyển khoản',
    options: states.transferStates,
    write: 'never',
    width: 174,
  }),
  username_duyet_trang_thai_chuyen_khoan: f.staff({ label: 'Người đặt chuyển khoản', write: 'never' }),
  approver: f.staff({ label: 'Người duyệt nạp', write: 'never' }),
  status_duyet_don: f.flag({ label: 'Duyệt nạp', options: approvalWords, write: 'never' }),
  trang_thai_duyet_hoan_goi: f.flag({ label: 'Duyệt hoàn gói', options: approvalWords, write: 'never' }),
  username_duyet_trang_thai_duyet_hoan_goi: f.staff({
    label: 'Người duyệt hoàn gói',
    options: [automatic],
    write: 'never',
  }),
  // For large amounts, which need two approvals (D3-ACC-03).
  duyet_1_boi: f.staff({ label: 'Duyệt lần 1', write: 'never' }),
  duyet_1_luc: f.instant({ label: 'Duyệt lần 1 lúc', write: 'never' }),
  luot_duyet: f.flag({
    label: 'Cần hai người duyệt',
    options: [
      { value: '1', label: 'Chưa ai duyệt' },
      { value: '2', label: 'Chờ người thứ hai' },
    ],
    write: 'never',
  }),
  nguoi_quyet_dinh: f.staff({ label: 'Người duyệt', options: [automatic], write: 'never', width: 112 }),
  quyet_dinh: f.choice({ label: 'Quyết định', options: decisions, write: 'never' }),
  duyet: f.choice({
    label: 'Duyệt',
    options: [...decisions, { value: '-', label: 'Không cần duyệt', tone: 'grey' }],
    write: 'never',
    width: 188,
  }),
  ly_do_tu_choi: f.note({ label: 'Lý do từ chối', max: 500, write: 'never' }),
  ly_do_mo_lai: f.note({ label: 'Lý do mở lại', max: 500, write: 'never' }),
  cho_len_don: f.flag({ label: 'Lên đơn kèm', write: 'never' }),
  don_24h: f.flag({ label: 'Giao sau 24 giờ', write: 'never' }),
  don_hoan_hoac_nap: f.flag({
    label: 'Loại đơn',
    options: [
      { value: '1', label: 'Hoàn tiền' },
      { value: '2', label: 'Nạp tiền' },
    ],
    write: 'never',
  }),
  trang_thai_truy_thu_hoan_theo_goi: f.choice({
    label: 'Truy thu hoàn theo gói',
    options: states.recoveries,
    write: 'never',
    width: 244,
  }),
  username_duyet_trang_thai_truy_thu_hoan_theo_goi: f.staff({
    label: 'Người đặt truy thu gói',
    options: [automatic],
    write: 'never',
  }),
  trang_thai_truy_thu_hoan_them: f.choice({
    label: 'Truy thu hoàn thêm',
    options: states.recoveries,
    write: 'never',
    width: 244,
  }),
  username_duyet_trang_thai_truy_thu_hoan_them: f.staff({
    label: 'Người đặt truy thu hoàn thêm',
    options: [automatic],
    write: 'never',
  }),
  hieu_luc: f.flag({ label: 'Tính vào doanh thu', write: 'never' }),
  // Computed columns for filters and sheets.
  khoa_trang_thai: f.choice({ label: 'Trạng thái đơn', options: states.partnerStatuses, write: 'never' }),
  loc_chuyen_khoan: f.flag({
    label: 'Chuyển khoản',
    options: states.transferStates.map((state, n) => ({ ...state, value: String(n + 1) })),
    write: 'never',
  }),
  truy_thu_goi: f.choice({ label: 'Truy thu hoàn theo gói', options: states.recoveryNames, write: 'never' }),
  truy_thu_them: f.choice({ label: 'Truy thu hoàn thêm', options: states.recoveryNames, write: 'never' }),
  tien_hoan: f.money({ label: 'Tiền hoàn', write: 'never' }),
  tien_hoan_them: f.money({ label: 'Tiền hoàn thêm', write: 'never' }),
  tien_nap: f.money({ label: 'Tiền nạp', write: 'never' }),
  // Warnings against approval (D3-APR-03); names of other accounts are withheld below priority 2.
  lech_tien: f.text({ label: 'Lệch tiền', write: 'never', maskedFrom: 'lech_tien_told' }),
  cao_hon_gia: f.text({ label: 'Cao hơn giá gói', write: 'never' }),
  da_tung: f.text({ label: 'Đã hoàn, nạp trước', write: 'never', maskedFrom: 'da_tung_told' }),
  khong_dang_ky: f.text({ label: 'Không thấy đăng ký', write: 'never', maskedFrom: 'khong_dang_ky_told' }),
  tin_da_dung: f.text({ label: 'Tin đã dùng', write: 'never', maskedFrom: 'tin_da_dung_told' }),
  don_khac: f.text({ label: 'Đơn khác', write: 'never', maskedFrom: 'don_khac_told' }),
  goi_la: f.text({ label: 'Gói lạ', write: 'never' }),
  hoan_them_la: f.text({ label: 'Hoàn thêm lạ', write: 'never' }),
} as const

/** Fields that repeat others, left out of history and drawer. */
const spellings: readonly string[] = [
  'staff_fullname',
  'ma_trang_thai_giao_dich_doi_tac',
  'chiet_khau',
  'luot_duyet',
  'nguoi_quyet_dinh',
  'quyet_dinh',
  'duyet',
  'don_hoan_hoac_nap',
  'hieu_luc',
  'khoa_trang_thai',
  'loc_chuyen_khoan',
  'truy_thu_goi',
  'truy_thu_them',
  'tien_hoan',
  'tien_hoan_them',
  'tien_nap',
  'lech_tien',
  'cao_hon_gia',
  'da_tung',
  'khong_dang_ky',
  'tin_da_dung',
  'don_khac',
  'goi_la',
  'hoan_them_la',
] satisfies (keyof typeof refundFields)[]

/** Fields of history and drawer, each fact once, and the bank message that pays the request. */
export const toldFields: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(Object.entries<Field>(refundFields).filter(([name]) => !spellings.includes(name))),
  ...paidBy,
}
