/** The look-up log: one entry per look-up with its outcome, written by the server (D1-LOOK-61, D1-Q-102). */
import sql from 'sql-template-tag'
import { lookupNames, type LookupKind } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'

export type LogEntry = {
  kind: LookupKind
  phone: string
  /** Lines of `noi_dung`; results are summarised, as balance and messages are personal data. */
  lines: readonly string[]
}

/** Writes the entry and notifies screens. */
export async function logLookup({ kind, phone, lines }: LogEntry, ctx: LookupCtx): Promise<void> {
  await ctx.db.query(sql`
    INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung, nguon)
    VALUES (${ctx.actor.username}, ${ctx.actor.fullname}, ${phone}, ${lookupNames[kind]}, ${lines.join('\n')}, 'tra_cuu')`)
  ctx.services.publish('lstracuu')
}
