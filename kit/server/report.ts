/** Declared reports: a page with totals over the whole filter, all rows, the spreadsheet; writes are refused (D2-Q-19). */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { can, seesAllUnits, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import { reportCalls, reportPath, type Report, type ReportCall } from '#kit/contract/report.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { largestPage } from '#kit/contract/resource.ts'
import { readSort } from '#kit/contract/sort.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { requireConfirmedFor } from '#platform/server/db/confirmed.ts'
import { json, type Json, type Reply } from './answer.ts'
import type { Ctx, Scope } from './context.ts'
import { unpaged } from './export-slots.ts'
import { sendSheet } from './export.ts'
import { register, type Api } from './handle.ts'
import { equalValue, meansAll, ident, sqlKinds } from './kinds.ts'
import { inScope, inUnit, isExport, paging, type Query, partnersOwn } from './list.ts'

/** Condition that rows are in the caller's scope, by the column of their person. */
type Mine = (column: Sql, kind: 'id' | 'staff') => Sql

export type ReportSource = {
  /**
   * A query with every field of the report for the whole filter. The kit limits it to the caller's scope; a query over
   * rows with a unit (`units`) must apply `mine` to the person's column of each table it aggregates.
   */
  rows: (query: Query, mine: Mine) => Sql
  /** A query with one row of the declared amounts `outside`; it may read `c`, the rows of the filter. */
  outside?: (query: Query, mine: Mine) => Sql
  /** Partners only read their own rows (D3-ACC-06). */
  partnersOwn?: true
  /** Fields that become text in the spreadsheet, and its name if it depends on the filter. */
  sheet?: {
    file?: (query: Query) => string
    texts?: readonly string[]
    row?: (row: Readonly<Record<string, unknown>>) => Record<string, unknown>
  }
}

const fieldOf = (report: Report, name: string): Field => {
  const field = report.fields[name]
  if (!field) throw new Error(`${report.path}: no field '${name}'`)
  return field
}

const visible = (report: Report, actor: Actor, names = [...report.list, ...(report.also ?? [])]): string[] =>
  names.filter((name) => {
    const { see } = fieldOf(report, name)
    return see === undefined || can(actor, see)
  })

/** The visible fields, masked for the caller. */
const selection = (report: Report, actor: Actor): Sql =>
  join(
    visible(report, actor).map(
      (name) => sql`${sqlKinds[fieldOf(report, name).kind].masked(ident(name), actor)} AS ${ident(name)}`,
    ),
    ', ',
  )

/** Whether a row is the one of `apart`, for reports with such a row. */
const apartOf = ({ key, apart }: Report): Sql[] =>
  apart === undefined ? [] : [sql`(${ident(key)} = ${apart})`]

/** The requested order, by any visible column, or the declared one (D3-GRID-01). */
function ordering(report: Report, query: Query, actor: Actor): Sql {
  const sort = readSort(query.sort)
  if (sort && !visible(report, actor).includes(sort[0]))
    throw new AppError('VALIDATION', messages.invalid, { fields: { sort: messages.invalidValue } })
  const keys = [...(sort ? [sort] : []), ...report.order, [report.key, 'asc'] as const]
  const named = keys.map(([name, direction]) =>
    direction === 'asc' ? sql`${ident(name)} ASC NULLS LAST` : sql`${ident(name)} DESC NULLS LAST`,
  )
  return join([...apartOf(report), ...named], ', ')
}

/** Normalised filter values: '' for all, a choice by its value in any spelling. */
function normalised({ filter }: Report, query: Query): Query {
  const parsed = Object.entries(filter).map(([parameter, { field }]): [string, string] => {
    const text = query[parameter]?.trim() ?? ''
    return [parameter, meansAll(text) ? '' : String(equalValue(parameter, text, field) ?? '')]
  })
  return { ...query, ...Object.fromEntries(parsed) }
}

const mineOf =
  (scope: Scope): Mine =>
  (column, kind) =>
    inUnit(column, scope, kind)

const reachOf = ({ path }: Report, { partnersOwn: isPartnersOwn }: ReportSource, ctx: Ctx): Scope =>
  seesAllUnits(ctx.actor, path) ? { all: true } : isPartnersOwn ? partnersOwn(ctx) : ctx.scope

/** The rows of the filter in the caller's scope. */
function rowsOf(report: Report, source: ReportSource, asking: Query, ctx: Ctx): Sql {
  const scope = reachOf(report, source, ctx)
  const query = normalised(report, asking)
  const scoped =
    report.owner === null || report.units ? sql`true` : inScope(sql`r.${ident(report.owner)}`, scope)
  return sql`SELECT * FROM (${source.rows(query, mineOf(scope))}) r WHERE ${scoped}`
}

/** The amounts of the filter that belong to no row: as a table `o`, and as members of the answer. */
const outsideTable = (report: Report, { outside }: ReportSource, query: Query, scope: Scope): Sql =>
  outside ? sql`, o AS MATERIALIZED (${outside(normalised(report, query), mineOf(scope))})` : empty
const outsideFigures = ({ outside = [] }: Report): Sql[] =>
  outside.map((name) => sql`${name}::text, (SELECT ${ident(name)} FROM o)`)

/** The totals that the caller may see, over all rows `c` of the filter, and how many of these are `apart`. */
function figures(report: Report, actor: Actor): Sql[] {
  const names = new Set(visible(report, actor))
  const apart = apartOf(report).map((is) => sql`'apart', (SELECT count(*) FROM c WHERE ${is})`)
  const totals = Object.entries(report.totals).flatMap(([name, total]) => {
    if ('rows' in total) return [sql`${name}::text, (SELECT count(*) FROM c)`]
    if (!('sum' in total) || !names.has(total.sum)) return []
    return [sql`${name}::text, (SELECT coalesce(sum(${ident(total.sum)}), 0) FROM c)`]
  })
  return [...apart, ...totals]
}

/** A page of sums, with the totals over the whole filter. */
type Figures = Page<Record<string, unknown>>

async function list(report: Report, source: ReportSource, query: Query, ctx: Ctx): Promise<Json<Figures>> {
  const { limit, offset } = paging(report, query)
  const { rows } = await ctx.db.query<{ body: string; total: number }>(sql`
    WITH c AS MATERIALIZED (${rowsOf(report, source, query, ctx)})
      ${outsideTable(report, source, query, reachOf(report, source, ctx))}
    SELECT (SELECT count(*) FROM c) AS total, json_build_object(
      'values', coalesce((SELECT json_agg(p) FROM (
        SELECT ${selection(report, ctx.actor)} FROM c ORDER BY ${ordering(report, query, ctx.actor)}
        LIMIT ${limit} OFFSET ${offset}) p), '[]'::json),
      ${join([sql`'count', (SELECT count(*) FROM c)`, ...figures(report, ctx.actor), ...outsideFigures(report)], ', ')}
      )::text AS body`)
  if (limit > largestPage) await requireConfirmedFor(rows[0]?.total ?? 0, ctx)
  return json(rows[0]?.body ?? 'null')
}

const sheetColumns = (report: Report, { sheet }: ReportSource, actor: Actor) =>
  visible(report, actor, [...report.list]).map((name) => {
    const { label, ...field } = fieldOf(report, name)
    return {
      name,
      label,
      field: sheet?.texts?.includes(name) ? { kind: 'text' as const, label } : { label, ...field },
    }
  })

/** Write calls of lists, all refused. */
const refused: readonly ReportCall[] = ['create', 'import', 'updateUser', 'assign', 'remove']

export function serveReport(api: Api, report: Report, source: ReportSource): void {
  // These rows are limited by their owner; another limit in the query would exclude rows the reader may see.
  if (!report.units && source.rows.length > 1)
    throw new Error(`${report.path}: 'mine' is for reports with units`)
  const parsed = (
    call: ReportCall,
    may: Report['may']['read'],
    run: (query: Query, ctx: Ctx) => Promise<Reply<Figures | { total: number }>>,
  ) =>
    register(api, {
      method: reportCalls[call].method,
      path: reportPath(report, call),
      may,
      mode: 'replica',
      parse: ({ query }) => query,
      run: (ctx, query) => run(query, ctx),
    })
  const listAll = (query: Query, ctx: Ctx) =>
    unpaged({ resource: report, query }, ctx, (within) => list(report, source, query, within))
  parsed('list', report.may.read, (query, ctx) => {
    if (!isExport(query)) return list(report, source, query, ctx)
    if (!can(ctx.actor, report.may.export)) throw new AppError('FORBIDDEN', refusals.noExport)
    return listAll(query, ctx)
  })
  parsed('listExport', report.may.export, (query, ctx) =>
    listAll({ ...query, page: '0', count: '9999999999' }, ctx),
  )
  parsed('assignList', report.may.read, async () => ({ values: [], count: 0 }))
  parsed('countAssign', report.may.read, async () => ({ total: 0 }))
  for (const call of report.writes ? [] : refused) {
    parsed(call, report.may.read, async () => {
      throw new AppError('READ_ONLY_REPORT', 'Báo cáo chỉ đọc')
    })
  }
  register(api, {
    method: reportCalls.export.method,
    path: reportPath(report, 'export'),
    may: report.may.export,
    mode: 'read',
    refusal: refusals.noExport,
    parse: ({ query }) => query,
    run: async () => null,
    reply: (ctx, query, reply) => {
      const rows = rowsOf(report, source, query, ctx)
      return sendSheet(
        {
          file: source.sheet?.file?.(query) ?? report.exportAs.file,
          columns: sheetColumns(report, source, ctx.actor),
          count: sql`SELECT count(*) AS count FROM (${rows}) c`,
          rows: sql`SELECT ${selection(report, ctx.actor)} FROM (${rows}) c ORDER BY ${ordering(report, query, ctx.actor)}`,
          ...(source.sheet?.row && { mapRow: source.sheet.row }),
          resource: report,
          query,
        },
        ctx,
        reply,
      )
    },
  })
}
