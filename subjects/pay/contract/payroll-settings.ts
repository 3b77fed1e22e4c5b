/** Payroll parameters, each value valid from a day on (D2-CFG-13 to 19, D3-PAY-02, D3-PAY-14). */
import { mostMoney } from '#kit/contract/money.ts'
import type {
  AmountsSetting,
  DaysSetting,
  NumberSetting,
  TiersSetting,
} from '#platform/contract/settings/kinds.ts'

const number = (more: Omit<NumberSetting, 'kind' | 'write' | 'dated'>): NumberSetting => ({
  kind: 'number',
  write: 'managesPay',
  dated: true,
  ...more,
})

const baseOf: AmountsSetting = {
  kind: 'amounts',
  label: 'Lương cơ bản riêng',
  hint: 'Thay cho mức chung của từng người; mỗi dòng: tài khoản: số tiền',
  default: {},
  write: 'managesPay',
  dated: true,
}
const tiers: TiersSetting = {
  kind: 'tiers',
  label: 'Bậc hoa hồng',
  hint: 'Theo bình quân doanh thu một ngày công; mỗi dòng: từ số tiền: phần trăm',
  default: [0, 500_000, 1_000_000, 1_500_000, 2_000_000].map((tu, index) => ({
    tu,
    phanTram: 5 + 2 * index,
  })),
  write: 'managesPay',
  dated: true,
}
const holidays: DaysSetting = {
  kind: 'days',
  label: 'Ngày lễ',
  hint: 'Chấm công trong ngày lễ phải được quyết định; mỗi dòng một ngày DD/MM/YYYY',
  default: [],
  write: 'below3',
  dated: true,
}

/** In calculation order. */
export const payrollSettings = {
  tinh_luong_luong_co_ban: number({
    label: 'Lương cơ bản',
    hint: 'Mức chung của một tháng đủ công chuẩn',
    default: 5_000_000,
    min: 0,
    max: mostMoney,
    unit: 'đồng',
  }),
  tinh_luong_luong_co_ban_nv: baseOf,
  tinh_luong_ngay_cong_chuan: number({
    label: 'Ngày công chuẩn',
    hint: 'Lương theo ngày công = lương cơ bản / ngày công chuẩn × ngày công thực tế',
    default: 26,
    min: 1,
    max: 31,
    decimals: 1,
    unit: 'công',
  }),
  tinh_luong_chuyen_can: number({
    label: 'Thưởng chuyên cần',
    hint: 'Cho người đủ ngày công chuẩn',
    default: 300_000,
    min: 0,
    max: mostMoney,
    unit: 'đồng',
  }),
  tinh_luong_gio_du_cong: number({
    label: 'Giờ của một công',
    hint: 'Từ số giờ này một ngày là 1 công',
    default: 7,
    min: 0.5,
    max: 24,
    decimals: 1,
    unit: 'giờ',
  }),
  tinh_luong_gio_nua_cong: number({
    label: 'Giờ của nửa công',
    hint: 'Từ số giờ này một ngày là 0.5 công, ít hơn là 0',
    default: 3.5,
    min: 0.5,
    max: 24,
    decimals: 1,
    unit: 'giờ',
    atMost: 'tinh_luong_gio_du_cong',
  }),
  tinh_luong_bac_hoa_hong: tiers,
  tinh_luong_phi_cong_doan: number({
    label: 'Phí công đoàn',
    hint: 'Phần trăm của tổng lương tháng',
    default: 1,
    min: 0,
    max: 100,
    decimals: 2,
    unit: '%',
  }),
  tinh_luong_phi_cong_doan_toi_da: number({
    label: 'Phí công đoàn tối đa',
    hint: 'Mỗi người một tháng',
    default: 150_000,
    min: 0,
    max: mostMoney,
    unit: 'đồng',
  }),
  tinh_luong_ngay_le: holidays,
} as const

export type PayrollKey = keyof typeof payrollSettings

/** Default values of the payroll parameters. */
export const payrollDefaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(payrollSettings).map(([key, setting]) => [key, setting.default]),
)
