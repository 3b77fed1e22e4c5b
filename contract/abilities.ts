/** Who may do what, in one table of rules. The server decides by it; the screens only reflect it. */

import { looksLikeStart } from './look-alikes.ts'
import type { PermissionCode } from './permissions.ts'

/** Role priorities (D1-Q-001): 1 and 2 manage, 3 is a branch, 4 a leader, 5 a salesperson, 7 a partner. */
export const priorities = [1, 2, 3, 4, 5, 7] as const
export type Priority = (typeof priorities)[number]

export const priorityNames: Record<Priority, string> = {
  1: 'Quản trị',
  2: 'Quản lý',
  3: 'Chi nhánh',
  4: 'Leader',
  5: 'Nhân viên',
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
}

/** Whether the username may see refund requests: it has none of the excluded prefixes (D2-Q-100). */
export const mayHaveRefunds = (username: string, noRefundPrefixes: readonly string[]): boolean =>
  !noRefundPrefixes.some((prefix) => looksLikeStart(username, prefix))

/** Rights of an account by the settings `restrictedPriorities` and `noRefundPrefixes`. */
export const settledRights = (
  { priority, username }: Pick<Actor, 'priority' | 'username'>,
  restrictedPriorities: readonly number[],
  noRefundPrefixes: readonly string[],
): Pick<Actor, 'restricted' | 'seesRefunds'> => ({
  restricted: restrictedPriorities.includes(priority),
  seesRefunds: mayHaveRefunds(username, noRefundPrefixes),
})

/** The named rules. Each is one sentence a manager can read. */
export const rules = {
  /** anybody signed in */
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
  /** everybody but salespeople and partners */
  below5: (a: Actor) => a.priority < 5,
  /** everybody below 5, and partners: data permission and split screens (D1-Q-004) */
  below5or7: (a: Actor) => a.priority < 5 || a.priority === 7,
  /** managers and partners: the branch section and branch quantities (D1-DPERM-13, D1-SPLIT-11) */
  below3or7: (a: Actor) => a.priority < 3 || a.priority === 7,
  /** not a restricted priority: may export and sees the staff column (D1-Q-002) */
  unrestricted: (a: Actor) => !a.restricted,
  /** confirmation tab 1: managers, and who holds care.otp (D2-INVIT-02, D2-Q-147) */
  codeTab1: (a: Actor) => a.priority < 3 || a.permissions.has('care.otp'),
  /** confirmation tab 2: managers, and who holds care.otpnew */
  codeTab2: (a: Actor) => a.priority < 3 || a.permissions.has('care.otpnew'),
  /** confirmation tab 3: managers, and who holds care.otpnew1 */
  codeTab3: (a: Actor) => a.priority < 3 || a.permissions.has('care.otpnew1'),
  /** confirmation tab 4: managers, and who holds care.otpnew2 */
  codeTab4: (a: Actor) => a.priority < 3 || a.permissions.has('care.otpnew2'),
  /** history of 9332: managers, and holders of the code of a tab that shows it */
  history9332: (a: Actor) =>
    a.priority < 3 || ['care.9332', 'care.selling', 'care.dk'].some((code) => a.permissions.has(code)),
  /** decides on some kind of waiting rows: private customers, or top-ups by their code (D3-APR-01) */
  decides: (a: Actor) =>
    a.priority < 5 || (a.seesRefunds && a.permissions.has('requestrefund.duyet-don-chuyen-khoan')),
  /** refund requests are hidden from accounts with the listed prefixes (D1-SHELL-60) */
  refunds: (a: Actor) => a.seesRefunds,
} as const satisfies Record<string, (a: Actor) => boolean>

/** Levels that rules of priorities ask for, as a refusal names them. */
export const levelNames = {
  admin: 'Quản trị',
  below3: 'Quản lý trở lên',
  below4: 'Chi nhánh trở lên',
  below5: 'Leader trở lên',
  below5or7: 'Leader trở lên, và Đối tác',
  below3or7: 'Quản lý trở lên, và Đối tác',
} as const satisfies Partial<Record<keyof typeof rules, string>>

export type Rule = keyof typeof rules | PermissionCode
/** One rule, or several that must all be met. */
export type Ability = Rule | readonly Rule[]

/** Whether `actor` has `ability`; of several rules all must be met. No priority has a code implicitly. */
export function can(actor: Actor, ability: Ability): boolean {
  const all: readonly Rule[] = typeof ability === 'string' ? [ability] : ability
  return all.every((rule) =>
    rule in rules ? rules[rule as keyof typeof rules](actor) : actor.permissions.has(rule),
  )
}

/** Whether `actor` sees full phones (D1-MASK-01) rather than `****` and the last five digits. */
export const seesPhones = (actor: Actor): boolean => rules.below3(actor)
