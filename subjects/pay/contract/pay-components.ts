/**
 * Components of a month's pay with everything derived from them. A new one is a row here, and a line in payroll.sql if it is calculated
 * (CONTRIBUTING.md §7). subjects/pay/contract/pay-lists.ts derives the lists, tools/sql-pay.ts the SQL.
 */
import type { PayrollKey } from './payroll-settings.ts'

/** Headings of the column groups in order, with separate headings for slip and dialog where they differ. */
export const payGroups = {
  base: { label: 'Lương cơ bản', dialog: 'Lương cơ bản và hoa hồng' },
  commission: {
    label: 'Doanh thu và hoa hồng',
    slip: 'Hoa hồng',
    dialog: 'Lương cơ bản và hoa hồng',
  },
  extra: { label: 'Thưởng, phụ cấp' },
  pay: { label: 'Lương' },
  deduction: { label: 'Khấu trừ' },
  // Adjustments of closed months (D3-PAY-07).
  net: { label: 'Thực nhận', slip: 'Điều chỉnh' },
  payout: { label: 'Chi trả' },
} as const satisfies Record<string, { label: string; slip?: string; dialog?: string }>
type Group = keyof typeof payGroups

export type PayFacts = {
  label: string
  /** Short heading of the column, and its full text, if other than the label. */
  short?: string
  full?: string
  /** Column width in pixels; 104 by default. */
  width?: number
  group: Group
  /**
   * 'basis': input of other figures; 'line': a line of the slip; 'sum': a sum of others; 'part': counts within a line, without a column.
   */
  role: 'basis' | 'line' | 'sum' | 'part'
  /** The sum or line that includes it: added, or subtracted with `less`. */
  into?: string
  less?: true
  /** Typed by hand: position of its column in the typed sheet, after the account; a new one takes the next free number. */
  typed?: number
  /** Counted days that the dialog may override. */
  overridden?: true
  /** Number with one decimal; whole đồng by default. */
  decimals?: 1
  /** A rate or an average, which has no meaningful total over people. */
  rate?: true
  /** Shown in bold, like sums. */
  strong?: true
  /** Component after which the explanation shows it, instead of in column order. */
  explainedAfter?: string
  /** Its name within the formula of its sum. */
  formulaName?: string
  /** Its formula; typed amounts and sums get theirs from the table. */
  formula?: string
  /** Figures and parameters in the formula, and the rows behind it (subjects/pay/server/payroll/sources.ts). */
  of?: readonly string[]
  params?: readonly PayrollKey[]
  rows?: PayRowsKind
}

/** Kinds of rows behind a figure: working days, revenue lines, successful lines, recoveries, adjustments. */
export type PayRowsKind = 'days' | 'pay' | 'success' | 'owed' | 'adjusted'

/** Shared properties of the lines of each group, and of the parts of 'Tổng chế tài'. */
const basePay = { group: 'base', role: 'line', into: 'tongLuongCoBan' } as const
const commission = { group: 'commission', role: 'line', into: 'tongLuongThang' } as const
const extra = { group: 'extra', role: 'line', into: 'tongThuongPhuCap' } as const
const deduction = { group: 'deduction', role: 'line', into: 'tongKhauTru' } as const
const sanction = { group: 'deduction', role: 'part', into: 'tongCheTai' } as const

