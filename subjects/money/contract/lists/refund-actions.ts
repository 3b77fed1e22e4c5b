/** Actions of refund requests: decisions, states, setters, recoveries; shared by both resources (D2-Q-49). */
import type { SetterAction, StepAction } from '#kit/contract/action.ts'
import * as states from '../refund-states.ts'
import { deciders, enders, managers, refundFields } from './refund-fields.ts'

const changes = { ask: { title: 'Xác nhận thay đổi trạng thái đơn này?' } } as const
const set = { done: 'Đã đặt', failed: 'không đặt được', audit: 'update' } as const
const approves = {
  done: 'Đã duyệt',
  failed: 'không duyệt được',
  message: 'Đã duyệt đơn',
  leavesWarned: true,
  audit: 'approve',
  tell: 'approved',
  fits: { field: 'quyet_dinh', states: ['0'], words: 'đã có người quyết' },
  pays: 'không có tiền để giao',
} as const
const rejects = {
  done: 'Đã từ chối',
  failed: 'không từ chối được',
  message: 'Đã từ chối đơn',
  audit: 'reject',
  tell: 'rejected',
  fits: { field: 'quyet_dinh', states: ['0'], words: 'đã có người quyết' },
  // Optional, for clients that do not send one (D3-APR-04).
  reason: { field: 'ly_do_tu_choi' },
} as const
/** Restarts approval; requires a reason (D3-DEC-02). */
const reopens = {
  done: 'Đã mở lại',
  failed: 'không mở lại được',
  message: 'Đã mở lại đơn',
  audit: 'reopen',
  tell: 'reopened',
  reason: { field: 'ly_do_mo_lai', required: true },
} as const
const once = 'Đơn này đã được xử lý'
const notDecided = 'Đơn chưa được duyệt hay từ chối'
const undecided = { states: [0], refusal: once } as const

const [finished, refunded, , processing] = states.partnerStatuses

/** Actions of both resources. */
export const refundActions = {
  approve: {
    method: 'PUT',
    path: 'approve/:id',
    summary: 'Approves (1) or rejects (2) a top-up, once; 409 when somebody has decided',
    may: ['refunds', 'decidesTopUps'],
    field: 'status_duyet_don',
    stamp: { by: 'approver' },
    fits: { field: 'request_type', states: [5], words: 'không phải đơn nạp tiền' },
    from: { states: [null], refusal: once },
    notice: true,
    steps: [
      { to: 1, label: 'Duyệt', icon: 'check', ask: { title: 'Xác nhận duyệt đơn này?' }, ...approves },
      {
        to: 2,
        label: 'Từ chối',
        icon: 'cross',
        danger: true,
        ask: { title: 'Xác nhận từ chối đơn này?', danger: true },
        ...rejects,
      },
    ],
  },
  setTransferStatus: {
    method: 'PUT',
    path: 'setTransferStatus/:id',
    summary: 'Sets whether a top-up was paid for; 400 for a refund',
    may: enders,
    field: 'is_transfer',
    stamp: { by: 'username_duyet_trang_thai_chuyen_khoan' },
    cell: 'list',
    steps: states.transferStates.map(({ value, label, icon }) => ({
      to: Number(value),
      label,
      icon,
      ...changes,
      ...set,
    })),
  },
  setTrangThaiGiaoDich: {
    method: 'PUT',
    path: 'setTrangThaiGiaoDich/:id',
    summary: 'Sets the partner status by its code; -10002 for postpaid subscribers only',
    may: enders,
    field: 'ma_trang_thai_giao_dich_doi_tac',
    cell: 'list',
    // The states that people may set (D2-REFUND-94 to 97).
    steps: [finished, refunded, processing].map(({ label, code, icon }) => ({
      to: code,
      label,
      icon,
      ...changes,
      ...set,
    })),
  },
  xemDoiTacSua: {
    method: 'PUT',
    path: 'xemDoiTacSua/:id',
    summary:
      'Notes that a person has looked at what the partner corrected after it had called the order completed',
    may: deciders,
    field: 'doi_tac_sua_xem',
    from: { states: [0], refusal: 'Không có việc đối tác sửa chờ xem' },
    notice: true,
    cell: 'menu',
    steps: [
      {
        to: 1,
        label: 'Đã xem',
        icon: 'check',
        ask: { title: 'Đã xem việc đối tác sửa đơn này?' },
        ...set,
        message: 'Đã xem',
      },
    ],
  },
} as const satisfies Record<string, StepAction>

/** Decides a package refund; 0 reopens it (D2-REFUND-114, D3-DEC-02). */
export const packageApproval = {
  method: 'PUT',
  path: 'setTrangThaiDuyetHoanGoiStatus/:id',
  summary: 'Approves (1) or rejects (2) a package refund, or opens it again (0)',
  may: deciders,
  field: 'trang_thai_duyet_hoan_goi',
  stamp: { by: 'username_duyet_trang_thai_duyet_hoan_goi' },
  fits: { field: 'request_type', states: [1, 2], words: 'không phải đơn hoàn trước hay hoàn sau' },
  notice: true,
  steps: [
    { to: 1, label: 'Duyệt', icon: 'check', from: undecided, ...changes, ...approves },
    { to: 2, label: 'Từ chối', icon: 'cross', danger: true, from: undecided, ...changes, ...rejects },
    {
      to: 0,
      label: 'Mở lại',
      icon: 'ring',
      // Reserved for managers, whoever decides (D3-ACC-02).
      may: managers,
      from: { states: [1, 2], refusal: notDecided },
      ...changes,
      ...reopens,
    },
  ],
} as const satisfies StepAction

/** Reopens a decided request of either kind; approval restarts (D3-DEC-02). */
export const reopening = {
  method: 'PUT',
  path: 'reopen/:id',
  summary: 'Opens a decided request again; 409 once a provider has it or it is finished',
  may: managers,
  field: 'quyet_dinh',
  from: { states: ['1', '2'], refusal: notDecided },
  notice: true,
  steps: [
    {
      to: '0',
      label: 'Mở lại',
      icon: 'ring',
      ask: { title: 'Mở lại đơn', text: 'Đơn sẽ chờ duyệt lại từ đầu.' },
      ...reopens,
    },
  ],
} as const satisfies StepAction

/** A field setter with the id in the path or, by POST, in the body. */
export const refundSetter = (
  method: 'PUT' | 'POST',
  path: string,
  field: keyof typeof refundFields,
  more: Partial<SetterAction> = {},
): SetterAction => ({
  method,
  path,
  summary: `Sets '${refundFields[field].label}' of a request`,
  may: managers,
  field,
  // Empty is no amount: 0 must be typed (D2-Q-68).
  needed: true,
  ...set,
  ...more,
})

/** A recovery setter: from any value to any other; manual from then on (D2-RFREP-42, D2-RFREP-46). */
export const recoverySetter = (
  path: string,
  field: 'trang_thai_truy_thu_hoan_theo_goi' | 'trang_thai_truy_thu_hoan_them',
) =>
  ({
    method: 'PUT',
    path: `${path}/:id`,
    summary: `Sets '${refundFields[field].label}' of a request and who did`,
    may: managers,
    field,
    stamp: { by: `username_duyet_${field}` },
    cell: 'list',
    steps: states.recoveries.map(({ value, label, icon }) => ({
      to: value,
      label,
      icon,
      ...changes,
      ...set,
    })),
  }) as const satisfies StepAction
