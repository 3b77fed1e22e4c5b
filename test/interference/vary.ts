/** Changes a database only in what is hidden from a reader. */
import type { ClientBase } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import { ident } from '#kit/server/kinds.ts'
import { byTable, columnsOf, hiddenFrom, seenIds, subjects, type Hidden, type Reader } from './hidden.ts'

type Column = { name: string; type: string }
type Shape = {
  columns: Column[]
  key: string[]
  children: { table: string; column: string; parent: string }[]
}

/** What was changed: `table.column` for values, `table` for deleted rows. */
export type Varied = { columns: Set<string>; gone: Set<string>; same: Set<string> }

/** Columns of a table with a value of their own, its key, and tables that refer to it. */
async function shapeOf(db: ClientBase, table: string): Promise<Shape> {
  const { rows: columns } = await db.query<Column & { pointing: boolean; key: boolean }>(sql`
    SELECT attname AS name, t.typname AS type,
      EXISTS (SELECT FROM pg_constraint c WHERE c.conrelid = a.attrelid AND c.contype = 'f' AND a.attnum = ANY(c.conkey)) AS pointing,
      EXISTS (SELECT FROM pg_constraint c WHERE c.conrelid = a.attrelid AND c.contype = 'p' AND a.attnum = ANY(c.conkey)) AS key
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    WHERE attrelid = ${`"${table}"`}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`)
  const { rows: children } = await db.query<Shape['children'][number]>(sql`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column, p.attname AS parent
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND c.confrelid = ${`"${table}"`}::regclass AND cardinality(c.conkey) = 1`)
  return {
    columns: columns.filter((one) => !one.pointing && !one.key && one.type !== 'uuid'),
    key: columns.filter((one) => one.key).map(({ name }) => name),
    children,
  }
}

/** A different value for each type of column; values other than free text stay valid for the program. */
const another: Readonly<Record<string, (column: Sql) => Sql>> = {
  text: (c) => sql`${c} || 'X' || (abs(hashtext(${c})) % 9)`,
  phone: (c) =>
    sql`left(${c}::text, 4) || lpad(((right(${c}::text, 5)::int + 12345) % 100000)::text, 5, '0')`,
  bool: (c) => sql`NOT ${c}`,
  int2: (c) => sql`${c} + 1`,
  int4: (c) => sql`${c} + 1 + abs(hashtext(${c}::text)) % 7`,
  int8: (c) => sql`${c} + 1000 * (1 + abs(hashtext(${c}::text)) % 7)`,
  numeric: (c) => sql`${c} + 1 + abs(hashtext(${c}::text)) % 7`,
  date: (c) => sql`${c} + 1 + abs(hashtext(${c}::text)) % 3`,
  // Neither before the earliest instant in the data nor in the future.
  timestamptz: (c) => sql`${c} + CASE WHEN ${c} > now() - interval '1 day' THEN -1 ELSE 1 END
    * make_interval(mins => 7 + abs(hashtext(${c}::text)) % 7)`,
  jsonb: (c) => sql`regexp_replace(regexp_replace(${c}::text, '": ([1-9][0-9]*)', '": 1\\1', 'g'),
    '": "([^"]* [^"]*)"', '": "\\1 X"', 'g')::jsonb`,
}

/** Tries a statement; if a constraint refuses it, the rows are unchanged. */
async function tried(db: ClientBase, statement: Sql): Promise<number> {
  await db.query('SAVEPOINT one')
  try {
    const { rowCount } = await db.query(statement)
    await db.query('RELEASE SAVEPOINT one')
    return rowCount ?? 0
  } catch (error) {
    await db.query('ROLLBACK TO SAVEPOINT one')
    // Classes 22 and 23: a value that the column or a constraint refuses.
    if (!/^2[23]/.test(String(Reflect.get(Object(error), 'code')))) throw error
    return 0
  }
}

/** Gives every row the next one's value: for columns with few allowed or unique values. */
const turned = (table: Sql, column: Sql, rows: Sql): Sql => sql`
  UPDATE ${table} t SET ${column} = n.value FROM (
    SELECT tableoid AS part, ctid AS place, coalesce(lead(${column}) OVER w, first_value(${column}) OVER w) AS value
    FROM ${table} WHERE ${rows} AND ${column} IS NOT NULL WINDOW w AS (ORDER BY ctid)) n
  WHERE t.tableoid = n.part AND t.ctid = n.place AND t.${column} IS DISTINCT FROM n.value`

