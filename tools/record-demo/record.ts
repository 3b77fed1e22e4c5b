/** Records the played data: each table's rows as text with marks, packed. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Pool, PoolClient } from '#platform/server/db/pool.ts'
import {
  marks,
  planFile,
  rowsFile,
  sign,
  type RecordedTable,
} from '#platform/app/server/seed/demo-recording.ts'
import { marksOf, positionsAt, type Known, type Way } from './marks.ts'
import { stories, trail, type Story } from './stories.ts'

/**
 * Tables that every installation fills, that are filled with the accounts, or by counting and announcing when the
 * recording is loaded.
 */
const leftOut = [
  'schema_migration', 'operator_marks', 'permissions', 'roles', 'role_permissions', 'users', 'user_places',
  'feeds', 'mesbank_reading', 'scan_pace', 'trail_chained', 'backfills', 'recycle_rules', 'recycle_version', 'calling_bounds', 'sim_rules',
  'balances', 'balance_deltas', 'floor_people', 'bell_notices', 'payroll_touched',
] // prettier-ignore

/**
 * Days of a subscriber's package or of a plan do not follow working days; nor does the start of a current call.
 * Other columns count working days.
 */
const ways: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  customer: { packageRegisterAt: 'calendar', packageExpiredAt: 'calendar', claimed_at: 'since' },
  movements: { at: 'since' },
  care_history: { customer_expired_at: 'calendar' },
  scan_numbers: { NumberPackageRegisterDate: 'calendar', NumberPackageRegisterExpire: 'calendar' },
  data_options: { ngay: 'calendar', tu_ngay: 'calendar' },
}

/** Columns with the first of a month: that of another column's day, or so many months ago. */
const months: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  timekeeping: { thang: 'ngay' },
  payroll_input: { thang: null },
  dated_setting: { tu_ngay: null },
}

type Table = { table: string; columns: string[]; byId: boolean }

/** Tables with the columns to write; ids counted by the database are assigned anew, in the same order. */
const tablesSql = `
  SELECT t.relname AS "table", coalesce(bool_or(a.counted), false) AS "byId",
    json_agg(a.attname ORDER BY a.attnum) FILTER (WHERE NOT a.counted) AS columns
  FROM pg_class t, LATERAL (
    SELECT attname, attnum, attidentity <> '' AND attname = 'id' AS counted FROM pg_attribute
    WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') a
  WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND t.relname <> ALL($1) GROUP BY t.oid, t.relname ORDER BY t.relname`

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

type State = {
  write: ReturnType<typeof marksOf>
  positions: ReturnType<typeof positionsAt>
  now: Date
  /** Working days since the first call of a number. */
  calls: ReadonlyMap<string, number>
  /** The same since a row's story began, by its id. */
  began: Map<string, number>
}

const empty = String.raw`\N`

/** Working days since a row's story began; -1 if it has none. */
function beganAt(story: Story | undefined, cell: (column: string) => string, state: State): number {
  if (!story) return -1
  const { positions, calls, began } = state
  const instant = story.at ? cell(story.at) : empty
  const ownMark = instant === empty ? -1 : instant.length > 10 ? positions.position(Date.parse(`${instant.replace(' ', 'T')}:00`)).back : positions.workingDays(instant) // prettier-ignore
  const number = story.phone ? (calls.get(cell(story.phone)) ?? -1) : -1
  return Math.max(ownMark, number, ...(story.of ?? []).map((column) => began.get(cell(column)) ?? -1))
}

function lineOf({ table, columns }: Table, line: string, story: Story | undefined, state: State): string {
  const cells = line.split('\t')
  const cell = (column: string): string => cells[columns.indexOf(column)] ?? empty
  const began = beganAt(story, cell, state)
  if (columns.includes('id') && began >= 0) state.began.set(cell('id'), began)
  const written = cells.map((text, n) => {
    const column = columns[n] ?? ''
    const month = months[table]?.[column]
    if (month) return `${sign}${marks.monthOfDay}${state.positions.workingDays(cell(month))}${sign}`
    if (month === null) return `${sign}${marks.month}${monthsBetween(text, state.now.toISOString())}${sign}`
    return state.write(text, ways[table]?.[column] ?? 'working')
  })
  return [began < 0 ? '' : began, ...written].join('\t')
}

async function readLines({ table, columns, byId }: Table, client: PoolClient): Promise<string[]> {
  const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ')
  const rows = client.query(
    copyTo(
      `COPY (SELECT ${names} FROM ${pg.escapeIdentifier(table)} ORDER BY ${byId ? 'id' : 'ctid'}) TO STDOUT`,
    ),
  )
  return (await text(rows)).split('\n').slice(0, -1)
}

const packed = (lines: readonly string[]): Buffer =>
  brotliCompressSync(`${lines.join('\n')}\n`, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })

async function readCalls(client: PoolClient, state: Pick<State, 'positions'>): Promise<Map<string, number>> {
  const { rows } = await client.query<{ phone: string; at: Date }>(`
    SELECT c.phone, min(m.at) AS at FROM movements m JOIN customer c ON c.id = m.customer_id WHERE m.kind = 'claim' GROUP BY 1`)
  return new Map(rows.map(({ phone, at }) => [phone, state.positions.position(at.getTime()).back]))
}

async function recordRows(client: PoolClient, now: Date, folder: string): Promise<number> {
  await client.query(`SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'`)
  const accounts = await client.query<{ id: string; username: string }>('SELECT id, username FROM users')
  const { rows: calling } = await client.query<{ at: Date }>(
    `SELECT DISTINCT claimed_at AS at FROM customer WHERE stage = 'open'`,
  )
  const known: Known = {
    accounts: new Map(accounts.rows.map(({ id, username }) => [id, username])),
    rows: new Map(),
    since: new Set(calling.map(({ at }) => at.getTime())),
  }
  const positions = positionsAt(now)
  const state: State = { write: marksOf(now, known), positions, now, calls: await readCalls(client, { positions }), began: new Map() } // prettier-ignore
  const { rows: all } = await client.query<Table>(tablesSql, [leftOut])
  const withStories = [...Object.keys(stories), ...Object.keys(trail)]
  const of = (name: string): Table[] => all.filter(({ table }) => table === name)
  const inOrder = [...all.filter(({ table }) => !withStories.includes(table)), ...withStories.flatMap(of)]
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const tables: RecordedTable[] = []
  let bytes = 0
  for (const table of inOrder) {
    const lines = await readLines(table, client)
    if (lines.length === 0) continue
    const story = stories[table.table] ?? trail[table.table]
    const rows = packed(lines.map((line) => lineOf(table, line, story, state)))
    bytes += rows.length
    await writeFile(rowsFile(folder, table.table), rows)
    tables.push({ table: table.table, columns: table.columns, rows: lines.length })
  }
  const { rows: counted } = await client.query<{ name: string; last: number }>(`
    SELECT s.sequencename AS name, s.last_value::float8 AS last FROM pg_sequences s
    WHERE s.schemaname = 'public' AND s.last_value IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE d.objid = s.sequencename::regclass AND d.deptype = 'i' AND a.attname = 'id') ORDER BY 1`)
  const sequences = Object.fromEntries(counted.map(({ name, last }) => [name, last]))
  await writeFile(planFile(folder), `${JSON.stringify({ tables, sequences }, null, 2)}\n`)
  return bytes
}

/** Writes the recording of the database, whose clock shows `now`, into `folder`; returns its bytes. */
export async function recordDemo(pool: Pool, now: Date, folder: string): Promise<number> {
  const client = await pool.connect()
  try {
    return await recordRows(client, now, folder)
  } finally {
    client.release()
  }
}
