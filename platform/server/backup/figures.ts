/** Figures of a database's contents: equal for equal data, different for a single changed value. */
import pg from 'pg'
import type { Queryable } from '../db/pool.ts'
import { copiedTables } from './copy-tables.ts'

/** `sums`: total of each whole-number or decimal column. `digest`: sum of the hashes of all rows, in any order. */
type TableFigures = { rows: number; sums: Record<string, string>; digest: string }
export type Figures = Record<string, TableFigures>

type Table = { name: string; columns: string[] }

/** Every crash-safe table of the product and its job queue, with schema and number columns. */
async function tablesOf(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, coalesce(array_agg(a.attname::text ORDER BY a.attnum)
      FILTER (WHERE a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype)), '{}')
      AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    GROUP BY 1 ORDER BY 1`)
  return rows
}

/** `row`: the part of each row to hash. */
async function figuresOf(db: Queryable, { name, columns }: Table, row = 'x.*'): Promise<TableFigures> {
  const sums = columns.map((column) => `sum(${pg.escapeIdentifier(column)})::text`).join(', ')
  const { rows } = await db.query<{ rows: string; digest: string; sums: (string | null)[] }>(`
    SELECT count(*)::text AS rows, coalesce(sum(hashtextextended((${row})::text, 0)::numeric), 0)::text AS digest,
      ARRAY[${sums}]::text[] AS sums
    FROM ${name} x`)
  const figures = rows[0]
  if (!figures) throw new Error(`no figures of ${name}`)
  return {
    rows: Number(figures.rows),
    sums: Object.fromEntries(columns.map((column, index) => [column, figures.sums[index] ?? '0'])),
    digest: figures.digest,
  }
}

/** Figures of every table as `db` sees it; consistent within a REPEATABLE READ transaction. */
export async function readFigures(db: Queryable): Promise<Figures> {
  const figures: Figures = {}
  for (const table of await tablesOf(db)) figures[table.name] = await figuresOf(db, table)
  return figures
}

/** The same for the tables of a copy, independent of column order. */
export async function readCopyFigures(db: Queryable): Promise<Figures> {
  const figures: Figures = {}
  for (const { name, columns } of await copiedTables(db))
    figures[name] = await figuresOf(db, { name, columns: [] }, `ROW(${columns.join(', ')})`)
  return figures
}

/** One sentence per differing table; empty if both are equal. */
export function differences(expected: Figures, actual: Figures): string[] {
  const problems: string[] = []
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const [before, after] = [expected[name], actual[name]]
    if (!before || !after) problems.push(`${name}: ${before ? 'missing' : 'not in the backup'}`)
    else if (before.rows !== after.rows) problems.push(`${name}: ${after.rows} rows, recorded ${before.rows}`)
    else {
      const column = Object.keys(before.sums).find((key) => before.sums[key] !== after.sums[key])
      if (column)
        problems.push(`${name}.${column}: sum ${after.sums[column]}, recorded ${before.sums[column]}`)
      else if (before.digest !== after.digest) problems.push(`${name}: same counts and sums, other values`)
    }
  }
  return problems
}
