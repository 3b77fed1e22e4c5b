/** Data hidden from an account, derived from the declarations: rows of each table, and columns of its visible rows. */
import sql, { join, type Sql } from 'sql-template-tag'
import { can, seesPhones, type Ability, type Actor } from '#platform/contract/abilities.ts'
import { tableOf, type Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import type { Scope } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { isScoped, splitFor } from '../conformance/oracle.ts'
import { allIds } from '../conformance/rows.ts'
import { rules, type Rule } from './tables.ts'

export type Reader = { name: string; actor: Actor; scope: Scope }

/**
 * A part of a table that is hidden from a reader: the rows, and their columns; all columns without `columns`. Rows are
 * not deleted if the reader may see their number.
 */
export type Hidden = {
  table: string
  rows: Sql
  columns?: readonly string[]
  keep: readonly string[]
  counted?: boolean
}

/** Declared lists by their table. */
export const byTable: ReadonlyMap<string, readonly Resource[]> = Map.groupBy(resources, tableOf)

const reads = ({ may }: Resource, actor: Actor): boolean =>
  can(actor, may.read) || (may.pick !== undefined && can(actor, may.pick))

/** Columns whose earliest value is public: months before it are not offered (D3-ONE-02). */
const firsts: Readonly<Record<string, string>> = { revenue_line: 'ngay_thanh_cong' }

const notFirst = (table: string): Sql => {
  const column = firsts[table]
  return column === undefined
    ? sql`true`
    : sql`${ident(column)} > (SELECT min(f.${ident(column)}) FROM ${ident(table)} f WHERE f.deleted_at IS NULL)`
}

type Besides = { may: Ability; rows: (reader: Reader) => Sql; counted?: true }

/** Rows of a declared table that a call other than its lists shows; `counted`: the call reveals the number of other rows. */
const shownBesides: Readonly<Record<string, Besides>> = {
  // The rows of a subscriber file (D1-Q-114).
  customer: { may: 'below5or7', rows: () => sql`holder_id IS NULL`, counted: true },
  // An appointment is shown with its customer (D3-ORG-04).
  care_history: {
    may: 'any',
    rows: ({ actor }) => sql`customer_id IN (SELECT id FROM customer WHERE holder_id = ${actor.id}::uuid)`,
  },
}

/** Ids of the rows that some list of the table, or another call, shows to the reader. */
export async function seenIds(pool: Pool, table: string, reader: Reader): Promise<string[]> {
  const { name, actor } = reader
  const seen = new Set<string>()
  for (const resource of byTable.get(table) ?? []) {
    if (!reads(resource, actor)) continue
    const ids = isScoped(resource)
      ? (await splitFor(pool, resource.path, name)).seen
      : await allIds(pool, resource)
    for (const id of ids) seen.add(id)
  }
  const besides = shownBesides[table]
  if (besides && can(actor, besides.may)) {
    const { rows } = await pool.query<{ id: string }>(
      sql`SELECT id FROM ${ident(table)} WHERE ${besides.rows(reader)}`,
    )
    for (const { id } of rows) seen.add(id)
  }
  return [...seen]
}

/** Hidden in a list, but public elsewhere. */
const publicElsewhere: Readonly<Record<string, string>> = { 'simso.gia_khach_hang': 'the price in the shop' }

/**
 * Columns declared by a list of the table, by visibility for the reader: none, all, or `told` for those visible only in
 * rows that no masked role wrote beyond its daily limit.
 */
export function columnsOf(table: string, actor: Actor): ReadonlyMap<string, 'hidden' | 'told' | 'seen'> {
  const columns = new Map<string, 'hidden' | 'told' | 'seen'>()
  for (const resource of byTable.get(table) ?? []) {
    for (const [name, { from: column = name, see, maskedFrom }] of Object.entries(resource.fields)) {
      if (columns.get(column) === 'seen') continue
      const elsewhere = `${table}.${column}` in publicElsewhere
      const isSeen = elsewhere || (reads(resource, actor) && (see === undefined || can(actor, see)))
      const sight = maskedFrom !== undefined && !seesPhones(actor) ? 'told' : 'seen'
      columns.set(column, isSeen ? sight : (columns.get(column) ?? 'hidden'))
      if (maskedFrom !== undefined) columns.set(maskedFrom, 'seen')
    }
  }
  return columns
}

/** Columns that determine a row's visibility: unchanged, or a hidden row would become visible. */
const finding = (table: string): string[] =>
  (byTable.get(table) ?? []).flatMap(({ owner, partnersOwn, assignTo, author, fields, softDelete }) =>
    [
      ...[owner, partnersOwn, assignTo, author?.username].map((name) =>
        name === undefined ? undefined : (fields[name]?.from ?? name),
      ),
      ...(softDelete ? ['deleted_at'] : []),
      // Whether a number counts towards a quantity, and whether an appointment of the care log was kept.
      ...(table === 'customer' ? ['rank', 'appointment_at'] : []),
    ].filter((name) => name !== undefined),
  )

/** Fields that partners only see in their own rows. */
const ofOthers = (table: string, { name, actor }: Reader): Hidden[] => {
  if (actor.priority !== 7) return []
  return (byTable.get(table) ?? []).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([field, { from = field, partnersOwn }]) =>
      partnersOwn === undefined
        ? []
        : [{ table, rows: sql`${ident(partnersOwn)} IS DISTINCT FROM ${name}`, columns: [from], keep: [] }],
    ),
  )
}

