/** The formula of each figure: text, parts, parameters, and the source rows behind it (D2-PAYF). */
import { formatMoney } from '../../../contract/money.ts'
import type { PayFigure } from '../../../contract/reports/tinhluong.ts'
import { typedAmounts, type TypedAmount } from '../../../contract/resources/payroll-sheets.ts'
import type { PayrollKey } from '../../../contract/settings/payroll-settings.ts'
import type { PayRow } from '../../../contract/workflows/payroll.ts'

/** Source rows of a figure: timekeeping, revenue lines, recoveries, typed values, or adjustments. */
export type SourceKind = 'days' | 'pay' | 'success' | 'owed' | 'typed' | 'adjusted'

export type Formula = {
  words: string
  /** Figures or typed amounts it is made of; −1 for those subtracted. */
  parts?: readonly (readonly [PayFigure | TypedAmount, 1 | -1])[]
  sum?: true
  params?: readonly PayrollKey[]
  /** The rows that add up to `of`: the figure itself or one of its parts. */
  source?: { kind: SourceKind; of: PayFigure }
  /** The formula with values filled in: `row` are the figures, `p` the parameters. */
  told?: (row: PayRow, p: Readonly<Record<string, unknown>>) => string
}

const days = (value: number): string => value.toFixed(1)
const money = formatMoney

const sumOf = (text: string, ...names: readonly (PayFigure | TypedAmount)[]): Formula => ({
  words: text,
  sum: true,
  parts: names.map((name) => [name, 1]),
})
const typedFormula = (name: TypedAmount & PayFigure): Formula => ({
  words: 'Như đã nhập',
  source: { kind: 'typed', of: name },
})

const standard = 'tinh_luong_ngay_cong_chuan'
const hours = ['tinh_luong_gio_du_cong', 'tinh_luong_gio_nua_cong', 'tinh_luong_ngay_le'] as const

