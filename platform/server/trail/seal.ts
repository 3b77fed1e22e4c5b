/** Seals the audit log in the background, and logs when a day is complete (D3-TRL-02). */
import type { Queryable } from '../db/pool.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '../running/periodic.ts'
import { hourHeads } from './heads.ts'

/** Interval in ms: an entry waits for at most two rounds, less than a minute, and for writers that started before it. */
export const everyMs = 10_000
/** Most entries per seal. */
export const mostOfSeal = 5_000
/** Most seals per round. */
const mostOfRound = 40

/** State at the end of a Vietnamese day: its entries and the hash of its last seal, in hex. */
export type DayHead = { day: string; count: number; head: string }

/** Seals all entries that can be sealed now; returns how many. */
export async function sealTrail(db: Queryable): Promise<number> {
  let total = 0
  for (let round = 0; round < mostOfRound; round += 1) {
    const { rows } = await db.query<{ sealed: number }>(`SELECT seal_trail(${mostOfSeal}) AS sealed`)
    const sealed = rows[0]?.sealed ?? 0
    total += sealed
    if (sealed < mostOfSeal) break
  }
  return total
}

/** The newest day with seals, and the previous one with seals, in this order. */
export async function lastDays(db: Queryable): Promise<DayHead[]> {
  const { rows } = await db.query<DayHead>(`
    SELECT d.day::text AS day, (SELECT sum(count)::float8 FROM trail_seals WHERE day = d.day) AS count,
      (SELECT encode(hash, 'hex') FROM trail_seals WHERE day = d.day ORDER BY n DESC LIMIT 1) AS head
    FROM (
      SELECT max(day) AS day FROM trail_seals
      UNION SELECT max(day) FROM trail_seals WHERE day < (SELECT max(day) FROM trail_seals)) d
    WHERE d.day IS NOT NULL ORDER BY day DESC`)
  return rows
}

/** Starts sealing. The heads of an hour and of a day are logged with the first seal of the next one. */
export function keepSealing(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  every = everyMs,
): () => Promise<void> {
  const run = async () => {
    const [[before], [newest]] = [await lastDays(pool), await hourHeads(pool, 1)]
    if ((await sealTrail(pool)) === 0 && before) return
    const [[now, ended], [later]] = [await lastDays(pool), await hourHeads(pool, 1)]
    if (newest && later?.hour !== newest.hour) log.info(newest, 'the audit log of an hour is sealed')
    if (ended && now?.day !== before?.day) log.info(ended, 'the audit log of a day is sealed')
  }
  return runPeriodically({ name: 'sealing the audit log', everyMs: every, run }, log)
}
