/** Heads of the seals, kept outside the database: a rebuilt or truncated chain has other heads (D3-TRL-04). */
import sql from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'
import type { TrailFault } from './faults.ts'

/** The last seal in an hour of Vietnamese time ('2026-11-26 08h'), as number and hash ('812:9f2c…'). */
export type HourHead = { hour: string; head: string }

/** The form of heads in log lines and reports. */
const headShape = /\b(\d{1,15}):([0-9a-f]{64})\b/g

/** The last seals of the newest `hours` hours that have one, newest first. */
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

/** Heads in `text` that the seals do not have: the chain was truncated or rebuilt. */
export async function foreignHeads(db: Queryable, text: string): Promise<TrailFault[]> {
  const written = [...text.matchAll(headShape)].map(([, n = '', hash = '']) => ({ n, hash }))
  if (written.length === 0) return []
  const { rows } = await db.query<{ n: string; there: boolean }>(sql`
    SELECT DISTINCT w.n, s.n IS NOT NULL AS there
    FROM json_to_recordset(${JSON.stringify(written)}::json) AS w(n bigint, hash text) LEFT JOIN trail_seals s ON s.n = w.n
    WHERE s.hash IS DISTINCT FROM decode(w.hash, 'hex') ORDER BY w.n`)
  return rows.map(({ n, there }) => ({ kind: there ? 'sealed anew' : 'cut off', subject: n }))
}