export const formulas: Readonly<Record<PayFigure, Formula>> = {
  ngayCongThucTe: {
    words: 'Cộng công của từng ngày theo giờ vào, giờ ra; số đã sửa tay đứng trên chấm công',
    params: hours,
    source: { kind: 'days', of: 'ngayCongThucTe' },
  },
  luongCoBan: {
    words: 'Mức riêng của người này nếu có, không thì mức chung',
    params: ['tinh_luong_luong_co_ban', 'tinh_luong_luong_co_ban_nv'],
  },
  luongTheoNgayCong: {
    words: 'Lương cơ bản / Ngày công chuẩn × Ngày công thực tế',
    parts: [
      ['luongCoBan', 1],
      ['ngayCongThucTe', 1],
    ],
    params: [standard],
    source: { kind: 'days', of: 'ngayCongThucTe' },
    told: (row, p) =>
      `${money(row.luongCoBan)} / ${String(p[standard])} × ${days(row.ngayCongThucTe)} = ${money(row.luongTheoNgayCong)}`,
  },
  luongHocViec: typedFormula('luongHocViec'),
  chuyenCan: {
    words: 'Thưởng chuyên cần khi ngày công thực tế đủ ngày công chuẩn, không thì 0',
    parts: [['ngayCongThucTe', 1]],
    params: [standard, 'tinh_luong_chuyen_can'],
    source: { kind: 'days', of: 'ngayCongThucTe' },
    told: (row, p) =>
      `${days(row.ngayCongThucTe)} ${row.ngayCongThucTe >= Number(p[standard]) ? '≥' : '<'} ${String(p[standard])}: ${money(row.chuyenCan)}`,
  },
  tongLuongCoBan: sumOf(
    'Lương theo ngày công + Lương học việc + Chuyên cần',
    'luongTheoNgayCong',
    'luongHocViec',
    'chuyenCan',
  ),
  tongDoanhThuVasTinhLuong: {
    words:
      'Cộng doanh thu tính lương của các dòng doanh thu trong tháng: (giá + chênh lệch) × tỉ lệ − tiền hoàn',
    source: { kind: 'pay', of: 'tongDoanhThuVasTinhLuong' },
  },
  tongDoanhThuGiaGoc: {
    words: 'Cộng giá gói của các dòng doanh thu thành công trong tháng',
    source: { kind: 'success', of: 'tongDoanhThuGiaGoc' },
  },
  binhQuanDoanhThuTheoNgay: {
    words: 'Doanh thu tính lương / Ngày công thực tế; 0 khi không có ngày công',
    parts: [
      ['tongDoanhThuVasTinhLuong', 1],
      ['ngayCongThucTe', 1],
    ],
    source: { kind: 'pay', of: 'tongDoanhThuVasTinhLuong' },
    told: (row) =>
      `${money(row.tongDoanhThuVasTinhLuong)} / ${days(row.ngayCongThucTe)} = ${money(row.binhQuanDoanhThuTheoNgay)}`,
  },
  hoaHongPhanTram: {
    words: 'Phần trăm của bậc cao nhất mà bình quân doanh thu/ngày đạt tới; 0 khi không có doanh thu',
    parts: [['binhQuanDoanhThuTheoNgay', 1]],
    params: ['tinh_luong_bac_hoa_hong'],
    source: { kind: 'pay', of: 'tongDoanhThuVasTinhLuong' },
    told: (row) => `${money(row.binhQuanDoanhThuTheoNgay)} một ngày: ${row.hoaHongPhanTram.toFixed(1)}%`,
  },
  hoaHongThucTinh: {
    words: 'Doanh thu tính lương × Hoa hồng (%)',
    parts: [
      ['tongDoanhThuVasTinhLuong', 1],
      ['hoaHongPhanTram', 1],
    ],
    params: ['tinh_luong_bac_hoa_hong'],
    source: { kind: 'pay', of: 'tongDoanhThuVasTinhLuong' },
    told: (row) =>
      `${money(row.tongDoanhThuVasTinhLuong)} × ${row.hoaHongPhanTram.toFixed(1)}% = ${money(row.hoaHongThucTinh)}`,
  },
  hoaHongDichVu: typedFormula('hoaHongDichVu'),
  hoaHongSim: typedFormula('hoaHongSim'),
  thiDuaThang: typedFormula('thiDuaThang'),
  thuongKhuyenKhich: typedFormula('thuongKhuyenKhich'),
  thuongLeTet: typedFormula('thuongLeTet'),
  hoTroBaoHiemXaHoi: typedFormula('hoTroBaoHiemXaHoi'),
  nhanKhac: typedFormula('nhanKhac'),
  tongThuongPhuCap: sumOf(
    'Thi đua tháng + Thưởng khuyến khích + Thưởng lễ tết + Hỗ trợ BHXH + Nhận khác',
    'thiDuaThang',
    'thuongKhuyenKhich',
    'thuongLeTet',
    'hoTroBaoHiemXaHoi',
    'nhanKhac',
  ),
  tongLuongThang: sumOf(
    'Tổng lương cơ bản + Hoa hồng thực tính + Hoa hồng dịch vụ + Hoa hồng sim + Tổng thưởng, phụ cấp',
    'tongLuongCoBan',
    'hoaHongThucTinh',
    'hoaHongDichVu',
    'hoaHongSim',
    'tongThuongPhuCap',
  ),
  baoHiemXaHoi: typedFormula('baoHiemXaHoi'),
  phiCongDoan: {
    words: 'Phần trăm của tổng lương tháng, nhiều nhất là mức tối đa, ít nhất là 0',
    parts: [['tongLuongThang', 1]],
    params: ['tinh_luong_phi_cong_doan', 'tinh_luong_phi_cong_doan_toi_da'],
    told: (row, p) =>
      `${money(Math.max(0, row.tongLuongThang))} × ${String(p.tinh_luong_phi_cong_doan)}%, tối đa ${money(Number(p.tinh_luong_phi_cong_doan_toi_da))} = ${money(row.phiCongDoan)}`,
  },
  tongCheTai: sumOf(
    'Chế tài sai nội quy + sai nghiệp vụ + khiếu nại + khác',
    'cheTaiSaiNoiQuyCongTy',
    'cheTaiSaiNghiepVu',
    'cheTaiKhieuNai',
    'cheTaiKhac',
  ),
  truyThuSauChietKhau: {
    words:
      'Đơn hoàn, nạp của tháng đang truy thu, sau chiết khấu, và truy thu của đơn Mfy của tháng: quá hạn theo người giữ đơn lúc đó, thu hồi theo người giữ đơn bây giờ',
    source: { kind: 'owed', of: 'truyThuSauChietKhau' },
  },
  kyQuyTamUng: typedFormula('kyQuyTamUng'),
  tongKhauTru: sumOf(
    'Bảo hiểm xã hội + Phí công đoàn + Tổng chế tài + Truy thu sau chiết khấu + Ký quỹ, tạm ứng',
    'baoHiemXaHoi',
    'phiCongDoan',
    'tongCheTai',
    'truyThuSauChietKhau',
    'kyQuyTamUng',
  ),
  luongThucNhan: {
    words: 'Tổng lương tháng − Tổng khấu trừ',
    sum: true,
    parts: [
      ['tongLuongThang', 1],
      ['tongKhauTru', -1],
    ],
  },
  dieuChinh: {
    words:
      'Cộng điều chỉnh của các tháng đã chốt: lương thực nhận theo mọi điều biết đến nay, trừ số đã chốt, trừ điều chỉnh đã trả',
    source: { kind: 'adjusted', of: 'dieuChinh' },
  },
  chiTra: sumOf('Lương thực nhận + Điều chỉnh', 'luongThucNhan', 'dieuChinh'),
}

/** Label of a typed amount that has no column. */
export const typedLabel = (name: string): string | undefined =>
  name in typedAmounts ? typedAmounts[name as TypedAmount].label : undefined
