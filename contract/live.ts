/** The live channel: what travels over Socket.IO on the server's own port (D1-RT, D1-Q-011). */
import type { Channel } from './channels.ts'

/** Pushed to everybody after a committed change; says nothing of the rows. The client refetches what its user may see. */
type ChangeEvent = {
  resource: Channel
  /** None: whose rows they are is not everybody's to know. */
  ids: readonly never[]
  /** Number of this event on its channel and server process; a gap asks for a refetch. */
  n: number
  /** Which server process numbered it. */
  from: string
}

/** Progress of a background job the signed-in user started. */
export type JobEvent = {
  jobId: string
  kind: 'import' | 'export'
  done: number
  total: number
  state: 'running' | 'done' | 'failed' | 'cancelled'
  msg?: string
}

/** Who a notice is for: everybody signed in at an address of the product (host and port), or one account. */
export type Audience = { domain: string } | { username: string }

/** Text shown as a toast and kept in the bell list (D1-Q-007); `domain` is '' for a notice to one account. */
export type NoticeEvent = { domain: string; content: string; at: string }

export type ServerEvents = {
  change: (event: ChangeEvent) => void
  job: (event: JobEvent) => void
  showThongBao: (event: NoticeEvent) => void
  /** The session was ended elsewhere. */
  sessionEnded: () => void
} & { [E in LookupEvent as (typeof lookupEvents)[E]]: (reply: LookupReply) => void }

/** What a look-up asks over the live channel (D1-RT-01, D1-Q-098); the token must be the session's own (D1-Q-101). */
type LookupRequest = { host: string; token: string; client_id: string; data: Record<string, unknown> }

/** Its answer, to the asking socket only: the carrier's fields, or why there are none. */
type LookupReply = { client_id: string; data: unknown } | { client_id: string; code: string; msg: string }

/** Request event → event of its answer (D1-RT-02 to D1-RT-06). */
export const lookupEvents = {
  traCuuDanhSachDoiTuongChuongTrinh: 'traKetQuaDanhSachDoiTuongChuongTrinh',
  traCuuThongTinChiTietThueBao: 'traKetQuaThongTinChiTietThueBao',
  traCuuLichSuGoiCuoc: 'traKetQuaLichSuGoiCuoc',
  traCuuTinNhan999: 'traKetQuaTinNhan999',
} as const
export type LookupEvent = keyof typeof lookupEvents

/** Announced in the handshake and again as an event after each connect (D1-SHELL-41 to 43). */
type Announcement = { client_index: string; host: string; token: string }

export type ClientEvents = { thongTinKetNoi: (announcement: Announcement) => void } & {
  [E in LookupEvent]: (request: LookupRequest) => void
}
