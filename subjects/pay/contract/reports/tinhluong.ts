/** The payroll 'Tính lương': the 30 columns of D2-PAYF and the amounts paid (subjects/pay/decisions/payroll.md, payroll-close.md). */
import { f } from '#kit/contract/field.ts'
import { defineReport } from '#kit/contract/report.ts'
import { columnGroups, payFacts, payFigures, type PayFigure } from '../pay-lists.ts'
import { dsdttinhluong } from '../lists/dsdttinhluong.ts'
import { afterRefunds, everyStatus } from '../lists/revenue-fields.ts'

/** Columns of a row that are not figures. */
const personColumns = ['username', 'fullname', 'thangTinhLuong'] as const
export type PayColumn = (typeof personColumns)[number] | PayFigure

/** Heading groups with their columns, in order. */
export const payGroups: readonly (readonly [label: string, columns: readonly PayColumn[]])[] = [
  ['Nhân viên', personColumns],
  ...columnGroups,
]

const money = (label: string) => f.money({ label, short: label, width: 104 })

function figureField(name: PayFigure) {
  const { label, full = label, short = label, width = 104, decimals } = payFacts[name]
  const column = { label: full, short, width }
  return decimals ? f.number({ ...column, decimals }) : f.money(column)
}
const figureFields = Object.fromEntries(payFigures.map((name) => [name, figureField(name)])) as Record<
  PayFigure,
  ReturnType<typeof figureField>
>

/**
 * Terms of the difference in đồng between the payroll's revenue (by person) and the reports' (by unit of each line) (D3-ONE-07): `doanhThu`
 * minus the first two, plus the last two and the lines without a person (`doanhThuChuaRoNhanVien`), equals `doanhThuTheoBaoCao`.
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
    ...figureFields,
    doanhThu: money('Doanh thu'),
    doanhThuTamTinh: money(everyStatus),
    doanhThuThucTe: money(afterRefunds),
    canCuCheTai: f.note({ label: 'Căn cứ chế tài' }),
    chamCongCho: f.number({ label: 'Chấm công chờ quyết định' }),
    khauTruCao: f.flag({ label: 'Khấu trừ trên 30% lương' }),
    thieuCanCu: f.flag({ label: 'Chế tài chưa ghi căn cứ' }),
    daChot: f.flag({ label: 'Tháng đã chốt' }),
  },
  list: payGroups.flatMap(([, columns]) => columns),
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
      payFigures.filter((name) => !payFacts[name].rate).map((name) => [`cong_${name}`, { sum: name }]),
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

export const figureLabel = (name: PayFigure): string => payFacts[name].label
