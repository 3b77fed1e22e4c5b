/**
 * The possible steps of a request in its present state, by its declared actions; offered here, decided by the
 * server.
 */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import type { StepAction } from '#kit/contract/action.ts'
import { showField } from '#kit/contract/kinds.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import {
  packageRefunds,
  partnerCode,
  partnerStatuses,
  topUpType,
  transferStates,
} from '#subjects/money/contract/refund-states.ts'
import { packageApproval, refundActions, reopening } from '#subjects/money/contract/lists/refund-actions.ts'
import { refundFields } from '#subjects/money/contract/lists/refund-fields.ts'
import type { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import type { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { creatingCalls } from '#subjects/money/contract/calls/refunds.ts'
import type { Choice } from '#kit/web/actions/choices.ts'
import { doStep } from '#kit/web/actions/do-step.ts'
import type { Place } from './order.ts'

/** The fields of a request in both lists. */
export type RefundRow = RowOf<typeof requestrefund> & Partial<RowOf<typeof requestrefundreport>>

const isPackage = (row: RefundRow): boolean => packageRefunds.includes(row.request_type ?? 0)
const isTopUp = (row: RefundRow): boolean => row.request_type === topUpType

/** Whether the row waits for a decision. */
export const isOpen = (row: RefundRow): boolean => row.quyet_dinh === '0'

/** Codes that end a request: its decision stays (D3-DEC-02). The server knows whether a provider already has it. */
const ended: readonly (number | null)[] = [partnerCode.hoan_thanh, partnerCode.hoan_tien]

const stepsOf = (action: StepAction, open: (to: unknown) => boolean): Choice[] =>
  action.steps.filter(({ to }) => open(to)).map((step) => ({ action, step }))

/** Approve and reject, or nothing if the row is decided or needs no approval (D2-REFUND-101, D2-REFUND-104). */
export function decisionsOf(row: RefundRow, actor: Actor): Choice[] {
  if (!isOpen(row)) return []
  const action = isTopUp(row) ? refundActions.approve : isPackage(row) ? packageApproval : null
  // The first approver leaves the second approval to another person (D3-ACC-03).
  const isOwnApproval = isHalfApproved(row) && row.duyet_1_boi === actor.username
  return action && can(actor, action.may)
    ? stepsOf(action, (to) => to !== 0 && !(isOwnApproval && to === 1))
    : []
}

/** Whether one of two persons has approved (D3-ACC-03). */
export const isHalfApproved = (row: RefundRow): boolean => row.luot_duyet === 2

/** 'Mở lại' for a decided row. */
const reopeningOf = (row: RefundRow, actor: Actor): Choice[] =>
  !isOpen(row) && can(actor, reopening.may) && !ended.includes(row.ma_trang_thai_giao_dich_doi_tac)
    ? stepsOf(reopening, () => true)
    : []

/**
 * Partner statuses that may be set: never the present one; being processed only for postpaid ones (D2-REFUND-97,
 * D2-REFUND-98).
 */
export const partnerSteps = (row: RefundRow, actor: Actor): Choice[] =>
  can(actor, refundActions.setTrangThaiGiaoDich.may)
    ? stepsOf(
        refundActions.setTrangThaiGiaoDich,
        (to) =>
          to !== row.ma_trang_thai_giao_dich_doi_tac &&
          (to !== partnerCode.dang_xu_ly || row.number_type !== 1),
      )
    : []

/** Whether a top-up was paid (D2-REFUND-99). */
export const transferSteps = (row: RefundRow, actor: Actor): Choice[] =>
  isTopUp(row) && can(actor, refundActions.setTransferStatus.may)
    ? stepsOf(refundActions.setTransferStatus, (to) => to !== row.is_transfer)
    : []

/** Everything that the row's menu offers. */
export const menuOf = (row: RefundRow, actor: Actor): Choice[] => [
  ...decisionsOf(row, actor),
  ...reopeningOf(row, actor),
  ...partnerSteps(row, actor),
  ...transferSteps(row, actor),
]

/** What the customer receives (D3-ONE-04). */
const amountOf = (row: RefundRow): string =>
  `${formatMoney((row.refund_price ?? 0) + (isTopUp(row) ? 0 : (row.other_refund ?? 0)))} đ`

/** 'Nạp tiền VD90, 0912345678': the name of a request. */
export const nameOf = (row: RefundRow): string =>
  `${showField(row.request_type, refundFields.request_type)} ${row.package_code}, ${showPhone(row.number_phone ?? '')}`

/** '"Chưa CK" → "Đã CK"'; null where the question already says it (D2-Q-38). */
function changeOf({ action, step }: Choice, row: RefundRow): string | null {
  const decision = (value: unknown): string => showField(String(value), refundFields.quyet_dinh)
  const changeText = (before: string | null, after = step.label): string => `"${before ?? ''}" → "${after}"`
  if (action.field === 'ma_trang_thai_giao_dich_doi_tac') return changeText(row.trang_thai_giao_dich_doi_tac)
  if (action.field === 'is_transfer') return changeText(transferStates[row.is_transfer === 1 ? 1 : 0].label)
  if (action.field === 'trang_thai_duyet_hoan_goi')
    return changeText(decision(row.quyet_dinh), decision(step.to))
  return null
}

/** The other person whose approval is needed; '' where one is enough (D3-ACC-03). */
export function secondText(row: RefundRow): string {
  if (isHalfApproved(row))
    return `Đã duyệt lần 1 bởi ${row.duyet_1_boi ?? ''} lúc ${formatInstant(row.duyet_1_luc ?? '')}`
  return row.luot_duyet === 1 ? 'Cần hai người duyệt: đây là lần 1' : ''
}

/** Text of the question: the step, and the row to decide. */
function aboutOf(choice: Choice, row: RefundRow): string {
  const extra = isPackage(row) || row.request_type === 4 ? formatMoney(row.other_refund ?? 0) : ''
  return [
    changeOf(choice, row),
    `${nameOf(row)}, ${amountOf(row)}`,
    choice.step.audit === 'approve' && secondText(row),
    extra !== '' && extra !== '0' && `Trong đó hoàn thêm ${extra} đ`,
    isTopUp(row) && `Khách chuyển ${formatMoney(row.transfer_final_amount ?? 0)} đ`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Asks, then does the step. */
export const takeStep = (place: Place, choice: Choice, row: RefundRow): Promise<boolean> =>
  doStep(creatingCalls[place].resource, choice, row, aboutOf(choice, row))

/** Colour and mark of a partner status; a partner's own codes are blue (D2-REFUND-90 to 93). */
export const partnerLook = (code: number | null) => {
  const partnerStatus = partnerStatuses.find((status) => status.code === code)
  return { tone: partnerStatus?.tone ?? 'blue', icon: partnerStatus?.icon ?? 'half' } as const
}
