/** Turns the preview of a file with a key into a diff: what each row would overwrite, and values far from the stored ones (D3-FILE-06). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import { farTimes } from '#kit/contract/far-values.ts'
import { fieldOf, tableOf, type Resource, type SheetTarget } from '#kit/contract/resource.ts'
import type { RepeatPolicy } from '#platform/contract/calls/imports.ts'
import { typedNames } from '#subjects/pay/contract/pay-lists.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { importable } from '#kit/server/import.ts'
import { ident, shownTo } from '#kit/server/kinds.ts'
import { typeOf } from '#kit/server/write.ts'

type Options = Readonly<Record<string, string>>

/** How a target's stored rows are found: stored rows as `t` and those of the file as `s`, with the same columns. */
export type Overwritten = {
  stored: Sql
  /** The row of `i."values"`. */
  read: Sql
  match: (options: Options, actor: Actor) => Sql
  /** Whether there is nothing yet that a file could overwrite, so that its rows need not be looked at. */
  nothing?: (options: Options) => Sql
  /** Who may know which rows exist; all who may import by default. */
  mayKnow?: (actor: Actor) => boolean
  /** Amounts to be confirmed if they are far from the former one. */
  prices: readonly string[]
  /** Amounts to be confirmed if they exceed another amount of their row. */
  above?: { limit: string; names: readonly string[] }
  /** Columns that keep their stored value if the file has none. */
  keeps: readonly string[]
}

/** Properties of a target that determine how its rows are compared. */
type Compared = {
  sheet: SheetTarget
  again: RepeatPolicy
  overwrites?: Overwritten
  secret?: { fields: readonly string[] }
}

/** A table with the same column names as the spreadsheet. */
const plainTable = (table: string): Pick<Overwritten, 'stored' | 'read'> => ({
  stored: ident(table),
  read: sql`json_populate_record(NULL::${ident(table)}, i."values")`,
})

/** Customers of one file, as `t`, with the column names of a spreadsheet. */
export const customersAs = (
  sheet: SheetTarget,
  columns: Readonly<Record<string, string>>,
): Pick<Overwritten, 'stored' | 'read'> => {
  const pairs = Object.entries(columns)
  const renamed = join(pairs.map(([name, column]) => sql`c.${ident(column)} AS ${ident(name)}`))
  const types = join(pairs.map(([name]) => sql`${ident(name)} ${raw(typeOf(sheet, name))}`))
  return {
    stored: sql`(SELECT c.version, c.file_id, ${renamed} FROM customer c WHERE c.stage <> 'gone')`,
    // Each row is parsed once: one expression per column would parse all of it for every column.
    read: sql`(SELECT * FROM json_to_record(i."values") AS p(${types}))`,
  }
}

/** The live row of a list with the same key; package names match in any spelling (D3-PRC-01). */
export function overwrittenIn(
  resource: Resource & SheetTarget,
  more: Partial<Pick<Overwritten, 'above' | 'keeps'>> = {},
): Overwritten {
  const keys = (resource.sheet.key ?? []).map((name) => {
    const wrap = (value: Sql): Sql => (fieldOf(resource, name).code ? sql`package_key(${value})` : value)
    return sql`${wrap(sql`t.${ident(name)}`)} = ${wrap(sql`s.${ident(name)}`)}`
  })
  const live = resource.softDelete ? sql`AND t.deleted_at IS NULL` : sql``
  return {
    ...plainTable(tableOf(resource)),
    match: () => sql`${join(keys, ' AND ')} ${live}`,
    prices: resource.sheet.columns.filter(
      (name): name is string => name !== null && fieldOf(resource, name).price === true,
    ),
    keeps: [],
    ...more,
  }
}

/** Typed pay of the upload's month; a basis for sanctions that the file does not have is kept. */
export const overwrittenPay: Overwritten = {
  ...plainTable('payroll_input'),
  match: ({ month }) => sql`to_lower(t.username) = to_lower(s.username) AND t.thang = ${month}::date`,
  prices: typedNames,
  keeps: ['canCuCheTai'],
}

/** 'name' for each column that fulfils the condition, as a text array. */
const named = (names: readonly string[], when: (name: string) => Sql): Sql =>
  names.length === 0
    ? sql`'{}'::text[]`
    : sql`array_remove(ARRAY[${join(names.map((name) => sql`CASE WHEN ${when(name)} THEN ${name}::text END`))}], NULL)`

