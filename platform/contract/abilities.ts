/** Who may do what, in one table of rules. The server enforces it; screens only reflect it. */

import { byTab } from './code-tabs.ts'
import { looksLikeStart } from '#kit/contract/look-alikes.ts'
import type { PermissionCode } from './permissions.ts'

/** Role priorities (D1-Q-001, D3-ACC-01): 1 and 2 manage, 3 is a branch, 4 a leader, 5 a salesperson, 6 the office, 7 a partner. */
export const priorities = [1, 2, 3, 4, 5, 6, 7] as const
export type Priority = (typeof priorities)[number]

export const priorityNames: Record<Priority, string> = {
  1: 'Quản trị',
  2: 'Quản lý',
  3: 'Chi nhánh',
  4: 'Leader',
  5: 'Nhân viên',
  6: 'Văn phòng',
  7: 'Đối tác',
}

/** The acting account, computed once per request from account, role and permissions. */
export type Actor = {
  id: string
  username: string
  fullname: string
  priority: Priority
  roleName: string
  permissions: ReadonlySet<string>
  brandId: string | null
  groupId: string | null
  /** Restricted like 'priority 5': no export, no staff columns (D1-Q-002, D2-Q-05). */
  restricted: boolean
  /** Sees refund requests (D1-Q-013). */
  seesRefunds: boolean
  /** Only holders of desk.decide decide on money (setting `desk.onlyByPermission`, D3-ACC-02). */
  deskByCode: boolean
  /** May decide rows in their own name or entered by themselves (setting `desk.ownRequests`, D3-ACC-03). */
  decidesOwn: boolean
}

/** Whether the username may see refund requests: it has none of the excluded prefixes (D2-Q-100). */
export const mayHaveRefunds = (username: string, noRefundPrefixes: readonly string[]): boolean =>
  !noRefundPrefixes.some((prefix) => looksLikeStart(username, prefix))

/** Settings that affect rights. */
export const rightSettings = [
  'restrictedPriorities',
  'noRefundPrefixes',
  'desk.onlyByPermission',
  'desk.ownRequests',
] as const
export type RightSettings = {
  restrictedPriorities: readonly number[]
  noRefundPrefixes: readonly string[]
  'desk.onlyByPermission': 0 | 1
  'desk.ownRequests': 0 | 1
}

/** Priority and rights of actors without an account: the product, and the operator of the machine. */
export const noAccount = {
  id: '00000000-0000-0000-0000-000000000000',
  priority: 1,
  roleName: 'Hệ thống',
  brandId: null,
  groupId: null,
  restricted: false,
  seesRefunds: true,
  deskByCode: false,
  decidesOwn: true,
} as const satisfies Partial<Actor>

/** Rights of an account that depend on settings. */
export const settledRights = (
  { priority, username }: Pick<Actor, 'priority' | 'username'>,
  settings: RightSettings,
): Pick<Actor, 'restricted' | 'seesRefunds' | 'deskByCode' | 'decidesOwn'> => ({
  restricted: settings.restrictedPriorities.includes(priority),
  seesRefunds: mayHaveRefunds(username, settings.noRefundPrefixes),
  deskByCode: settings['desk.onlyByPermission'] === 1,
  decidesOwn: settings['desk.ownRequests'] === 1,
})

/** Partners read only their own pay, whatever rights their role has (D3-ACC-06). */
const keepsBooks = (a: Actor): boolean =>
  a.priority < 3 || (a.priority !== 7 && a.permissions.has('pay.manage'))

const decidesTopUps = (a: Actor): boolean =>
  a.permissions.has('desk.decide') ||
  (!a.deskByCode && a.permissions.has('requestrefund.duyet-don-chuyen-khoan'))

