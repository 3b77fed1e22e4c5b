/** Kinds, methods and states of refund and top-up requests, with their labels (D2-REFUND-67 to 106). */
import type { Option } from '#kit/contract/field.ts'

/** Refund now, refund after the registration, none, extra only, top-up (D2-REFUND-77 to 81). */
export const requestTypes = [
  { value: '1', label: 'Hoàn trước' },
  { value: '2', label: 'Hoàn sau' },
  { value: '3', label: 'Không hoàn' },
  { value: '4', label: 'Hoàn thêm' },
  { value: '5', label: 'Nạp tiền' },
] as const satisfies readonly Option[]

export const topUpType = 5
export const noRefund = 3
export const refundBefore = 1
/** Types whose amount comes from the price table and that are approved as package refunds. */
export const packageRefunds: readonly number[] = [refundBefore, 2]
/** Types of the create forms (D2-REFUND-49); 3 only comes from imports (D2-Q-58). */
export const createdTypes: readonly number[] = [1, 2, 4]

/** Labels shared by screen and exports (D2-Q-60, D2-MAP-30 to 41). */
export const requestMethods = [
  { value: '1', label: 'Gia hạn' },
  { value: '2', label: 'Nâng cấp T1' },
  { value: '3', label: 'Nâng cấp T2' },
  { value: '4', label: 'Nâng cấp T3' },
  { value: '5', label: 'Nâng cấp HT0' },
  { value: '6', label: 'Nâng cấp HT1' },
  { value: '7', label: 'Nâng cấp HT2' },
  { value: '8', label: 'Nâng cấp HT3' },
  { value: '9', label: 'Nâng cấp HT4' },
  { value: '10', label: 'Nâng cấp G1' },
  { value: '11', label: 'Nâng cấp G2' },
  { value: '12', label: 'Nâng cấp G3' },
] as const satisfies readonly Option[]

/** Methods of the create forms (D2-REFUND-50). */
export const formMethods: readonly string[] = ['1', '10', '11', '12']

/** Prepaid and postpaid (D2-REFUND-67, D2-REFUND-68). */
export const numberTypes = [
  { value: '1', label: 'MC' },
  { value: '2', label: 'MG' },
] as const satisfies readonly Option[]

/** Filter keys, labels, codes and colours of the partner status (D2-MAP-50 to 56, D2-REFUND-90 to 93). */
export const partnerStatuses = [
  { value: 'hoan_thanh', label: 'Hoàn thành', code: -9999, tone: 'green', icon: 'dot' },
  { value: 'hoan_tien', label: 'Hoàn tiền', code: -10_000, tone: 'red', icon: 'dot' },
  { value: 'don_bi_tu_choi', label: 'Đơn bị từ chối', code: -10_001, tone: 'red', icon: 'dot' },
  { value: 'dang_xu_ly', label: 'Đang xử lý', code: -10_002, tone: 'blue', icon: 'half' },
  { value: 'dang_cho_duyet', label: 'Đang chờ duyệt', code: -10_003, tone: 'blue', icon: 'half' },
  { value: 'da_nhan_cho_xu_ly', label: 'Đã nhận, chờ xử lý', code: -10_004, tone: 'blue', icon: 'half' },
  {
    value: 'da_tao_don_khong_qua_api',
    label: 'Đã tạo đơn không qua API',
    code: -10_005,
    tone: 'blue',
    icon: 'half',
  },
] as const satisfies readonly (Option & { code: number })[]

export type PartnerKey = (typeof partnerStatuses)[number]['value']

/** Partner status code by key. */
export const partnerCode = Object.fromEntries(
  partnerStatuses.map(({ value, code }) => [value, code]),
) as Readonly<Record<PartnerKey, number>>

/** Whether a top-up was paid for (D2-REFUND-99, D2-REFUND-100). */
export const transferStates = [
  { value: '0', label: 'Chưa CK', tone: 'red', icon: 'dot' },
  { value: '1', label: 'Đã CK', tone: 'green', icon: 'dot' },
] as const satisfies readonly Option[]

/** Recovery states (D2-RFREP-40, D2-Q-85). */
export const recoveries = [
  { value: 'truy_thu', label: 'TRUY THU', tone: 'red', icon: 'triangle' },
  { value: 'da_truy_thu', label: 'ĐÃ TRUY THU', tone: 'green', icon: 'check' },
  { value: 'binh_thuong', label: 'BÌNH THƯỜNG', tone: 'grey', icon: 'dash' },
] as const satisfies readonly Option[]

/** Their labels for any type: 'paid' for a top-up without debt (D2-RFREP-41). */
export const recoveryNames = [
  ...recoveries,
  { value: 'da_thanh_toan', label: 'ĐÃ THANH TOÁN', tone: 'green', icon: 'check' },
] as const satisfies readonly Option[]

/** Recovery options of a row of this type. */
export const recoveriesOf = (requestType: number | null): readonly Option[] =>
  requestType === topUpType
    ? recoveries.map((option) =>
        option.value === 'binh_thuong' ? { ...recoveryNames[3], value: option.value } : option,
      )
    : recoveries