/** In column order. */
export const payComponents = {
  ngayCongThucTe: {
    label: 'Ngày công thực tế',
    short: 'Ngày công',
    width: 108,
    group: 'base',
    role: 'basis',
    overridden: true,
    decimals: 1,
    formula: 'Cộng công của từng ngày theo giờ vào, giờ ra; số đã sửa tay đứng trên chấm công',
    params: ['tinh_luong_gio_du_cong', 'tinh_luong_gio_nua_cong', 'tinh_luong_ngay_le'],
    rows: 'days',
  },
  luongCoBan: {
    label: 'Lương cơ bản',
    width: 124,
    group: 'base',
    role: 'basis',
    rate: true,
    formula: 'Mức riêng của người này nếu có, không thì mức chung',
    params: ['tinh_luong_luong_co_ban', 'tinh_luong_luong_co_ban_nv'],
  },
  luongTheoNgayCong: {
    ...basePay,
    label: 'Lương theo ngày công',
    short: 'Theo ngày công',
    width: 140,
    formula: 'Lương cơ bản / Ngày công chuẩn × Ngày công thực tế',
    of: ['luongCoBan', 'ngayCongThucTe'],
    params: ['tinh_luong_ngay_cong_chuan'],
    rows: 'days',
  },
  luongHocViec: { ...basePay, label: 'Lương học việc', short: 'Học việc', width: 100, typed: 1 },
  chuyenCan: {
    ...basePay,
    label: 'Chuyên cần',
    width: 116,
    formula: 'Thưởng chuyên cần khi ngày công thực tế đủ ngày công chuẩn, không thì 0',
    of: ['ngayCongThucTe'],
    params: ['tinh_luong_ngay_cong_chuan', 'tinh_luong_chuyen_can'],
    rows: 'days',
  },
  tongLuongCoBan: {
    label: 'Tổng lương cơ bản',
    short: 'Tổng',
    group: 'base',
    role: 'sum',
    into: 'tongLuongThang',
  },
  tongDoanhThuGiaGoc: {
    label: 'Doanh thu',
    width: 112,
    group: 'commission',
    role: 'basis',
    explainedAfter: 'tongDoanhThuVasTinhLuong',
    formula: 'Cộng giá gói của các dòng doanh thu thành công trong tháng',
    rows: 'success',
  },
  tongDoanhThuVasTinhLuong: {
    label: 'Doanh thu tính lương',
    short: 'DT tính lương',
    width: 136,
    group: 'commission',
    role: 'basis',
    formula:
      'Cộng doanh thu tính lương của các dòng doanh thu trong tháng: (giá + chênh lệch) × tỉ lệ − tiền hoàn',
    rows: 'pay',
  },
  binhQuanDoanhThuTheoNgay: {
    label: 'Bình quân doanh thu/ngày',
    short: 'Bình quân/ngày',
    width: 138,
    group: 'commission',
    role: 'basis',
    rate: true,
    formula: 'Doanh thu tính lương / Ngày công thực tế; 0 khi không có ngày công',
    of: ['tongDoanhThuVasTinhLuong', 'ngayCongThucTe'],
    rows: 'pay',
  },
  hoaHongPhanTram: {
    label: 'Hoa hồng (%)',
    width: 128,
    group: 'commission',
    role: 'basis',
    decimals: 1,
    rate: true,
    formula: 'Phần trăm của bậc cao nhất mà bình quân doanh thu/ngày đạt tới; 0 khi không có doanh thu',
    of: ['binhQuanDoanhThuTheoNgay'],
    params: ['tinh_luong_bac_hoa_hong'],
    rows: 'pay',
  },
  hoaHongThucTinh: {
    ...commission,
    label: 'Hoa hồng thực tính',
    short: 'Thực tính',
    strong: true,
    formula: 'Doanh thu tính lương × Hoa hồng (%)',
    of: ['tongDoanhThuVasTinhLuong', 'hoaHongPhanTram'],
    params: ['tinh_luong_bac_hoa_hong'],
    rows: 'pay',
  },
  hoaHongDichVu: { ...commission, label: 'Hoa hồng dịch vụ', short: 'Dịch vụ', width: 96, typed: 2 },
  hoaHongSim: { ...commission, label: 'Hoa hồng sim', short: 'Sim', width: 92, typed: 3 },
  thiDuaThang: { ...extra, label: 'Thi đua tháng', short: 'Thi đua', width: 92, typed: 4 },
  thuongKhuyenKhich: { ...extra, label: 'Thưởng khuyến khích', short: 'Khuyến khích', width: 126, typed: 5 },
  thuongLeTet: { ...extra, label: 'Thưởng lễ tết', short: 'Lễ tết', width: 92, typed: 6 },
  hoTroBaoHiemXaHoi: { ...extra, label: 'Hỗ trợ BHXH', width: 126, typed: 7 },
  nhanKhac: { ...extra, label: 'Nhận khác', width: 108, typed: 8 },
  tongThuongPhuCap: {
    label: 'Tổng thưởng, phụ cấp',
    short: 'Tổng',
    group: 'extra',
    role: 'sum',
    into: 'tongLuongThang',
  },
  tongLuongThang: { label: 'Tổng lương tháng', width: 152, group: 'pay', role: 'sum', into: 'luongThucNhan' },
  baoHiemXaHoi: { ...deduction, label: 'Bảo hiểm xã hội', short: 'BHXH', width: 92, typed: 9 },
  phiCongDoan: {
    ...deduction,
    label: 'Phí công đoàn',
    full: 'Phí công đoàn (1%, tối đa 150k)',
    width: 132,
    formula: 'Phần trăm của tổng lương tháng, nhiều nhất là mức tối đa, ít nhất là 0',
    of: ['tongLuongThang'],
    params: ['tinh_luong_phi_cong_doan', 'tinh_luong_phi_cong_doan_toi_da'],
  },
  cheTaiSaiNoiQuyCongTy: {
    ...sanction,
    label: 'Chế tài sai nội quy công ty',
    formulaName: 'Chế tài sai nội quy',
    typed: 10,
  },
  cheTaiSaiNghiepVu: { ...sanction, label: 'Chế tài sai nghiệp vụ', formulaName: 'sai nghiệp vụ', typed: 11 },
  cheTaiKhieuNai: { ...sanction, label: 'Chế tài khiếu nại', formulaName: 'khiếu nại', typed: 12 },
  cheTaiKhac: { ...sanction, label: 'Chế tài khác', formulaName: 'khác', typed: 13 },
  tongCheTai: { ...deduction, label: 'Tổng chế tài', short: 'Chế tài', width: 96 },
  truyThuSauChietKhau: {
    ...deduction,
    label: 'Truy thu sau chiết khấu',
    short: 'Truy thu',
    width: 96,
    formula:
      'Đơn hoàn, nạp của tháng đang truy thu, sau chiết khấu, và truy thu của đơn Mfy của tháng: quá hạn theo người giữ đơn lúc đó, thu hồi theo người giữ đơn bây giờ',
    rows: 'owed',
  },
  kyQuyTamUng: { ...deduction, label: 'Ký quỹ, tạm ứng', width: 148, typed: 14 },
  tongKhauTru: {
    label: 'Tổng khấu trừ',
    short: 'Tổng',
    group: 'deduction',
    role: 'sum',
    into: 'luongThucNhan',
    less: true,
  },
  luongThucNhan: { label: 'Lương thực nhận', width: 140, group: 'net', role: 'sum', into: 'chiTra' },
  dieuChinh: {
    label: 'Điều chỉnh tháng đã chốt',
    short: 'Điều chỉnh',
    formulaName: 'Điều chỉnh',
    width: 108,
    group: 'net',
    role: 'line',
    into: 'chiTra',
    formula:
      'Cộng điều chỉnh của các tháng đã chốt: lương thực nhận theo mọi điều biết đến nay, trừ số đã chốt, trừ điều chỉnh đã trả',
    rows: 'adjusted',
  },
  chiTra: { label: 'Chi trả', width: 116, group: 'payout', role: 'sum' },
} as const satisfies Record<string, PayFacts>
