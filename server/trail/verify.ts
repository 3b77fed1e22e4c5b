/** Holds the audit log against its seals (D3-TRL-02, docs/decisions/trail-seals.md). */
import sql, { join, raw } from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'
import { lastDays, type DayHead } from './seal.ts'

/** One difference between the log and its seals; the report prints both fields. */
type TrailFault = {
  kind: 'changed' | 'left out' | 'put in' | 'seal changed' | 'archive changed'
  /** The id of an entry, the number of a seal, or the file of an archived month. */
  what: string
}
export type TrailState = {
  faults: TrailFault[]
  entries: number
  /** Sealed entries that are in files of archived months, and of these those that are loaded and were held against their seals. */
  archived: number
  loaded: number
  /** Entries without a seal, and when the oldest of them was written. */
  unsealed: { count: number; since: string | null }
  /** The newest day with seals. */
  head: DayHead | null
}

/** Seals that are looked through at once. */
const atOnce = 200
/** Faults that are listed; where there are more, something is wrong altogether. */
const mostFaults = 200

/** The audit log and the archives that `retention --load` put beside it; one that this role may not read fails the check instead of being skipped. */
async function tablesOf(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'archive' AND c.relkind = 'r' AND c.relname LIKE 'audit\\_log\\_%'`)
  return ['audit_log', ...rows.map(({ name }) => name)]
}

type Seen = {
  fault: TrailFault['kind'] | null
  what: string | null
  archived: number
  loaded: number
  entries: number
}

/** Faults of the seals from `first` to before `until`, and in a last row what was counted. */
async function look(db: Queryable, tables: readonly string[], first: number, until: number): Promise<Seen[]> {
  const entries = join(
    tables.map(
      (table) => sql`
        SELECT id, ${table !== 'audit_log'}::boolean AS loaded, entry_digest(id, at, actor_id, username, role_name, action, resource,
          resource_id, before, after, request_id, by_hand) AS digest
        FROM ${raw(table)} a, span WHERE a.id BETWEEN span.low AND span.high`,
    ),
    ' UNION ALL ',
  )
  const { rows } = await db.query<Seen>(sql`
    WITH seals AS MATERIALIZED (SELECT * FROM trail_seals WHERE n >= ${first} AND n < ${until}),
    span AS MATERIALIZED (SELECT min(first_id) AS low, max(last_id) AS high FROM seals),
    sealed AS MATERIALIZED (
      SELECT substring(entries FROM 24 * i + 1 FOR 8)::bigint AS id, substring(entries FROM 24 * i + 9 FOR 16) AS digest
      FROM seals, generate_series(0, count - 1) i),
    present AS MATERIALIZED (${entries}),
    held AS MATERIALIZED (
      SELECT coalesce(s.id, p.id) AS id, s.digest AS sealed, p.digest AS present, p.loaded,
        EXISTS (SELECT FROM archived_entries e WHERE e.ids @> coalesce(s.id, p.id)) AS archived
      FROM sealed s FULL JOIN present p USING (id))
    SELECT 'seal changed' AS fault, s.n::text AS what, 0 AS archived, 0 AS loaded, 0 AS entries
    FROM seals s LEFT JOIN trail_seals b ON b.n = s.n - 1
    WHERE s.hash <> seal_hash(b.hash, s) OR s.first_id <> coalesce(b.last_id, 0) + 1 OR s.n > 1 AND b.n IS NULL
    UNION ALL
    SELECT * FROM (
      SELECT CASE WHEN present IS NULL THEN 'left out' WHEN sealed IS NULL THEN 'put in' ELSE 'changed' END, id::text, 0, 0, 0
      FROM held WHERE sealed IS DISTINCT FROM present AND NOT (archived AND present IS NULL) LIMIT ${mostFaults}) f
    UNION ALL
    SELECT NULL, NULL, count(*) FILTER (WHERE archived)::int, count(*) FILTER (WHERE loaded)::int, count(sealed)::int FROM held`)
  return rows
}

/** Lists of archived entries that are not what was noted when they were archived, and those without a note. */
async function changedArchives(db: Queryable): Promise<TrailFault[]> {
  const { rows } = await db.query<{ file: string }>(`
    SELECT coalesce(m.file, e.archived_month_id::text) AS file
    FROM archived_entries e LEFT JOIN archived_months m ON m.id = e.archived_month_id
    WHERE NOT EXISTS (
      SELECT FROM audit_log a WHERE a.resource = 'archived_months' AND a.action = 'archive' AND a.after ->> 'id' = e.archived_month_id::text
        AND a.after ->> 'ids_sha256' = encode(sha256(convert_to(e.ids::text, 'UTF8')), 'hex'))`)
  return rows.map(({ file }) => ({ kind: 'archive changed', what: file }))
}

/**
 * Compares every entry with its seal and every seal with the one before it; wants one snapshot for all. Entries of archived
 * months are compared where their file is loaded. At most some hundred faults are listed.
 */
export async function verifyTrail(db: Queryable): Promise<TrailState> {
  const tables = await tablesOf(db)
  const { rows } = await db.query<{ last: number; count: number; since: string | null }>(`
    SELECT s.last, count(a.id)::float8 AS count, to_json(min(a.at)) #>> '{}' AS since
    FROM (SELECT coalesce(max(n), 0)::float8 AS last, coalesce(max(last_id), 0) AS sealed FROM trail_seals) s
      LEFT JOIN audit_log a ON a.id > s.sealed GROUP BY s.last`)
  const { last = 0, count = 0, since = null } = rows[0] ?? {}
  const state: TrailState = {
    faults: await changedArchives(db),
    entries: 0,
    archived: 0,
    loaded: 0,
    unsealed: { count, since },
    head: (await lastDays(db))[0] ?? null,
  }
  for (let first = 1; first <= last && state.faults.length < mostFaults; first += atOnce)
    for (const { fault, what, ...counted } of await look(db, tables, first, first + atOnce)) {
      if (fault) state.faults.push({ kind: fault, what: what ?? '' })
      state.entries += counted.entries
      state.archived += counted.archived
      state.loaded += counted.loaded
    }
  return state
}
