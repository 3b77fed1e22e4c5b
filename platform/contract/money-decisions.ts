/**
 * The closed table of everything that decides money or ends an order: declared actions, fields, calls, settings,
 * routines (D3-ACC-09). Rights, checks of own requests, frozen lists, refused amounts, the audit log and the session
 * lock are derived from it, and a test compares it with everything the server offers.
 */
import { can, settlers, type Ability, type Actor } from './abilities.ts'
import type { AuditAction } from './audit-actions.ts'
import type { State } from '#kit/contract/action.ts'

/** A row in any of these states. */
type Standing = readonly { field: string; states: readonly State[] }[]

type Decision = {
  /** Path of the list of its rows; the first of two lists of the same rows. */
  resource: string
  /** Who decides; with `desk.onlyByPermission` on, only holders of `desk.decide` pass the rules for money. */
  may: Ability
  /** With `desk.ownRequests` off, users may not do it to rows in their own name or entered by themselves (D3-ACC-03). */
  own?: true
  /** Above `refund.secondApprovalAbove` it takes two people (subjects/money/sql/four-eyes.sql). */
  second?: true
  audit: AuditAction
}

/** A declared action by its path below the list's; `to`: the states that decide, if not all do. */
export type ActionDecision = Decision & { action: string; to?: readonly State[] }
/**
 * A field, written by any form, cell, paste, file or undo; `to`: the values that decide, if not all do; `after`: states
 * of rows in which a change is a decision.
 */
export type FieldDecision = Decision & { field: string; to?: readonly State[]; after?: Standing }
/** A call of a workflow: method and path. */
export type CallDecision = Decision & { call: string }
/** Automatic work of the product: a routine of the database. */
export type JobDecision = Omit<Decision, 'may' | 'own'> & { job: string }

const ofRefunds = ['refunds', ...settlers] as const
const mfyEnded: Standing = [{ field: 'trang_thai', states: ['dang_ky_thanh_cong'] }]
/** Approved, rejected, completed or returned. */
const refundEnded: Standing = [
  { field: 'quyet_dinh', states: ['1', '2'] },
  { field: 'khoa_trang_thai', states: ['hoan_thanh', 'hoan_tien'] },
]

/** An action that approves or rejects: the two states in this order. Only an approval needs a second person. */
function eitherWay(
  [yes, no]: readonly [State, State],
  { second, ...decision }: Omit<ActionDecision, 'to' | 'audit'>,
): ActionDecision[] {
  return [
    { ...decision, to: [yes], ...(second && { second }), audit: 'approve' },
    { ...decision, to: [no], audit: 'reject' },
  ]
}

export const actionDecisions: readonly ActionDecision[] = [
  { resource: 'mesbank', action: 'approve/:id', may: 'decidesMoney', own: true, audit: 'approve' },
  { resource: 'mesbank', action: 'deny/:id', may: 'decidesMoney', own: true, audit: 'reject' },
  ...eitherWay(['1', '2'], { resource: 'khr', action: 'approve/:id', may: 'below5', own: true }),
  ...eitherWay(['1', '2'], { resource: 'baodo', action: 'approve/:id', may: 'decidesMoney', own: true }),
  { resource: 'baodo', action: 'setTrangThai/:id', may: settlers, own: true, audit: 'update' },
  ...eitherWay([1, 2], {
    resource: 'requestrefund',
    action: 'approve/:id',
    may: ['refunds', 'decidesTopUps'],
    own: true,
    second: true,
  }),
  ...eitherWay([1, 2], {
    resource: 'requestrefund',
    action: 'setTrangThaiDuyetHoanGoiStatus/:id',
    may: ['refunds', 'decidesMoney'],
    own: true,
    second: true,
  }),
  {
    resource: 'requestrefund',
    action: 'setTrangThaiGiaoDich/:id',
    may: ofRefunds,
    own: true,
    second: true,
    audit: 'update',
  },
  { resource: 'requestrefund', action: 'setTransferStatus/:id', may: ofRefunds, own: true, audit: 'update' },
  {
    resource: 'requestrefund',
    action: 'xemDoiTacSua/:id',
    may: ['refunds', 'decidesMoney'],
    audit: 'update',
  },
  { resource: 'mfy', action: 'duyet/:id', may: 'decidesMoney', own: true, audit: 'approve' },
  { resource: 'mfy', action: 'duyetLan2/:id', may: 'decidesMoney', own: true, audit: 'approve' },
  {
    resource: 'mfy',
    action: 'setTrangThai/:id',
    to: ['duyet', 'duyet_lan_2'],
    may: settlers,
    own: true,
    audit: 'approve',
  },
  {
    resource: 'mfy',
    action: 'setTrangThai/:id',
    to: ['dang_ky_thanh_cong'],
    may: settlers,
    own: true,
    audit: 'update',
  },
  ...eitherWay(['da_duyet', 'tu_choi'], {
    resource: 'mfy',
    action: 'setTrangThaiDuyetThongTin/:id',
    may: 'decidesMoney',
    own: true,
  }),
  {
    resource: 'mfy',
    action: 'setTrangThaiThuTien/:id',
    to: ['da_chuyen_khoan'],
    may: 'marksCollected',
    audit: 'update',
  },
  { resource: 'mfy', action: 'xoaTruyThu/:id', may: settlers, own: true, audit: 'update' },
  { resource: 'order', action: ':id', may: settlers, audit: 'update' },
]

