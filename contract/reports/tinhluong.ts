/** The payroll 'Tính lương': the 30 columns of D2-PAYF and the amounts paid (docs/decisions/payroll.md, payroll-close.md). */
import { f } from '../kit/field.ts'
import { defineReport } from '../kit/report.ts'
import { dsdttinhluong } from '../resources/dsdttinhluong.ts'
import { afterRefunds, everyStatus } from '../resources/revenue-fields.ts'

const money = (label: string, short = label, width = 104) => f.money({ label, short, width })

/** Heading groups with their columns, in order. */
export const payGroups = {
  'Nhân viên': ['username', 'fullname', 'thangTinhLuong'],
  'Lương cơ bản': [
    'ngayCongThucTe',
    'luongCoBan',
    'luongTheoNgayCong',
    'luongHocViec',
    'chuyenCan',
    'tongLuongCoBan',
  ],
  'Doanh thu và hoa hồng': [
    'tongDoanhThuGiaGoc',
    'tongDoanhThuVasTinhLuong',
    'binhQuanDoanhThuTheoNgay',
    'hoaHongPhanTram',
    'hoaHongThucTinh',
    'hoaHongDichVu',
    'hoaHongSim',
  ],
  'Thưởng, phụ cấp': [
    'thiDuaThang',
    'thuongKhuyenKhich',
    'thuongLeTet',
    'hoTroBaoHiemXaHoi',
    'nhanKhac',
    'tongThuongPhuCap',
  ],
  Lương: ['tongLuongThang'],
  'Khấu trừ': [
    'baoHiemXaHoi',
    'phiCongDoan',
    'tongCheTai',
    'truyThuSauChietKhau',
    'kyQuyTamUng',
    'tongKhauTru',
  ],
  'Thực nhận': ['luongThucNhan', 'dieuChinh'],
  'Chi trả': ['chiTra'],
} as const

export type PayColumn = (typeof payGroups)[keyof typeof payGroups][number]
export type PayFigure = Exclude<PayColumn, 'username' | 'fullname' | 'thangTinhLuong'>

const columns: readonly PayColumn[] = Object.values(payGroups).flat()
/** Figures that are rates or averages, so that their sum has no meaning. */
const unsummed: readonly PayColumn[] = ['luongCoBan', 'binhQuanDoanhThuTheoNgay', 'hoaHongPhanTram']

export const payFigures = columns.slice(3) as readonly PayFigure[]

/**
 * Why the payroll's revenue (by person) is not the reports' (by the unit of each line), in đồng each (D3-ONE-07): `doanhThu` less
 * the first two, plus the last two and the lines without a person (`doanhThuChuaRoNhanVien`), is `doanhThuTheoBaoCao`.
 */
export const besideReports = {
  doanhThuDonViKhac: { label: 'Bán khi ở đơn vị khác', sign: -1 },
  doanhThuChuaCoDonVi: { label: 'Chưa có đơn vị', sign: -1 },
  doanhThuNguoiNgoai: { label: 'Của người ngoài bảng này', sign: 1 },
  doanhThuDoiSauChot: { label: 'Đổi sau khi chốt', sign: 1 },
} as const satisfies Record<string, { label: string; sign: 1 | -1 }>

