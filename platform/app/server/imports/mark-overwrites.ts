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

type Options = Readonly<Record<string, string>>

/** How a target's stored rows are found: stored rows as `t` and those of the file as `s`, with the same columns. */
export type Overwritten = {
  stored: Sql
  /** The row of `i."values"`. */
  read: Sql
  match: (options: Options, actor: Actor) => Sql
  /** Who may know which rows exist; all who may import by default. */
  told?: (actor: Actor) => boolean
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
  read: sql`jsonb_populate_record(NULL::${ident(table)}, i."values"::jsonb)`,
})

/** Customers of one file, as `t`, with the column names of a spreadsheet. */
export const customersAs = (
  columns: Readonly<Record<string, string>>,
): Pick<Overwritten, 'stored' | 'read'> => {
  const pairs = Object.entries(columns)
  const renamed = (of: Sql): Sql =>
    join(pairs.map(([name, column]) => sql`${of}.${ident(column)} AS ${ident(name)}`))
  const values = join(pairs.map(([name, column]) => sql`${column}::text, i."values"::jsonb -> ${name}::text`))
  return {
    stored: sql`(SELECT c.version, c.file_id, ${renamed(sql`c`)} FROM customer c WHERE c.stage <> 'gone')`,
    read: sql`(SELECT ${renamed(sql`p`)} FROM jsonb_populate_record(NULL::customer, jsonb_build_object(${values})) p)`,
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
  if (!overwrites || target.again !== 'overwrites' || overwrites.told?.(actor) === false) return
  const { stored, read, match, prices, above, keeps } = overwrites
  const hidden = new Set([...(sheet.sheet.key ?? []), ...(target.secret?.fields ?? [])])
  const names = importable(sheet, actor).filter((name) => !hidden.has(name))
  const changes = (name: string): Sql => {
    const differs = sql`s.${ident(name)} IS DISTINCT FROM t.${ident(name)}`
    return keeps.includes(name) ? sql`(coalesce(s.${ident(name)}::text, '') <> '' AND ${differs})` : differs
  }
  const former = names.map(
    (name) => sql`CASE WHEN t.version IS NULL OR NOT (${changes(name)}) THEN '{}'::jsonb
      ELSE jsonb_build_object(${name}::text, (SELECT ${shownTo(name, fieldOf(sheet, name), actor)} FROM (SELECT t.*) shown)) END`,
  )
  const doubtful = names.filter((name) => prices.includes(name) || above?.names.includes(name))
  await db.query(sql`
    UPDATE import_rows r SET former = nullif(f.former, '{}'::jsonb), far = nullif(f.far, '{}'),
      verdict = CASE WHEN r.verdict = 'odd' THEN 'odd' WHEN f.there AND f.former = '{}'::jsonb THEN 'same' WHEN f.there THEN 'update'
        WHEN r.notes IS NULL THEN 'new' ELSE 'repaired' END
    FROM (
      SELECT i.row, t.version IS NOT NULL AS there, ${join(former, ' || ')} AS former,
        ${named(doubtful, (name) => isFar(overwrites, name))} AS far
      FROM import_rows i CROSS JOIN LATERAL ${read} s
      LEFT JOIN ${stored} t ON ${match(options, actor)}
      WHERE i.import_id = ${id} AND i.verdict IN ('new', 'repaired', 'update', 'same', 'odd')) f
    WHERE r.import_id = ${id} AND r.row = f.row`)
  await db.query(sql`
    UPDATE imports i SET far = c.far, counts = i.counts || c.counts FROM (
      SELECT coalesce(sum(cardinality(far)) FILTER (WHERE verdict IN ('new', 'repaired', 'update', 'odd')), 0)::int AS far,
        jsonb_build_object('new', count(*) FILTER (WHERE verdict = 'new'), 'same', count(*) FILTER (WHERE verdict = 'same'),
          'repaired', count(*) FILTER (WHERE verdict = 'repaired'), 'update', count(*) FILTER (WHERE verdict = 'update')) AS counts
      FROM import_rows WHERE import_id = ${id}) c
    WHERE i.id = ${id}`)
}
