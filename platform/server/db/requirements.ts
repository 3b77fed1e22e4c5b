/** Requirements of an operator's own database, checked before anything is written to it. */
import type { Queryable } from './pool.ts'

/** `refusals`: unusable; `warnings`: usable, with the disadvantages. */
export type Findings = { refusals: string[]; warnings: string[] }

export type DatabaseFacts = {
  encoding: string
  locale: string
  sorts: boolean
  extensions: string[]
  /** Connections available to roles without special rights. */
  connections: number
  unsafe: string[]
  logs_values: string[]
  /** Settings that still have PostgreSQL's built-in values and need tuning. */
  untuned: string[]
  encrypted: boolean
  local: boolean
}

const leastVersion = 18
const neededExtensions = ['pg_trgm', 'unaccent']

// The database sorts by its own locale; case folding does not depend on it. log_* settings: whether customer data
// reaches the log.
const question = `
  SELECT current_setting('server_encoding') AS encoding, coalesce(d.datlocale, d.datcollate) AS locale,
    'ă' > 'a' AND 'ă' < 'b' AND 'đ' > 'd' AND 'đ' < 'e' AS sorts,
    ARRAY(SELECT name::text FROM pg_available_extensions) AS extensions,
    least(nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1), current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int - current_setting('reserved_connections')::int) AS connections,
    ARRAY(SELECT name || ' = ' || setting FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off') AS unsafe,
    ARRAY(SELECT name || ' = ' || setting FROM pg_settings WHERE name = 'log_error_verbosity' AND setting <> 'terse'
      OR name = 'log_parameter_max_length' AND setting <> '0' AND (current_setting('log_statement') IN ('mod', 'all')
        OR current_setting('log_min_duration_statement') <> '-1')
      OR name = 'log_parameter_max_length_on_error' AND setting <> '0') AS logs_values,
    ARRAY(SELECT name || ' = ' || current_setting(name) FROM pg_settings
      WHERE name IN ('jit', 'max_wal_size', 'random_page_cost', 'shared_buffers') AND setting = boot_val ORDER BY name) AS untuned,
    coalesce(s.ssl, false) AS encrypted, coalesce(inet_server_addr() <<= '127.0.0.0/8'
      OR inet_server_addr() = '::1' OR inet_server_addr() = inet_client_addr(), true) AS local
  FROM pg_database d JOIN pg_roles r ON r.rolname = current_user
  LEFT JOIN pg_stat_ssl s ON s.pid = pg_backend_pid()
  WHERE d.datname = current_database()`

/** Statement that creates a suitable database. */
export const createDatabase = `CREATE DATABASE vasdesk OWNER vasdesk TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER icu ICU_LOCALE 'vi'`

/** Findings about a database whose processes need `wanted` connections each. */
export function findingsOf(facts: DatabaseFacts, wanted: number): Findings {
  const refusals: string[] = []
  const warnings: string[] = []
  if (facts.encoding !== 'UTF8')
    refusals.push(`its encoding is ${facts.encoding}, UTF8 is needed: ${createDatabase}`)
  for (const name of neededExtensions.filter((one) => !facts.extensions.includes(one)))
    refusals.push(
      `the extension ${name} is not installed on the server: it is in the package of contributed modules`,
    )
  if (!facts.sorts)
    warnings.push(
      `it sorts by the locale ${facts.locale}, in which Vietnamese letters come after Z; to mend it, restore a backup into: ${createDatabase}`,
    )
  if (facts.connections < wanted)
    warnings.push(`it allows ${facts.connections} connections, one process takes up to ${wanted}`)
  if (facts.unsafe.length > 0)
    warnings.push(`what was acknowledged can be lost in a power cut: ${facts.unsafe.join(', ')}`)
  if (facts.logs_values.length > 0)
    warnings.push(
      `its log quotes customers' data: ${facts.logs_values.join(', ')}; set log_error_verbosity = terse, the others = 0`,
    )
  if (facts.untuned.length > 0)
    warnings.push(
      `it is slower than measured, with what PostgreSQL comes with: ${facts.untuned.join(', ')}; step 4 of docs/operations.md sets them`,
    )
  if (!facts.encrypted && !facts.local)
    warnings.push('the connection to it is not encrypted: add ?sslmode=verify-full to its address')
  return { refusals, warnings }
}

/** Checks the database. Works on any version that can be connected to. */
export async function findings(db: Queryable, wanted: number): Promise<Findings> {
  const version = await db.query<{ n: number; text: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS n, current_setting('server_version') AS text`,
  )
  const { n = 0, text = '' } = version.rows[0] ?? {}
  // Older versions lack columns of the query.
  if (n < leastVersion)
    return { refusals: [`PostgreSQL ${leastVersion} or later is needed, this one is ${text}`], warnings: [] }
  const { rows } = await db.query<DatabaseFacts>(question)
  if (!rows[0]) throw new Error('the database says nothing of itself')
  return findingsOf(rows[0], wanted)
}