/** `approval` closes the fields of a decision; these stay open although they change the paid amount. */
export const fieldDecisions: readonly FieldDecision[] = [
  // 'Hoàn thêm' alone needs no approval.
  { resource: 'requestrefund', field: 'request_type', to: [4], may: ofRefunds, own: true, audit: 'update' },
  // Set when a top-up is requested (D2-Q-77).
  { resource: 'requestrefund', field: 'is_transfer', to: [1], may: ofRefunds, audit: 'update' },
  ...(['refund_price', 'other_refund', 'request_method', 'package_code', 'chenh_lech'] as const).map(
    (field): FieldDecision => ({
      resource: 'requestrefund',
      field,
      after: refundEnded,
      may: ofRefunds,
      own: true,
      ...(field !== 'chenh_lech' && { second: true }),
      audit: 'update',
    }),
  ),
  ...(['ma_goi', 'gia_ban_goi', 'chenh_lech'] as const).map((field): FieldDecision => ({
    resource: 'mfy',
    field,
    after: mfyEnded,
    may: settlers,
    own: true,
    audit: 'update',
  })),
]

export const callDecisions: readonly CallDecision[] = [
  {
    resource: 'mesbank',
    call: 'PUT /api/v1/mesbank/ghiNhan/:id',
    may: settlers,
    own: true,
    audit: 'update',
  },
]

export const jobDecisions: readonly JobDecision[] = [
  { resource: 'requestrefund', job: 'approve_by_lines', second: true, audit: 'approve' },
  { resource: 'requestrefund', job: 'note_provider_state', audit: 'update' },
  { resource: 'mesbank', job: 'use_transfer', audit: 'update' },
  { resource: 'mesbank', job: 'set_paid', audit: 'update' },
  { resource: 'baodo', job: 'settle_sales', audit: 'update' },
  { resource: 'mfy', job: 'expire_mfy', audit: 'update' },
  { resource: 'order', job: 'expire_orders', audit: 'remove' },
]

/** Settings that decide by themselves, or determine who decides: only written by priority 1, with a confirmed session (D3-SEC-07). */
export const decidingSettings = [
  'tu_dong_duyet_hoan_goi',
  'baodo.autoResult',
  'desk.onlyByPermission',
  'desk.ownRequests',
  'refund.secondApprovalAbove',
] as const
export const settingDecision = { write: 'admin', reauth: true } as const

type Listed = { path: string; rowsOf?: string }
const listOf = ({ path, rowsOf = path }: Listed): string => rowsOf
const includes = (to: readonly State[] | undefined, value: State): boolean =>
  to?.some((state) => String(state) === String(value)) ?? true

/** The decision taken by a step of an action; undefined for none. */
export const stepDecision = (
  resource: Listed,
  { path }: { path: string },
  to: State,
): ActionDecision | undefined =>
  actionDecisions.find(
    (one) => one.resource === listOf(resource) && one.action === path && includes(one.to, to),
  )

/** The decision taken by changing this field, with the states of the row and the values to which it applies; undefined for none. */
export const fieldDecision = (resource: Listed, field: string): FieldDecision | undefined =>
  fieldDecisions.find((one) => one.resource === listOf(resource) && one.field === field)

/** Whether `actor` decides money on the rows of this list, which then does not refresh by itself (D3-DEC-05). */
export const decidesOn = (resource: Listed, actor: Actor): boolean =>
  [...actionDecisions, ...callDecisions].some(
    (one) => one.resource === listOf(resource) && can(actor, one.may),
  )
