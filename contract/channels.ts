/** The names under which the live channel and the trail say what changed. */
import type { Ability } from './abilities.ts'
import type { ReportName } from './reports/index.ts'
import type { ResourceName } from './resources/index.ts'

/** Channels that are no list or report, with the right of their calls. */
export const otherChannels = {
  // Pickers of people, rules and texts are everybody's.
  users: 'any',
  setting: 'any',
  phieuluong: 'any',
  userkenhmoigoi: 'any',
  role: 'role.get',
  feeds: 'below3',
  upload: 'below5',
  bangiao: 'below5',
  uploadchiadata: 'below5or7',
  data_options: 'below5or7',
} as const satisfies Record<string, Ability>

/** What a change is published under. */
export type Channel = ResourceName | ReportName | keyof typeof otherChannels

/** A channel, or the declaration of the list or report that it belongs to. */
export type Changed = Channel | { readonly path: string; readonly title: string; readonly rowsOf?: string }

/** The first part of a key in the cache: a channel, or what screens read again by themselves, as no push names it. */
export type CacheKey =
  | Changed
  | 'banduyet'
  | 'care/mine'
  | 'demo-accounts'
  | 'ketquathang'
  | 'lookup'
  | 'permission'
  | 'waiting'

/** What the trail speaks of: a channel, or one of the names that only the trail has. */
export type AuditSubject =
  | Changed
  | 'archived_months'
  | 'chamcong'
  | 'chotluong'
  | 'invitation_history'
  | 'operator_marks'

/** The name itself, or that of the declaration. */
export const nameOf = (named: string | { readonly path: string }): string =>
  typeof named === 'string' ? named : named.path

// The kit speaks of any declared list; every one of them is in the catalogue.
export const channelOf = (changed: Changed): Channel => nameOf(changed) as Channel
