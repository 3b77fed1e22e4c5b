/** How the rows of an import are taken back, by kind of list (D3-FILE-05, docs/decisions/undo-import.md). */
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
import { moving } from '#subjects/numbers/server/customer/moving.ts'
import { checked, inCustomerScope } from '#subjects/numbers/server/customer/visible.ts'
import { putClockingsBack } from '#subjects/pay/server/payroll/put-back.ts'
import { dropEmptyFile, holdFile } from '#subjects/numbers/server/data/taken-back.ts'

/** The import that is taken back, as far as its way needs it. */
type Undone = { id: string; options: Readonly<Record<string, string>>; started_at: Date | null }

export type UndoWay = {
  /** Under which rows stand in the trail, and who may know who changed them. */
  subject: Trailed & { title: string }
  /** The table, as `t` in the fragments that follow. */
  table: string
  key: readonly string[]
  /** Condition that `t` is the row of an id, or one of some; and its id as the trail has it. */
  is: (id: Sql) => Sql
  isOf: (ids: readonly string[]) => Sql
  trailId: Sql
  /** Condition that the row is still there. */
  live: Sql
  /** How a row goes; null deletes it. */
  gone: (actor: Actor) => Sql | null
  /** Columns that an import writes over. */
  columns: readonly string[]
  /** Why an unchanged row `t`, written as `w` in chunk `c`, stays nevertheless; NULL for none. */
  held: Sql
  /** State of `t` as the trail has it; the whole row by default. */
  audited?: Sql
  /** Further changes of a row besides those of the trail: `UNION ALL SELECT username, at`, by `w.id`. */
  changes?: Sql
  /** Before each chunk: locks and settings of its transaction. */
  before?: (ctx: Ctx, of: Undone) => Promise<unknown>
  /** After the last chunk. */
  after?: (ctx: Ctx, of: Undone) => Promise<unknown>
  /** Rows by name as the reader may see them. */
  named: (ids: string[], ctx: Ctx) => Promise<ReadonlyMap<string, string>>
}

/** Rows of a list that the reader sees, by the fields that tell them apart. */
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

/** Rows of a declared list: new ones are deleted as the list deletes, others get the columns of the sheet back. */
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
    held: sql`NULL::text`,
    named: namedBy(resource, (ctx) => conditions(resource, {}, ctx).where),
  }
}

/** Customers: what nobody holds, calls or has called goes as the deletion of a file lets it go, by the ledger. */
export const customerWay: UndoWay = {
  ...listWay(customer),
  live: sql`t.stage <> 'gone'`,
  gone: () => sql`stage = 'gone', appointment_at = NULL, version = t.version + 1`,
  // A split moves numbers without a new version of theirs: the ledger knows of it.
  held: sql`CASE WHEN w.made AND (t.stage NOT IN ('left', 'blocked') OR EXISTS (
      SELECT FROM movements m WHERE m.customer_id = t.id AND m.at >= c.at AND m.kind NOT IN ('import', 'blacklist')))
    THEN ${undoTexts.handed}::text END`,
  changes: sql`UNION ALL SELECT m.by_username, m.at FROM movements m
    WHERE m.customer_id = w.id::uuid AND m.kind NOT IN ('import', 'blacklist')`,
  before: (ctx) => moving(ctx, 'delete'),
  named: namedBy(customer, (ctx) => sql`${conditions(checked, {}, ctx).where} AND ${inCustomerScope(ctx)}`),
}

/** Subscribers of a pool file; a file that the import made and that is empty afterwards goes too. */
export const poolWay: UndoWay = {
  ...customerWay,
  before: async (ctx, { options }) => {
    await holdFile(options.FileName, ctx)
    await moving(ctx, 'delete')
  },
  after: (ctx, { options, started_at }) => dropEmptyFile(options.FileName, started_at, ctx),
}

/** A closed month keeps what it was closed with (D3-FILE-06): as typed pay. */
const closedBefore = sql`CASE WHEN EXISTS (
    SELECT FROM payroll_closing k WHERE k.thang = t.thang AND k.mo_lai_luc IS NULL AND k.chot_luc >= c.at)
  THEN ${undoTexts.closed}::text END`

/**
 * Clock times: what the file brought goes, and what it replaced comes back where no later file and no row that stays speaks of the
 * person's days; typed days that it cleared come back with them (D3-FILE-09).
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
  held: closedBefore,
  before: (ctx) => lockMonths(ctx.db, 'shared'),
  after: putClockingsBack,
  named: async (ids, { db }) => {
    const { rows } = await db.query<{ id: string; name: string }>(sql`
      SELECT id, concat_ws(', ', username, to_char(ngay, 'DD-MM-YYYY')) AS name FROM timekeeping WHERE id = ANY (${ids}::uuid[])`)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
}

/**
 * Typed amounts of the payroll. A closed month keeps what it was closed with; what an import brought after the closing is an
 * adjustment of the next month and goes as it came (D3-FILE-06).
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
  held: closedBefore,
  audited: sql`to_jsonb(t) - ARRAY['username', 'thang', 'ngay_cong', 'updated_by', 'updated_at', 'version']
    || jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  before: (ctx) => lockMonths(ctx.db, 'shared'),
  named: async (ids) => new Map(ids.map((id) => [id, id.replace(':', ', ').replace('-', '/')])),
}
