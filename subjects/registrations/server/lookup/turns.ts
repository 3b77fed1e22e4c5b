/** One look-up of a kind at a time per user, over all server processes (D1-LOOK-59). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { lookupTexts, type LookupKind } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'

/** Begins a turn and returns how to end it; CONFLICT while another of the same kind is running; `phone`: 9 digits. */
export async function beginTurn(
  kind: LookupKind,
  phone: string,
  { db, actor }: LookupCtx,
): Promise<() => Promise<void>> {
  // A turn older than the longest time limit belongs to a process that died.
  const { rows } = await db.query<{ turn: string }>(sql`
    INSERT INTO lookup_turns AS t (user_id, kind, nha_mang) VALUES (${actor.id}, ${kind}, carrier_of(${phone}))
    ON CONFLICT (user_id, kind) DO UPDATE SET turn = excluded.turn, started_at = excluded.started_at, nha_mang = excluded.nha_mang
    WHERE t.started_at < now() - interval '60 seconds'
    RETURNING turn`)
  const turn = rows[0]?.turn
  if (turn === undefined) throw new AppError('CONFLICT', lookupTexts.waiting)
  return async () => {
    await db.query(sql`
      DELETE FROM lookup_turns WHERE user_id = ${actor.id} AND kind = ${kind} AND turn = ${turn}`)
  }
}