/** Changes the values of one column in the rows. */
async function varyColumn(db: ClientBase, { table, rows }: Hidden, { name, type }: Column): Promise<number> {
  const [from, column] = [ident(table), ident(name)]
  const change = another[type]
  if (!change) return 0
  const changed = await tried(
    db,
    sql`UPDATE ${from} SET ${column} = ${change(column)} WHERE ${rows} AND ${column} IS NOT NULL`,
  )
  return changed > 0 ? changed : tried(db, turned(from, column, rows))
}

/** Deletes a third of the rows to which no other row refers. */
function thinned({ table, rows }: Hidden, { key, children }: Shape): Sql {
  const ofNobody = children.map(
    (one) =>
      sql`AND NOT EXISTS (SELECT FROM ${raw(one.table)} c WHERE c.${ident(one.column)} = t.${ident(one.parent)})`,
  )
  const name = join(key.map((one) => sql`${ident(one)}::text`))
  return sql`DELETE FROM ${ident(table)} t WHERE ${rows} AND abs(hashtext(concat(${name}))) % 3 = 0 ${join([sql``, ...ofNobody], ' ')}`
}

async function varyPart(db: ClientBase, part: Hidden, varied: Varied): Promise<void> {
  const shape = await shapeOf(db, part.table)
  const { rowCount } = await db.query(sql`SELECT FROM ${ident(part.table)} WHERE ${part.rows} LIMIT 1`)
  if (!rowCount) return
  const chosen = shape.columns.filter(
    // Phones get their other digits separately; here only those that are completely hidden.
    ({ name, type }) => !part.keep.includes(name) && (part.columns?.includes(name) ?? type !== 'phone'),
  )
  for (const column of chosen) {
    const changed = await varyColumn(db, part, column)
    ;(changed > 0 ? varied.columns : varied.same).add(`${part.table}.${column.name}`)
  }
  const whole = part.columns === undefined && !part.counted && part.table !== 'users' && shape.key.length > 0
  if (whole && (await tried(db, thinned(part, shape))) > 0) varied.gone.add(part.table)
}

const signed = sql`username || 'X'`

/** Audit entries about hidden data: of hidden rows all values, of others those of hidden columns. */
async function varyTrail(db: ClientBase, pool: Pool, reader: Reader): Promise<void> {
  const { actor, name } = reader
  const others = sql`actor_id IS DISTINCT FROM ${actor.id} AND username <> ${name}`
  const entry = (column: string): Sql => another.jsonb?.(ident(column)) ?? sql`${ident(column)}`
  const visible: Sql[] = []
  for (const table of byTable.keys()) {
    const about = sql`resource IN (${subjects(table)}) AND resource_id = ANY(${await seenIds(pool, table, reader)}::text[])`
    visible.push(about)
    for (const [column, sight] of columnsOf(table, actor)) {
      if (sight !== 'hidden') continue
      for (const state of ['before', 'after'].map(ident)) {
        const value = sql`CASE jsonb_typeof(${state} -> ${column}::text) WHEN 'number' THEN to_jsonb((${state} ->> ${column}::text)::numeric + 7)
          ELSE to_jsonb((${state} ->> ${column}::text) || 'X') END`
        await db.query(sql`
          UPDATE audit_log SET ${state} = ${state} || jsonb_build_object(${column}::text, ${value})
          WHERE ${about} AND ${others} AND jsonb_typeof(${state} -> ${column}::text) IN ('number', 'string')`)
      }
    }
  }
  await db.query(sql`
    UPDATE audit_log SET before = ${entry('before')}, after = ${entry('after')}, username = ${signed}
    WHERE ${others} AND NOT (${join(visible, ' OR ')})`)
}

/** Changes everything hidden from the reader, apart from phones, without triggers; `pool` has the original data. */
export async function varyHidden(db: ClientBase, pool: Pool, reader: Reader): Promise<Varied> {
  const varied: Varied = { columns: new Set(), gone: new Set(), same: new Set() }
  await db.query('BEGIN')
  await db.query('SET LOCAL session_replication_role = replica')
  for (const part of await hiddenFrom(pool, reader)) await varyPart(db, part, varied)
  await varyTrail(db, pool, reader)
  await db.query('COMMIT')
  return varied
}
