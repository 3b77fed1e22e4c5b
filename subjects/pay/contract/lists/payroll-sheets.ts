/** Payroll inputs that are typed or uploaded: working times, and amounts by person (D2-PAY-21, 26 to 28, D2-COL). */
import { f } from '#kit/contract/field.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'
import { payFacts, typedNames, type TypedAmount } from '../pay-lists.ts'

const account = f.text({ label: 'Tên đăng nhập', name: true, required: true, max: 255, width: 120 })

/** Fields of the amounts, in sheet order. */
const typedAmounts = Object.fromEntries(
  typedNames.map((name) => [name, f.money({ label: payFacts[name].label, default: 0, width: 120 })]),
) as Record<TypedAmount, ReturnType<typeof f.money>>

/** Fields of the edit dialog, without person and month (D2-PAY-21, D3-PAY-11). */
export const typedFields = {
  ngayCongThucTe: f.number({ label: payFacts.ngayCongThucTe.label, decimals: 1, required: true, default: 0 }),
  ...typedAmounts,
  canCuCheTai: f.note({ label: 'Căn cứ chế tài', max: 500, width: 200 }),
} as const

/** One row per person and day; the month comes from the filter (D2-Q-153). */
export const timekeepingSheet = {
  path: 'chamcong',
  title: 'Chấm công',
  fields: {
    username: account,
    // Used when the times have no date (subjects/pay/decisions/payroll.md).
    ngay: f.text({ label: 'Ngày', anyCell: true, max: 60, width: 100 }),
    gioVao: f.text({ label: 'Giờ vào', anyCell: true, max: 60, width: 160 }),
    gioRa: f.text({ label: 'Giờ ra', anyCell: true, max: 60, width: 160 }),
  },
  sheet: {
    firstRow: 2,
    columns: ['username', null, 'ngay', null, 'gioVao', 'gioRa'],
    byPosition: ['username', 'gioVao', 'gioRa'],
    heads: { username: ['Tài khoản', 'Mã nhân viên'] },
    unit: 'bản ghi',
  },
  may: { read: 'any', import: 'managesPay' },
} as const satisfies SheetTarget

/** Raw punches of a time clock, one per row; the first and the last of a person and day become its times (D3-FILE-09). */
export const punchSheet = {
  ...timekeepingSheet,
  path: 'chamcongluot',
  title: 'Lượt chấm công',
  fields: {
    username: account,
    ngay: f.text({ label: 'Ngày', anyCell: true, max: 60, width: 100 }),
    gioVao: f.text({ label: 'Giờ bấm', required: true, anyCell: true, max: 60, width: 160 }),
  },
  sheet: {
    firstRow: 2,
    columns: ['username', 'ngay', 'gioVao'],
    heads: {
      username: ['Tài khoản', 'Mã nhân viên', 'Mã NV', 'Mã chấm công'],
      ngay: ['Ngày chấm công', 'Date'],
      gioVao: ['Giờ', 'Giờ chấm', 'Giờ chấm công', 'Thời gian', 'Ngày giờ', 'Time', 'Date/Time'],
    },
    unit: 'bản ghi',
  },
} as const satisfies SheetTarget

/** Position of the basis of sanctions among the amounts of the typed sheet, after the account (subjects/pay/contract/pay-components.ts). */
export const basisPlace = 15
const typedColumns = [
  ...typedNames.slice(0, basisPlace - 1),
  'canCuCheTai',
  ...typedNames.slice(basisPlace - 1),
] as const

/** One row per person; it replaces the person's values of the month (D2-Q-156). */
export const typedSheet = {
  path: 'dulieunhaptay',
  title: 'Dữ liệu nhập tay',
  fields: { username: account, ...typedAmounts, canCuCheTai: typedFields.canCuCheTai },
  sheet: {
    key: ['username'],
    firstRow: 2,
    columns: ['username', ...typedColumns],
    heads: { username: ['Tài khoản', 'Mã nhân viên'], kyQuyTamUng: ['Ký quỹ / tạm ứng'] },
    unit: 'bản ghi',
  },
  may: { read: 'any', import: 'managesPay' },
} as const satisfies SheetTarget