/** Condition that an amount is far from the stored one, or above its limit. Unchanged amounts were confirmed before. */
function isFar({ prices, above }: Overwritten, name: string): Sql {
  const [was, then] = [sql`t.${ident(name)}`, sql`s.${ident(name)}`]
  const times = raw(String(farTimes))
  const fromFormer = prices.includes(name)
    ? sql`${was} > 0 AND (${then} > ${was} * ${times} OR ${then} * ${times} < ${was})`
    : sql`false`
  const aboveLimit = above?.names.includes(name)
    ? sql`s.${ident(above.limit)} > 0 AND ${then} > s.${ident(above.limit)}`
    : sql`false`
  return sql`${then} IS DISTINCT FROM ${was} AND (${fromFormer} OR ${aboveLimit})`
}

/** Whether there is nothing that the file could overwrite, and nothing was when it was compared before. */
async function isFresh(db: Queryable, id: string, nothing: Sql): Promise<boolean> {
  const { rows } = await db.query<{ fresh: boolean }>(sql`
    SELECT ${nothing} AND NOT EXISTS (SELECT FROM import_rows WHERE import_id = ${id} AND verdict <> 'new'
      AND (verdict IN ('update', 'same') OR former IS NOT NULL)) AS fresh`)
  return rows[0]?.fresh === true
}

/**
 * Marks the rows of import `id` that overwrite stored ones ('update', with the former values of changed cells as
 * `actor` may see them) and those that change nothing ('same'), and counts the cells that are far off. Does nothing for
 * lists without a key, and for those that keep their stored rows.
 */
export async function markOverwrites(
  db: Queryable,
  id: string,
  { target, options }: { target: Compared; options: Options },
  actor: Actor,
): Promise<void> {
  const { overwrites, sheet } = target
  if (!overwrites || target.again !== 'overwrites' || overwrites.mayKnow?.(actor) === false) return
  const { stored, read, match, nothing, prices, above, keeps } = overwrites
  if (nothing && (await isFresh(db, id, nothing(options)))) return
  const hidden = new Set([...(sheet.sheet.key ?? []), ...(target.secret?.fields ?? [])])
  const names = importable(sheet, actor).filter((name) => !hidden.has(name))
  const changes = (name: string): Sql => {
    const differs = sql`s.${ident(name)} IS DISTINCT FROM t.${ident(name)}`
    return keeps.includes(name) ? sql`(coalesce(s.${ident(name)}::text, '') <> '' AND ${differs})` : differs
  }
  const former = names.map(
    (name) => sql`CASE WHEN ${changes(name)}
      THEN jsonb_build_object(${name}::text, (SELECT ${shownTo(name, fieldOf(sheet, name), actor)} FROM (SELECT t.*) shown))
      ELSE '{}'::jsonb END`,
  )
  const doubtful = names.filter((name) => prices.includes(name) || above?.names.includes(name))
  // Rows that are marked right are not written: most of a file are new, and a row written again costs as much as reading it.
  await db.query(sql`
    UPDATE import_rows r SET former = f.former, far = f.far, verdict = f.verdict
    FROM (
      SELECT m.row, m.former, m.far, CASE WHEN m.verdict = 'odd' THEN 'odd' WHEN m.there AND m.former IS NULL THEN 'same'
        WHEN m.there THEN 'update' WHEN m.noted THEN 'repaired' ELSE 'new' END AS verdict
      FROM (
        SELECT i.row, i.verdict, i.notes IS NOT NULL AS noted, t.version IS NOT NULL AS there,
          CASE WHEN t.version IS NOT NULL THEN nullif(${join(former, ' || ')}, '{}'::jsonb) END AS former,
          nullif(${named(doubtful, (name) => isFar(overwrites, name))}, '{}') AS far
        FROM import_rows i CROSS JOIN LATERAL ${read} s
        LEFT JOIN ${stored} t ON ${match(options, actor)}
        WHERE i.import_id = ${id} AND i.verdict IN ('new', 'repaired', 'update', 'same', 'odd')) m) f
    WHERE r.import_id = ${id} AND r.row = f.row
      AND (r.verdict, r.former, r.far) IS DISTINCT FROM (f.verdict, f.former, f.far)`)
  await db.query(sql`
    UPDATE imports i SET far = c.far, counts = i.counts || c.counts FROM (
      SELECT coalesce(sum(cardinality(far)) FILTER (WHERE verdict IN ('new', 'repaired', 'update', 'odd')), 0)::int AS far,
        jsonb_build_object('new', count(*) FILTER (WHERE verdict = 'new'), 'same', count(*) FILTER (WHERE verdict = 'same'),
          'repaired', count(*) FILTER (WHERE verdict = 'repaired'), 'update', count(*) FILTER (WHERE verdict = 'update')) AS counts
      FROM import_rows WHERE import_id = ${id}) c
    WHERE i.id = ${id}`)
}
