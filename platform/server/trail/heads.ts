/** Heads of the seals, kept outside the database: who makes a chain anew, or cuts its end, has others (D3-TRL-04). */
import sql from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'
import type { TrailFault } from './faults.ts'

/** The last seal of a Vietnamese hour, as '2026-11-26 08h', and its number and hash, as '812:9f2c…'. */
export type HourHead = { hour: string; head: string }

/** As heads are written, wherever: in a line of the log and in a report. */
const headShape = /\b(\d{1,15}):([0-9a-f]{64})\b/g

/** The last seals of the newest `hours` hours that have one, the newest first. */
export async function hourHeads(db: Queryable, hours: number): Promise<HourHead[]> {
  const { rows } = await db.query<HourHead>(sql`
    WITH RECURSIVE h AS (
      (SELECT n, at, hash, 1 AS i FROM trail_seals ORDER BY n DESC LIMIT 1)
      UNION ALL
      SELECT s.n, s.at, s.hash, i + 1 FROM h, LATERAL (
        SELECT n, at, hash FROM trail_seals WHERE n < h.n AND date_trunc('hour', at) < date_trunc('hour', h.at) ORDER BY n DESC LIMIT 1) s
      WHERE i < ${hours})
    SELECT to_char(at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD HH24"h"') AS hour, n || ':' || encode(hash, 'hex') AS head FROM h`)
  return rows
}

/** Heads written down in `text` that the seals do not have: their end was cut off, or the chain was made anew. */
export async function foreignHeads(db: Queryable, text: string): Promise<TrailFault[]> {
  const written = [...text.matchAll(headShape)].map(([, n = '', hash = '']) => ({ n, hash }))
  if (written.length === 0) return []
  const { rows } = await db.query<{ n: string; there: boolean }>(sql`
    SELECT DISTINCT w.n, s.n IS NOT NULL AS there
    FROM json_to_recordset(${JSON.stringify(written)}::json) AS w(n bigint, hash text) LEFT JOIN trail_seals s ON s.n = w.n
    WHERE s.hash IS DISTINCT FROM decode(w.hash, 'hex') ORDER BY w.n`)
  return rows.map(({ n, there }) => ({ kind: there ? 'sealed anew' : 'cut off', what: n }))
}
