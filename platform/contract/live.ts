/** Messages of the live channel: Socket.IO on the server's own port (D1-RT, D1-Q-011). */
import type { Channel } from './channels.ts'

/** Sent to readers of lists after committed changes, without the rows. The client refetches what its user may see. */
type ChangesEvent = {
  /** The changed lists that the reader may see. */
  resources: readonly Channel[]
  /** Sequence number of the event among those for the same rights on one server process; after a gap the client refetches everything. */
  n: number
  /** Identifies the sequence. */
  from: string
}

/** Progress of the user's background job. */
export type JobEvent = {
  jobId: string
  kind: 'import' | 'undo-import' | 'export'
  done: number
  total: number
  state: 'running' | 'done' | 'failed' | 'cancelled'
  msg?: string
}

/** Receivers of a notice: everyone signed in at an address of the product (host and port), or one account. */
export type Audience = { domain: string } | { username: string }

/** Text shown as a toast (D1-Q-007); `domain` is '' for a notice to one account. */
export type NoticeEvent = { domain: string; content: string; at: string }

export type ServerEvents = {
  changes: (event: ChangesEvent) => void
  job: (event: JobEvent) => void
  showThongBao: (event: NoticeEvent) => void
  sessionEnded: () => void
  /** The reader's notices changed: a new one, or read on another device (D3-BELL-01). */
  bell: () => void
  /** The number assigned to the reader was withdrawn by another user: the card closes (D3-FLR-02). */
  handEmptied: () => void
} & { [E in LookupEvent as (typeof lookupEvents)[E]]: (reply: LookupReply) => void }

/** Look-up request over the live channel (D1-RT-01, D1-Q-098); the token must be the session's own (D1-Q-101). */
type LookupRequest = { host: string; token: string; client_id: string; data: Record<string, unknown> }

/** Its reply, only to the requesting socket: the carrier's fields, or the refusal. */
type LookupReply = { client_id: string; data: unknown } | { client_id: string; code: string; msg: string }

/** Request event → reply event (D1-RT-02 to D1-RT-06). */
export const lookupEvents = {
  traCuuDanhSachDoiTuongChuongTrinh: 'traKetQuaDanhSachDoiTuongChuongTrinh',
  traCuuThongTinChiTietThueBao: 'traKetQuaThongTinChiTietThueBao',
  traCuuLichSuGoiCuoc: 'traKetQuaLichSuGoiCuoc',
  traCuuTinNhan999: 'traKetQuaTinNhan999',
} as const
export type LookupEvent = keyof typeof lookupEvents

/** Sent in the handshake and as an event after each connect (D1-SHELL-41 to 43). */
type Announcement = { client_index: string; host: string; token: string }

export type ClientEvents = { thongTinKetNoi: (announcement: Announcement) => void } & {
  [E in LookupEvent]: (request: LookupRequest) => void
}