async function ofDeclared(pool: Pool, table: string, reader: Reader): Promise<Hidden[]> {
  const seen = await seenIds(pool, table, reader)
  const columns = [...columnsOf(table, reader.actor)]
  const columnsWith = (sight: string): string[] =>
    columns.filter(([, has]) => has === sight).map(([name]) => name)
  const keep = finding(table)
  const visible = sql`id = ANY(${seen}::uuid[])`
  const toldColumns = columnsWith('told')
  const besides = shownBesides[table]
  const counted = besides?.counted === true && can(reader.actor, besides.may)
  return [
    { table, rows: sql`NOT ${visible} AND ${notFirst(table)}`, keep, counted },
    { table, rows: visible, columns: columnsWith('hidden'), keep },
    ...(toldColumns.length > 0
      ? [{ table, rows: sql`${visible} AND untold`, columns: toldColumns, keep }]
      : []),
    ...ofOthers(table, reader),
  ]
}

/** Rows of people outside the scope, by a column with a username or an account's id. */
function outside(column: string, scope: Scope, kind: 'name' | 'id'): Sql {
  if (scope.all) return sql`false`
  const inside = kind === 'id' ? scope.ids : scope.usernames
  return sql`NOT ${ident(column)}::text = ANY(${inside}::text[])`
}

/** Condition of the rows hidden by the rule. */
async function hiddenBy(pool: Pool, rule: Rule, reader: Reader): Promise<Sql> {
  const { actor, scope, name } = reader
  if ('open' in rule) return sql`false`
  if ('unless' in rule) return can(actor, rule.unless) ? sql`false` : sql`true`
  if ('self' in rule) return sql`NOT ${ident(rule.self)}::text IN (${name}, ${actor.id})`
  if ('like' in rule) {
    const parent = rules[rule.like]
    if (parent)
      return sql`${ident(rule.by)} IN (SELECT id FROM ${ident(rule.like)} WHERE ${await hiddenBy(pool, parent, reader)})`
    const seen = await seenIds(pool, rule.like, reader)
    return sql`NOT ${ident(rule.by)} = ANY(${seen}::uuid[])`
  }
  if (rule.or !== undefined && can(actor, rule.or)) return sql`false`
  if ('person' in rule) return outside(rule.person, scope, 'name')
  // Quantities given to higher levels limit what the reader may give.
  return sql`${outside(rule.account, scope, 'id')} AND ${ident(rule.account)} IS DISTINCT FROM ${actor.brandId}::uuid
    AND ${ident(rule.account)} IS DISTINCT FROM ${actor.groupId}::uuid`
}

const owners = (rule: Rule): string[] => {
  if ('person' in rule) return [rule.person]
  if ('self' in rule) return [rule.self]
  return 'account' in rule ? [rule.account] : []
}

/** Fields of an account that pickers show to users who pick from all units. */
const picked = ['email', 'phone', 'avatar', 'createdAt', 'payout_changed_at', 'payout_changed_by', 'given_by']

/** Authors are shown by name, also former members of the reader's unit and accounts above the reader. */
const named = ({ actor }: Reader): Sql => sql`id IN (SELECT actor_id FROM audit_log)
  OR id IN (SELECT user_id FROM user_places WHERE ${actor.id}::uuid IN (brand_id, group_id) OR brand_id = ${actor.brandId}::uuid)
  OR id IN (${actor.brandId}::uuid, ${actor.groupId}::uuid)`

/**
 * For an account outside the scope: everything except its name, its place and whether it is active. Users who decide or
 * pay for all units see all names, those who pay also the bank accounts.
 */
function accounts(reader: Reader): Hidden[] {
  const { scope, actor } = reader
  const keep = [
    'username',
    'is_deleted',
    'leaderless',
    'given_until',
    'must_change_password',
    'credentials_changed_at',
    // All password hashes have this form.
    'password_hash',
  ]
  const part = { table: 'users', rows: outside('id', scope, 'id'), keep }
  if (can(actor, 'managesPay')) return [{ ...part, columns: picked }]
  if (can(actor, 'seesWaiting')) return [{ ...part, columns: [...picked, 'ngan_hang', 'so_tai_khoan'] }]
  return [
    { ...part, keep: [...keep, 'fullname'] },
    { ...part, rows: sql`${part.rows} AND coalesce(NOT (${named(reader)}), true)`, columns: ['fullname'] },
  ]
}

/** Everything in the database that is hidden from the reader, apart from phones and the audit log. */
export async function hiddenFrom(pool: Pool, reader: Reader): Promise<Hidden[]> {
  const hidden: Hidden[] = accounts(reader)
  for (const table of byTable.keys()) hidden.push(...(await ofDeclared(pool, table, reader)))
  for (const [table, rule] of Object.entries(rules)) {
    hidden.push({
      table,
      rows: await hiddenBy(pool, rule, reader),
      keep: [...owners(rule), ...(rule.keep ?? [])],
    })
  }
  return hidden
}

const texts = (names: readonly string[]): Sql => join(names.map((name) => sql`${name}`))

/** Lists of a table as audit subjects; `invitation_history` has entries under its own name as well. */
export const subjects = (table: string): Sql =>
  texts([table, ...(byTable.get(table) ?? []).map(({ path }) => path)])

/** Tables that neither a list declares nor a rule covers, and rules of tables that no longer exist. */
export async function unknownTables(pool: Pool, special: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition ORDER BY 1`,
  )
  const tables = rows.map(({ name }) => name)
  return [
    ...tables.filter((name) => !(name in rules) && !byTable.has(name) && !special.includes(name)),
    ...Object.keys(rules).filter((name) => !tables.includes(name)),
  ]
}
