/** What becomes of a record that somebody handed in: the decision on it, and the result of the sale. */
import type { Option } from './kit/field.ts'

/** Decisions on private customers and reported sales; '0' is open (D1-KHR-03, D1-BAODO-05, D1-Q-135, D1-Q-136). */
export const decisions = [
  { value: '0', label: 'CHỜ DUYỆT', tone: 'grey', icon: 'ring', pill: true },
  { value: '1', label: 'ĐÃ DUYỆT', tone: 'green', icon: 'check', pill: true },
  { value: '2', label: 'ĐÃ TỪ CHỐI', tone: 'red', icon: 'cross', pill: true },
] as const satisfies readonly Option[]
export type Decision = Exclude<(typeof decisions)[number]['value'], '0'>

/** Results of a sale; '0' is not set. FAILD is how the operation has always spelled it (D1-BAODO-03, D1-Q-078, D1-Q-132). */
export const outcomes = [
  { value: '0', label: 'Chưa đặt', tone: 'grey', icon: 'dash' },
  { value: 'SUCCESS', label: 'Thành công', tone: 'green', icon: 'check' },
  { value: 'FAILD', label: 'Thất bại', tone: 'red', icon: 'cross', also: ['FAILED'] },
] as const satisfies readonly Option[]
export type Outcome = Exclude<(typeof outcomes)[number]['value'], '0'>

/** Who set a result that the server found by itself (D1-BAODO-04, D1-Q-133). */
export const automatic = { value: '__AUTO', label: 'Tự động' } as const satisfies Option
