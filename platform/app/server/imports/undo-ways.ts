/** How the rows of an import are undone, by kind of list (D3-FILE-05, docs/decisions/undo-import.md). */
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf, sourceOf, tableOf, type Resource, type SheetTarget } from '#kit/contract/resource.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { timekeepingSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { typedNames } from '#subjects/pay/contract/pay-lists.ts'
import { undoTexts } from '#platform/contract/calls/import-undo.ts'
import { payrollSubject } from '#subjects/pay/contract/calls/payroll.ts'
import { lockMonths } from '#platform/server/db/payroll-lock.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Trailed } from '#kit/server/history.ts'
import { ident } from '#kit/server/kinds.ts'
import { conditions, selection, visible } from '#kit/server/list.ts'
import { beginMovements } from '#subjects/numbers/server/customer/moving.ts'
import { checked, inCustomerScope } from '#subjects/numbers/server/customer/visible.ts'
import { putClockingsBack } from '#subjects/pay/server/payroll/put-back.ts'
import { dropEmptyFile, holdFile } from '#subjects/numbers/server/data/taken-back.ts'

/** The import being undone, with what its undo needs. */
type Undone = { id: string; options: Readonly<Record<string, string>>; started_at: Date | null }

export type UndoWay = {
  /** Name of the rows in the audit log, and who may know who changed them. */
  subject: Trailed & { title: string }
  /** The table, as `t` in the following fragments. */
  table: string
  key: readonly string[]
  /** Condition that `t` is the row of an id, or one of some; and its id in the audit log. */
  is: (id: Sql) => Sql
  isOf: (ids: readonly string[]) => Sql
  trailId: Sql
  /** Condition that the row still exists. */
  live: Sql
  /** How a row is deleted: the columns to set; null for a DELETE. */
  gone: (actor: Actor) => Sql | null
  /** Columns that an import overwrites. */
  columns: readonly string[]
  /** Reason to keep an unchanged row `t`, written as `w` in chunk `c`; NULL for none. */
  keepReason: Sql
  /** Audited state of `t`; the whole row by default. */
  audited?: Sql
  /** Changes of a row recorded outside the audit log: `UNION ALL SELECT username, at`, by `w.id`. */
  changes?: Sql
  /** Before each chunk: locks and settings of its transaction. */
  before?: (ctx: Ctx, of: Undone) => Promise<unknown>
  /** After the last chunk. */
  after?: (ctx: Ctx, of: Undone) => Promise<unknown>
  /** Names of rows as the reader may see them. */
  named: (ids: string[], ctx: Ctx) => Promise<ReadonlyMap<string, string>>
}

/** Names rows of a list by their key, as the reader may see them. */
const namedBy =
  (resource: Resource, within: (ctx: Ctx) => Sql): UndoWay['named'] =>
  async (ids, ctx) => {
    const names = visible(resource, resource.sheet?.key ?? resource.list.slice(0, 2), ctx.actor)
    const { rows } = await ctx.db.query<Row>(sql`
      SELECT ${selection(resource, names, ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE id = ANY (${ids}::uuid[]) AND ${within(ctx)}`)
    return new Map(
      rows.map((row) => [
        String(row.id),
        names
          .map((name) => showField(row[name], fieldOf(resource, name)))
          .filter((text) => text !== '')
          .join(', '),
      ]),
    )
  }

/** Rows of a declared list: new ones are deleted as the list deletes, in others the columns of the file are restored. */
export function listWay(resource: Resource & SheetTarget): UndoWay {
  const { author, softDelete, sheet } = resource
  const written = [...sheet.columns, author?.username, author?.name].filter(
    (name): name is string => typeof name === 'string' && !sheet.key?.includes(name),
  )
  return {
    subject: resource,
    table: tableOf(resource),
    key: ['id'],
    is: (id) => sql`t.id = ${id}::uuid`,
    isOf: (ids) => sql`t.id = ANY (${ids}::uuid[])`,
    trailId: sql`t.id::text`,
    live: softDelete ? sql`t.deleted_at IS NULL` : sql`true`,
    gone: ({ username }) =>
      softDelete ? sql`deleted_at = now(), deleted_by = ${username}, version = t.version + 1` : null,
    columns: [...new Set(written.map((name) => fieldOf(resource, name).from ?? name))],
    keepReason: sql`NULL::text`,
    named: namedBy(resource, (ctx) => conditions(resource, {}, ctx).where),
  }
}

