/** Names of channels and audit subjects. */
import type { Ability } from './abilities.ts'
import type { ReportName } from './reports/index.ts'
import type { ResourceName } from './lists/index.ts'

/** Channels besides lists and reports, with the ability their calls need. */
export const otherChannels = {
  // Pickers of people, rules and texts are for all users.
  users: 'any',
  chedoxem: 'any',
  setting: 'any',
  phieuluong: 'any',
  userkenhmoigoi: 'any',
  role: 'role.get',
  feeds: 'below3',
  luatmoilai: 'below3',
  upload: 'below5',
  bangiao: 'below5',
  floor: 'below5',
  uploadchiadata: 'below5or7',
  data_options: 'below5or7',
} as const satisfies Record<string, Ability>

/** Channel that a change is published on. */
export type Channel = ResourceName | ReportName | keyof typeof otherChannels

/** A channel, or the declaration of its list or report. */
export type Changed = Channel | { readonly path: string; readonly title: string; readonly rowsOf?: string }

/** First part of a cache key: a channel, or data that screens poll themselves, as no event reports it. */
export type CacheKey =
  | Changed
  | 'banduyet'
  | 'batdau'
  | 'care/mine'
  | 'demo-accounts'
  | 'homnay'
  | 'khachhang360'
  | 'ketquathang'
  | 'lookup'
  | 'permission'
  | 'sessions'
  | 'thongbao'
  | 'waiting'

/** Audit subject for opened phone pages and shown offers; the phone is the id. */
export const phonePage = 'khachhang360'

/** Subject of an audit entry: a channel, or a name used only there. */
export type AuditSubject =
  | Changed
  | 'archived_months'
  | 'chamcong'
  | 'chotluong'
  | 'danhsachchitra'
  | 'invitation_history'
  | 'khachhang360'
  | 'sessions'
  | 'operator_marks'

/** The name itself, or the declaration's. */
export const nameOf = (subject: string | { readonly path: string }): string =>
  typeof subject === 'string' ? subject : subject.path

// The kit accepts any declared list; all of them are in the catalogue.
export const channelOf = (changed: Changed): Channel => nameOf(changed) as Channel