export const tinhluong = defineReport({
  path: 'tinhluong',
  title: 'Tính lương',
  noun: 'nhân viên',
  fields: {
    id: f.text({ label: 'Mã' }),
    username: f.text({ label: 'Tài khoản', width: 104 }),
    fullname: f.text({ label: 'Họ tên', width: 156 }),
    thangTinhLuong: f.text({ label: 'Tháng', width: 80 }),
    ngayCongThucTe: f.number({ label: 'Ngày công thực tế', short: 'Ngày công', decimals: 1, width: 108 }),
    luongCoBan: money('Lương cơ bản', 'Lương cơ bản', 124),
    luongTheoNgayCong: money('Lương theo ngày công', 'Theo ngày công', 140),
    luongHocViec: money('Lương học việc', 'Học việc', 100),
    chuyenCan: money('Chuyên cần', 'Chuyên cần', 116),
    tongLuongCoBan: money('Tổng lương cơ bản', 'Tổng'),
    tongDoanhThuGiaGoc: money('Doanh thu', 'Doanh thu', 112),
    tongDoanhThuVasTinhLuong: money('Doanh thu tính lương', 'DT tính lương', 136),
    binhQuanDoanhThuTheoNgay: money('Bình quân doanh thu/ngày', 'Bình quân/ngày', 138),
    hoaHongPhanTram: f.number({ label: 'Hoa hồng (%)', decimals: 1, width: 128 }),
    hoaHongThucTinh: money('Hoa hồng thực tính', 'Thực tính'),
    hoaHongDichVu: money('Hoa hồng dịch vụ', 'Dịch vụ', 96),
    hoaHongSim: money('Hoa hồng sim', 'Sim', 92),
    thiDuaThang: money('Thi đua tháng', 'Thi đua', 92),
    thuongKhuyenKhich: money('Thưởng khuyến khích', 'Khuyến khích', 126),
    thuongLeTet: money('Thưởng lễ tết', 'Lễ tết', 92),
    hoTroBaoHiemXaHoi: money('Hỗ trợ BHXH', 'Hỗ trợ BHXH', 126),
    nhanKhac: money('Nhận khác', 'Nhận khác', 108),
    tongThuongPhuCap: money('Tổng thưởng, phụ cấp', 'Tổng'),
    tongLuongThang: money('Tổng lương tháng', 'Tổng lương tháng', 152),
    baoHiemXaHoi: money('Bảo hiểm xã hội', 'BHXH', 92),
    phiCongDoan: money('Phí công đoàn (1%, tối đa 150k)', 'Phí công đoàn', 132),
    tongCheTai: money('Tổng chế tài', 'Chế tài', 96),
    truyThuSauChietKhau: money('Truy thu sau chiết khấu', 'Truy thu', 96),
    kyQuyTamUng: money('Ký quỹ, tạm ứng', 'Ký quỹ, tạm ứng', 148),
    tongKhauTru: money('Tổng khấu trừ', 'Tổng', 104),
    luongThucNhan: money('Lương thực nhận', 'Lương thực nhận', 140),
    dieuChinh: money('Điều chỉnh tháng đã chốt', 'Điều chỉnh', 108),
    chiTra: money('Chi trả', 'Chi trả', 116),
    doanhThu: money('Doanh thu'),
    doanhThuTamTinh: money(everyStatus),
    doanhThuThucTe: money(afterRefunds),
    canCuCheTai: f.note({ label: 'Căn cứ chế tài' }),
    chamCongCho: f.number({ label: 'Chấm công chờ quyết định' }),
    khauTruCao: f.flag({ label: 'Khấu trừ trên 30% lương' }),
    thieuCanCu: f.flag({ label: 'Chế tài chưa ghi căn cứ' }),
    daChot: f.flag({ label: 'Tháng đã chốt' }),
  },
  list: columns,
  card: { key: 'fullname', money: 'chiTra' },
  also: [
    'id',
    'doanhThu',
    'doanhThuTamTinh',
    'doanhThuThucTe',
    'canCuCheTai',
    'chamCongCho',
    'khauTruCao',
    'thieuCanCu',
    'daChot',
  ],
  writes: true,
  key: 'username',
  owner: 'username',
  units: true,
  order: [['username', 'asc']],
  filter: {
    username: { field: f.staff({ label: 'Nhân viên' }), offerTo: 'unrestricted' },
    cham_cong: {
      field: f.flag({
        label: 'Chấm công',
        options: [
          { value: '1', label: 'Đã có chấm công' },
          { value: '0', label: 'Chưa có chấm công' },
        ],
      }),
      offerTo: 'managesPay',
    },
    startDate: { field: f.text({ label: 'Tháng' }), callOnly: true },
    message: { field: f.text({ label: 'Tên hoặc mã nhân viên' }), callOnly: true },
  },
  periods: [],
  totals: {
    doanhThu: { sum: 'doanhThu' },
    tongDoanhThuTamTinh: { sum: 'doanhThuTamTinh' },
    tongDoanhThuThucTe: { sum: 'doanhThuThucTe' },
    ...Object.fromEntries(
      payFigures.filter((name) => !unsummed.includes(name)).map((name) => [`cong_${name}`, { sum: name }]),
    ),
  },
  outside: ['doanhThuChuaRoNhanVien', ...Object.keys(besideReports), 'doanhThuTheoBaoCao'],
  behind: {},
  sources: [
    'tinhluong',
    'chamcong',
    'dulieunhaptay',
    'dsdttinhluong',
    ...dsdttinhluong.sources,
    'setting',
    'users',
  ],
  exportAs: { file: 'Bang-luong.xlsx' },
  paging: { sizes: [20, 50, 100, 200], size: 50 },
  may: { read: 'any', export: 'unrestricted' },
})

export const figureLabel = (name: PayFigure): string =>
  name === 'phiCongDoan' ? 'Phí công đoàn' : tinhluong.fields[name].label