/** Customers: those not assigned, called or to be called are deleted as with their file, through the ledger. */
export const customerWay: UndoWay = {
  ...listWay(customer),
  live: sql`t.stage <> 'gone'`,
  gone: () => sql`stage = 'gone', appointment_at = NULL, version = t.version + 1`,
  // A split moves numbers without raising their version: the ledger records it.
  keepReason: sql`CASE WHEN w.made AND (t.stage NOT IN ('left', 'blocked') OR EXISTS (
      SELECT FROM movements m WHERE m.customer_id = t.id AND m.at >= c.at AND m.kind NOT IN ('import', 'blacklist')))
    THEN ${undoTexts.handed}::text END`,
  changes: sql`UNION ALL SELECT m.by_username, m.at FROM movements m
    WHERE m.customer_id = w.id::uuid AND m.kind NOT IN ('import', 'blacklist')`,
  before: (ctx) => beginMovements(ctx, 'delete'),
  named: namedBy(customer, (ctx) => sql`${conditions(checked, {}, ctx).where} AND ${inCustomerScope(ctx)}`),
}

/** Subscribers of a pool file; a file that the import created is deleted as well if it is then empty. */
export const poolWay: UndoWay = {
  ...customerWay,
  before: async (ctx, { options }) => {
    await holdFile(options.FileName, ctx)
    await beginMovements(ctx, 'delete')
  },
  after: (ctx, { options, started_at }) => dropEmptyFile(options.FileName, started_at, ctx),
}

/** A closed month is not changed (D3-FILE-06), as with typed pay. */
const closedBefore = sql`CASE WHEN EXISTS (
    SELECT FROM payroll_closing k WHERE k.thang = t.thang AND k.mo_lai_luc IS NULL AND k.chot_luc >= c.at)
  THEN ${undoTexts.closed}::text END`

/**
 * Clock times: rows of the file are deleted, and those it replaced are restored if no later file and no kept row covers
 * the person's days; typed days that it cleared are restored with them (D3-FILE-09).
 */
export const clockingWay: UndoWay = {
  subject: { path: timekeepingSheet.path, fields: timekeepingSheet.fields, title: timekeepingSheet.title },
  table: 'timekeeping',
  key: ['id'],
  is: (id) => sql`t.id = ${id}::uuid`,
  isOf: (ids) => sql`t.id = ANY (${ids}::uuid[])`,
  trailId: sql`t.id::text`,
  live: sql`true`,
  gone: () => null,
  columns: [],
  keepReason: closedBefore,
  before: (ctx) => lockMonths(ctx.db, 'shared'),
  after: putClockingsBack,
  named: async (ids, { db }) => {
    const { rows } = await db.query<{ id: string; name: string }>(sql`
      SELECT id, concat_ws(', ', username, to_char(ngay, 'DD-MM-YYYY')) AS name FROM timekeeping WHERE id = ANY (${ids}::uuid[])`)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
}

/**
 * Typed amounts of the payroll. A closed month is not changed; amounts imported after the closing are an adjustment of
 * the next month and are deleted (D3-FILE-06).
 */
export const typedWay: UndoWay = {
  subject: { ...payrollSubject, title: tinhluong.title },
  table: 'payroll_input',
  key: ['username', 'thang'],
  is: (id) => sql`t.username || ':' || to_char(t.thang, 'MM-YYYY') = ${id}`,
  isOf: (ids) => sql`t.username || ':' || to_char(t.thang, 'MM-YYYY') = ANY (${ids}::text[])`,
  trailId: sql`t.username || ':' || to_char(t.thang, 'MM-YYYY')`,
  live: sql`true`,
  gone: () => null,
  columns: [...typedNames, 'canCuCheTai'],
  keepReason: closedBefore,
  audited: sql`to_jsonb(t) - ARRAY['username', 'thang', 'ngay_cong', 'updated_by', 'updated_at', 'version']
    || jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  before: (ctx) => lockMonths(ctx.db, 'shared'),
  named: async (ids) => new Map(ids.map((id) => [id, id.replace(':', ', ').replace('-', '/')])),
}
