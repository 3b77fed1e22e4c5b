/** What becomes of a record that somebody handed in: the decision on it, and the result of the sale. */
import type { StepAction } from './kit/action.ts'
import type { Option } from './kit/field.ts'

/** Decisions on private customers and reported sales; '0' is open (D1-KHR-03, D1-BAODO-05, D1-Q-135, D1-Q-136). */
export const decisions = [
  { value: '0', label: 'CHỜ DUYỆT', tone: 'grey', icon: 'ring', pill: true },
  { value: '1', label: 'ĐÃ DUYỆT', tone: 'green', icon: 'check', pill: true },
  { value: '2', label: 'ĐÃ TỪ CHỐI', tone: 'red', icon: 'cross', pill: true },
] as const satisfies readonly Option[]
export type Decision = Exclude<(typeof decisions)[number]['value'], '0'>

/** How such a record is decided: once, while it is open; its owner is told (D1-KHR-27, D1-KHR-28, D1-KHR-42, D1-BAODO-45). */
export const decisionSteps = {
  from: { states: ['0'], refusal: 'Đơn đã được duyệt hoặc từ chối trước đó' },
  notice: true,
  cell: 'buttons',
  steps: [
    {
      to: '1',
      label: 'Duyệt',
      bulk: 'Duyệt',
      icon: 'check',
      ask: { title: 'Duyệt đơn', text: 'Xác nhận duyệt đơn này?' },
      done: 'Đã duyệt',
      failed: 'không duyệt được',
      said: 'Đã duyệt đơn',
      audit: 'approve',
      tell: 'đã được duyệt',
    },
    {
      to: '2',
      label: 'Từ chối',
      bulk: 'Từ chối',
      icon: 'cross',
      danger: true,
      ask: { title: 'Từ chối đơn', text: 'Xác nhận từ chối đơn này?', danger: true },
      done: 'Đã từ chối',
      failed: 'không từ chối được',
      said: 'Đã từ chối đơn',
      audit: 'reject',
      tell: 'đã bị từ chối',
    },
  ],
} as const satisfies Pick<StepAction, 'from' | 'notice' | 'cell' | 'steps'>

/** Results of a sale; '0' is not set. FAILD is how the operation has always spelled it (D1-BAODO-03, D1-Q-078, D1-Q-132). */
export const outcomes = [
  { value: '0', label: 'Chưa đặt', tone: 'grey', icon: 'dash' },
  { value: 'SUCCESS', label: 'Thành công', tone: 'green', icon: 'check' },
  { value: 'FAILD', label: 'Thất bại', tone: 'red', icon: 'cross', also: ['FAILED'] },
] as const satisfies readonly Option[]
export type Outcome = Exclude<(typeof outcomes)[number]['value'], '0'>

/** Who set a result that the server found by itself (D1-BAODO-04, D1-Q-133). */
export const automatic = { value: '__AUTO', label: 'Tự động' } as const satisfies Option
