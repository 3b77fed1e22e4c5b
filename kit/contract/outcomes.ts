/** Decision and result of records that people submit. */
import type { State, StepAction } from './action.ts'
import { f, type Option } from './field.ts'

/** Decisions on private customers and reported sales; '0' is open (D1-KHR-03, D1-BAODO-05, D1-Q-135, D1-Q-136). */
export const decisions = [
  { value: '0', label: 'CHỜ DUYỆT', tone: 'amber', pill: true },
  { value: '1', label: 'ĐÃ DUYỆT', tone: 'green', icon: 'check' },
  { value: '2', label: 'ĐÃ TỪ CHỐI', tone: 'red', icon: 'cross', pill: true },
] as const satisfies readonly Option[]
export type Decision = Exclude<(typeof decisions)[number]['value'], '0'>

/** Decision of such a record: only while it is open; its owner is notified (D1-KHR-27, D1-KHR-28, D1-KHR-42, D1-BAODO-45). */
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
      message: 'Đã duyệt đơn',
      leavesWarned: true,
      audit: 'approve',
      tell: 'approved',
    },
    {
      to: '2',
      label: 'Từ chối',
      bulk: 'Từ chối',
      icon: 'cross',
      danger: true,
      ask: { title: 'Từ chối đơn', text: 'Xác nhận từ chối đơn này?', danger: true },
      reason: { field: 'ly_do_tu_choi' },
      done: 'Đã từ chối',
      failed: 'không từ chối được',
      message: 'Đã từ chối đơn',
      audit: 'reject',
      tell: 'rejected',
    },
  ],
} as const satisfies Pick<StepAction, 'from' | 'notice' | 'cell' | 'steps'>

/** Latest reason for rejecting or reopening a record; earlier ones are in its history. */
export const reasonFields = {
  ly_do_tu_choi: f.note({ label: 'Lý do từ chối', max: 500, write: 'never' }),
  ly_do_mo_lai: f.note({ label: 'Lý do mở lại', max: 500, write: 'never' }),
} as const

/** Reopening of a decided record, which clears the former approver (D3-DEC-02). */
export const reopening = <const F extends string, const P extends State, const B extends string>(
  field: F,
  pending: P,
  by: B,
) =>
  ({
    method: 'PUT',
    path: 'reopen/:id',
    summary: 'Opens a decided record again, with a reason; approval starts anew',
    may: 'below3',
    field,
    from: { states: ['1', '2'], refusal: 'Đơn chưa được duyệt hay từ chối' },
    notice: true,
    cell: 'menu',
    steps: [
      {
        to: pending,
        label: 'Mở lại',
        icon: 'ring',
        ask: { title: 'Mở lại đơn', text: 'Đơn sẽ chờ duyệt lại từ đầu.' },
        reason: { field: 'ly_do_mo_lai', required: true },
        also: { [by]: null } as { readonly [K in B]: null },
        done: 'Đã mở lại',
        failed: 'không mở lại được',
        message: 'Đã mở lại đơn',
        audit: 'reopen',
        tell: 'reopened',
      },
    ],
  }) as const satisfies StepAction

/** Results of a sale; '0' is unset. FAILD is the operation's historical spelling (D1-BAODO-03, D1-Q-078, D1-Q-132). */
export const outcomes = [
  { value: '0', label: 'Chưa đặt', tone: 'grey', icon: 'dash' },
  { value: 'SUCCESS', label: 'Thành công', tone: 'green', icon: 'check' },
  { value: 'FAILD', label: 'Thất bại', tone: 'red', icon: 'cross', also: ['FAILED'] },
] as const satisfies readonly Option[]
export type Outcome = Exclude<(typeof outcomes)[number]['value'], '0'>

/** Author of an automatically detected result (D1-BAODO-04, D1-Q-133). */
export const automatic = { value: '__AUTO', label: 'Tự động' } as const satisfies Option
