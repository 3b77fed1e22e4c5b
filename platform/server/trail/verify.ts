/** Compares the audit log with its seals (D3-TRL-02, docs/decisions/trail-seals.md). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'
import { changedArchives, missingFiles } from './archives.ts'
import type { TrailFault } from './faults.ts'
import { foreignHeads } from './heads.ts'
import { lastDays, type DayHead } from './seal.ts'

export type TrailState = {
  faults: TrailFault[]
  entries: number
  /** Sealed entries in files of archived months, and how many of these are loaded and were compared with their seals. */
  archived: number
  loaded: number
  /** Entries without a seal, and when the oldest of them was written. */
  unsealed: { count: number; since: string | null }
  /** The newest day with seals. */
  head: DayHead | null
}

/** Proofs kept outside the database: texts with heads, and the folder of the archived months. */
type TrailProofs = { heads?: string; archives?: string }

/** Seals checked per query. */
const atOnce = 200
/** Most faults listed; with more, the log is corrupt as a whole. */
const mostFaults = 200

/** The audit log and the archives loaded by `retention --load`; one that this role may not read fails the check and is not skipped. */
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

/** Faults of the seals from `first` to before `until`, and the counts in a last row. */
async function checkSeals(
  db: Queryable,
  { tables, since }: { tables: readonly string[]; since: (seal: string) => Sql },
  first: number,
  until: number,
): Promise<Seen[]> {
  const entries = join(
    tables.map(
      (table) => sql`
        SELECT id, at, ${table !== 'audit_log'}::boolean AS loaded, entry_digest(id, at, actor_id, username, role_name, action, resource,
          resource_id, before, after, request_id, by_hand) AS digest
        FROM ${raw(table)} a, span WHERE a.id BETWEEN span.low AND span.high`,
    ),
    ' UNION ALL ',
  )
  const { rows } = await db.query<Seen>(sql`
    WITH seals AS MATERIALIZED (SELECT s.*, ${since('s')} AS began FROM trail_seals s WHERE n >= ${first} AND n < ${until}),
    span AS MATERIALIZED (SELECT min(first_id) AS low, max(last_id) AS high FROM seals),
    sealed AS MATERIALIZED (
      SELECT substring(entries FROM 24 * i + 1 FOR 8)::bigint AS id, substring(entries FROM 24 * i + 9 FOR 16) AS digest,
        began - interval '1 hour' AS earliest, CASE WHEN began IS NOT NULL THEN at + interval '1 hour' END AS latest
      FROM seals, generate_series(0, count - 1) i),
    present AS MATERIALIZED (${entries}),
    held AS MATERIALIZED (
      SELECT coalesce(s.id, p.id) AS id, s.digest AS sealed, p.digest AS present, p.loaded,
        p.at < s.earliest OR p.at > s.latest AS odd,
        EXISTS (SELECT FROM archived_entries e WHERE e.ids @> coalesce(s.id, p.id)) AS archived
      FROM sealed s FULL JOIN present p USING (id))
    SELECT 'seal changed' AS fault, s.n::text AS what, 0 AS archived, 0 AS loaded, 0 AS entries
    FROM trail_seals s LEFT JOIN trail_seals b ON b.n = s.n - 1
    WHERE s.n >= ${first} AND s.n < ${until} AND (
      s.hash <> seal_hash(b.hash, s) OR s.first_id <> coalesce(b.last_id, 0) + 1 OR s.n > 1 AND b.n IS NULL
      OR ${since('b')} IS NOT NULL AND (${since('s')} IS NULL OR ${since('s')} < ${since('b')}))
    UNION ALL
    SELECT * FROM (
      SELECT CASE WHEN present IS NULL THEN 'left out' WHEN sealed IS NULL THEN 'put in' ELSE 'changed' END, id::text, 0, 0, 0
      FROM held WHERE sealed IS DISTINCT FROM present AND NOT (archived AND present IS NULL) LIMIT ${mostFaults}) f
    UNION ALL
    SELECT * FROM (SELECT 'wrong time', id::text, 0, 0, 0 FROM held WHERE odd LIMIT ${mostFaults}) o
    UNION ALL
    SELECT NULL, NULL, count(*) FILTER (WHERE archived)::int, count(*) FILTER (WHERE loaded)::int, count(sealed)::int FROM held`)
  return rows
}

/** No seals although there are users: they were deleted, or sealing does not run. */
async function missingSeals(db: Queryable): Promise<TrailFault[]> {
  const { rows } = await db.query<{ bare: boolean }>(
    'SELECT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM trail_seals) AS bare',
  )
  return rows[0]?.bare ? [{ kind: 'no seals', subject: 'over a database with users' }] : []
}

/** Start time of a seal; missing in earlier versions, whose tables did not have the column. */
async function sinceOf(db: Queryable): Promise<(seal: string) => Sql> {
  const { rowCount } = await db.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'trail_seals'::regclass AND attname = 'since' AND NOT attisdropped`,
  )
  return (seal) => (rowCount ? sql`${raw(seal)}.since` : sql`NULL::timestamptz`)
}

/**
 * Compares every entry with its seal and every seal with the previous one; needs one snapshot for all. Entries of
 * archived months are compared if their file is loaded. Lists at most some hundred faults.
 */
export async function verifyTrail(
  db: Queryable,
  { heads = '', archives }: TrailProofs = {},
): Promise<TrailState> {
  const looked = { tables: await tablesOf(db), since: await sinceOf(db) }
  const { rows } = await db.query<{ last: number; count: number; since: string | null }>(`
    SELECT s.last, count(a.id)::float8 AS count, to_json(min(a.at)) #>> '{}' AS since
    FROM (SELECT coalesce(max(n), 0)::float8 AS last, coalesce(max(last_id), 0) AS sealed FROM trail_seals) s
      LEFT JOIN audit_log a ON a.id > s.sealed GROUP BY s.last`)
  const { last = 0, count = 0, since = null } = rows[0] ?? {}
  const state: TrailState = {
    faults: [
      ...(await missingSeals(db)),
      ...(await foreignHeads(db, heads)).slice(0, mostFaults),
      ...(await changedArchives(db)),
      ...(archives === undefined ? [] : await missingFiles(db, archives)),
    ],
    entries: 0,
    archived: 0,
    loaded: 0,
    unsealed: { count, since },
    head: (await lastDays(db))[0] ?? null,
  }
  for (let first = 1; first <= last && state.faults.length < mostFaults; first += atOnce)
    for (const { fault, what, ...counted } of await checkSeals(db, looked, first, first + atOnce)) {
      if (fault) state.faults.push({ kind: fault, subject: what ?? '' })
      state.entries += counted.entries
      state.archived += counted.archived
      state.loaded += counted.loaded
    }
  return state
}
