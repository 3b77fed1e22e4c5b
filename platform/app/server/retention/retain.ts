/** Archives old months of the long tables, or reports what would be archived (docs/decisions/retention.md). */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import pg, { type Client } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { dayStart } from '#kit/contract/dates.ts'
import { connectionTo } from '#platform/server/db/hosts.ts'
import { keptSum, readRows } from './archive-file.ts'
import { archiveMonth } from './archive-month.ts'
import { longTables, type LongTable } from './long-tables.ts'
import { addMonths, firstKept } from './months.ts'

// Arbitrary; must differ from the product's other advisory locks.
const LOCK = 718_205_117

/** Fewest months to keep; the database refuses younger rows too (platform/sql/retention.sql). */
const fewestMonths = 12

export type MonthRows = { table: string; month: string; leaves: number; stays: number; file?: string }
/** `before`: first month that is kept, null if no payroll was closed yet, so that all are; `requested`: the month asked for, if later. */
export type Retained = { before: string | null; requested: string | null; months: MonthRows[] }

/** First month to keep: at most the requested one, and none with an open payroll. */
async function firstStaying(client: Client, wanted: string): Promise<Pick<Retained, 'before' | 'requested'>> {
  const { rows } = await client.query<{ closed: string | null }>(
    `SELECT to_char(max(thang), 'YYYY-MM-DD') AS closed FROM payroll_closing WHERE mo_lai_luc IS NULL`,
  )
  const closed = rows[0]?.closed
  if (!closed) return { before: null, requested: wanted }
  const open = addMonths(closed, 1)
  return open < wanted ? { before: open, requested: wanted } : { before: wanted, requested: null }
}

/** Rows per month of a table before the instant: to archive and to keep; months without rows are omitted. */
async function survey(client: Client, table: LongTable, before: string): Promise<MonthRows[]> {
  const instant = sql`${dayStart(before)}::timestamptz`
  const month = sql`to_char(${table.time} AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-01')`
  const old = sql`FROM ${raw(table.name)} t WHERE ${table.time} < ${instant}`
  const { rows } = await client.query<{ month: string; leaves: string; stays: string }>(sql`
    SELECT month, coalesce(l.n, 0) AS leaves, a.n - coalesce(l.n, 0) AS stays
    FROM (SELECT ${month} AS month, count(*) AS n ${old} GROUP BY 1) a
    LEFT JOIN (SELECT ${month} AS month, count(*) AS n ${old} AND ${table.leaves(instant)} GROUP BY 1) l USING (month)
    ORDER BY month`)
  return rows.map((row) => ({
    table: table.name,
    month: row.month,
    leaves: Number(row.leaves),
    stays: Number(row.stays),
  }))
}

async function leave(
  client: Client,
  table: LongTable,
  before: string,
  folder: string | null,
): Promise<MonthRows[]> {
  const surveyed = await survey(client, table, before)
  if (folder === null) return surveyed
  const archived: MonthRows[] = []
  for (const one of surveyed) {
    const { month } = one
    const keptRows =
      one.leaves > 0 ? await archiveMonth(client, table, { month, before: dayStart(before), folder }) : null
    archived.push(keptRows ? { ...one, leaves: keptRows.rows, file: keptRows.file } : { ...one, leaves: 0 })
  }
  // Frees the space for new rows and updates the planner's statistics.
  if (archived.some(({ leaves }) => leaves > 0)) await client.query(`VACUUM (ANALYZE) ${table.name}`)
  return archived
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'vasdesk-retention',
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c lock_timeout=5s',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type RetentionRequest = { months: number; folder: string | null; now: Date }

/**
 * Archives rows older than `months` complete months into files in `folder`; without one it only reports. One run at a
 * time. Throws with a message if `months` is too small, or a file differs from its table.
 */
export async function retain(url: string, { months, folder, now }: RetentionRequest): Promise<Retained> {
  if (!Number.isInteger(months) || months < fewestMonths)
    throw new Error(`--months must be a whole number, at least ${fewestMonths}`)
  return connected(url, async (client) => {
    const { rows } = await client.query<{ alone: boolean }>(
      sql`SELECT pg_try_advisory_lock(${LOCK}) AS alone`,
    )
    if (!rows[0]?.alone) throw new Error('another retention is under way')
    const { before, requested } = await firstStaying(client, firstKept(months, now))
    if (before === null) return { before, requested, months: [] }
    if (folder !== null) await mkdir(folder, { recursive: true, mode: 0o700 })
    const leaving: MonthRows[] = []
    for (const table of longTables) leaving.push(...(await leave(client, table, before, folder)))
    return { before, requested, months: leaving }
  })
}

/**
 * Loads a file into its own table in schema `archive`, for SQL queries; returns its name and row count. Throws with a
 * message if the file is damaged or loaded already.
 */
export async function loadFile(url: string, path: string): Promise<{ table: string; rows: number }> {
  const file = resolve(path)
  const [, of = '', version = ''] = /^([a-z_]+)-([\d-]+[0-9a-f]+)\.csv\.gz$/.exec(basename(file)) ?? []
  if (!longTables.some(({ name }) => name === of)) throw new Error(`${path} is no file of retention`)
  if (!existsSync(file)) throw new Error(`there is no ${file}`)
  const table = `archive.${of}_${version.replaceAll('-', '_')}`
  return connected(url, async (client) => {
    await client.query('BEGIN')
    await client.query('CREATE SCHEMA IF NOT EXISTS archive')
    await client.query(`CREATE TABLE ${table} (LIKE ${of})`)
    if ((await readRows(client, file, table)) !== (await keptSum(file)))
      throw new Error(`${file} is damaged: its checksum is another one`)
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)
    await client.query('COMMIT')
    return { table, rows: Number(rows[0]?.n) }
  })
}