/** The named rules. Each is one sentence a manager can read. */
export const rules = {
  /** any signed-in user */
  any: () => true,
  /** priority 1 only */
  admin: (a: Actor) => a.priority === 1,
  /** managers: priority below 3 */
  below3: (a: Actor) => a.priority < 3,
  /** managers and branches */
  below4: (a: Actor) => a.priority < 4,
  /** wholesale price 2 of SIM numbers: managers, and leaders, for whom it is the only one (D2-SIM-21, D2-Q-124) */
  simPrice2: (a: Actor) => a.priority < 3 || a.priority === 4,
  /** wholesale price 3: managers, salespeople and partners (D2-SIM-22, D2-Q-124) */
  simPrice3: (a: Actor) => a.priority < 3 || a.priority >= 5,
  /** all but salespeople and partners */
  below5: (a: Actor) => a.priority < 5,
  /** all below 5, and partners: data permission and split screens (D1-Q-004) */
  below5or7: (a: Actor) => a.priority < 5 || a.priority === 7,
  /** managers and partners: the branch section and branch quantities (D1-DPERM-13, D1-SPLIT-11) */
  below3or7: (a: Actor) => a.priority < 3 || a.priority === 7,
  /** not a restricted priority: may export and sees the staff column (D1-Q-002) */
  unrestricted: (a: Actor) => !a.restricted,
  /** payroll, its parameters, closing and pay components, for all units: managers, and holders of pay.manage (D3-ACC-01) */
  managesPay: keepsBooks,
  /** edits the payroll in scope: down to branches, and holders of pay.manage */
  editsPay: (a: Actor) => a.priority < 4 || keepsBooks(a),
  /** calls customers, or leads people who do: all but the office, which has no call figures (D3-ONE-07) */
  calls: (a: Actor) => a.priority !== 6,
  /** salespeople: priority 5 (D3-NAV-06) */
  sells: (a: Actor) => a.priority === 5,
  /** sees revenue: their own or that of their people, or all that pay is based on (D3-ONE-07) */
  seesRevenue: (a: Actor) => a.priority !== 6 || keepsBooks(a),
  /** has a whole branch in scope: branches, managers and partners, and holders of pay.manage (D2-REVF-40, D3-ONE-07) */
  seesBranches: (a: Actor) => a.priority < 4 || a.priority === 7 || keepsBooks(a),
  /** sees the price tables: down to leaders, and holders of pay.manage (D2-MAP-73, D3-ACC-01) */
  seesPrices: (a: Actor) => a.priority < 5 || keepsBooks(a),
  /** assigns revenue lines without a staff member to people in scope (D2-Q-16, D3-ACC-01) */
  assignsLines: (a: Actor) => a.priority < 5 || keepsBooks(a),
  /** opens the settings: managers, and holders of pay.manage, who only see the pay parameters */
  settings: keepsBooks,
  /** sees everything that waits for a decision on money, for all units: managers, and holders of desk.decide (D3-ACC-02) */
  seesWaiting: (a: Actor) => a.priority < 3 || a.permissions.has('desk.decide'),
  /** decides on money for all units: holders of desk.decide, and managers unless `desk.onlyByPermission` is on */
  decidesMoney: (a: Actor) => a.permissions.has('desk.decide') || (a.priority < 3 && !a.deskByCode),
  /** marks Mfy requests as transferred: down to leaders, with `desk.onlyByPermission` on those with desk.decide (D3-ACC-09) */
  marksCollected: (a: Actor) => a.priority < 5 && (!a.deskByCode || a.permissions.has('desk.decide')),
  /** decides on top-ups: holders of desk.decide, and of the former code unless `desk.onlyByPermission` is on (D2-Q-74) */
  decidesTopUps,
  /** confirmation tabs: managers, and holders of the tab's permission (D2-INVIT-02 to 05, D2-Q-147) */
  ...byTab(
    'may',
    ({ permission }) =>
      (a: Actor) =>
        a.priority < 3 || a.permissions.has(permission),
  ),
  /** history of 9332: managers, and holders of the code of a tab that shows it */
  history9332: (a: Actor) =>
    a.priority < 3 || ['care.9332', 'care.selling', 'care.dk'].some((code) => a.permissions.has(code)),
  /** decides on at least one kind of waiting rows: private customers, top-ups, or money altogether (D3-APR-01, D3-ACC-02) */
  decides: (a: Actor) =>
    a.priority < 5 || a.permissions.has('desk.decide') || (a.seesRefunds && decidesTopUps(a)),
  /** refund requests are hidden from accounts with the listed prefixes (D1-SHELL-60) */
  refunds: (a: Actor) => a.seesRefunds,
} as const satisfies Record<string, (a: Actor) => boolean>

/** Names of the levels that rules require, for refusals. */
export const levelNames = {
  admin: 'Quản trị',
  below3: 'Quản lý trở lên',
  below4: 'Chi nhánh trở lên',
  below5: 'Leader trở lên',
  below5or7: 'Leader trở lên, và Đối tác',
  below3or7: 'Quản lý trở lên, và Đối tác',
  managesPay: 'Quản lý trở lên, và người có quyền Kế toán',
  calls: 'người gọi khách, leader, chi nhánh và quản lý',
  sells: 'nhân viên bán hàng',
  seesRevenue: 'người bán hàng, leader, chi nhánh, quản lý và người có quyền Kế toán',
  seesBranches: 'Chi nhánh trở lên, Đối tác, và người có quyền Kế toán',
  seesPrices: 'Leader trở lên, và người có quyền Kế toán',
  settings: 'Quản lý trở lên, và người có quyền Kế toán',
  decidesMoney: 'người duyệt đơn và tin tiền',
} as const satisfies Partial<Record<keyof typeof rules, string>>

export type Rule = keyof typeof rules | PermissionCode
/** One rule, or several that must all be met. */
export type Ability = Rule | readonly Rule[]

/** Ends orders and marks them as paid: managers, with `desk.onlyByPermission` on those with desk.decide (D3-ACC-09). */
export const settlers = ['below3', 'decidesMoney'] as const satisfies Ability

/** Whether `actor` has `ability`; of several rules all must be met. No priority has a code implicitly. */
export function can(actor: Actor, ability: Ability): boolean {
  const required: readonly Rule[] = typeof ability === 'string' ? [ability] : ability
  return required.every((rule) =>
    rule in rules ? rules[rule as keyof typeof rules](actor) : actor.permissions.has(rule),
  )
}

/** Lists and reports for which a right shows the rows of all units (D3-ACC-01, D3-ACC-02); other writes are limited to the user's own scope. */
const everywhere: Readonly<Record<string, keyof typeof rules>> = {
  tinhluong: 'managesPay',
  dsdttinhluong: 'managesPay',
  report90849332: 'managesPay',
  reportstaffrevenue: 'managesPay',
  reportbranchrevenue: 'managesPay',
  radatruythu: 'managesPay',
  baodo: 'seesWaiting',
  requestrefund: 'seesWaiting',
  requestrefundreport: 'seesWaiting',
  mfy: 'seesWaiting',
}

/** Whether `actor` sees the rows of all units in the list or report of this path. */
export function seesAllUnits(actor: Actor, path: string): boolean {
  const rule = everywhere[path]
  return rule !== undefined && rules[rule](actor)
}

/** Whether `actor` sees full phones (D1-MASK-01), not `****` and the last five digits. */
export const seesPhones = (actor: Actor): boolean => rules.below3(actor)
