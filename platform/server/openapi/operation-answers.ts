/** Schemas of the answers of a resource's operations, for the API description and the check of answers. */
import * as z from 'zod/mini'
import { cellsAnswer, undoAnswer } from '#kit/contract/cells.ts'
import { sheetAnswer } from '#kit/contract/call.ts'
import { historyEntry } from '#kit/contract/history.ts'
import type { OperationName } from '#kit/contract/operations.ts'
import type { Report, ReportCall } from '#kit/contract/report.ts'
import { fieldOf, type Resource, type Total } from '#kit/contract/resource.ts'
import { cellOf, rowOf, rowWith, valueOf } from '#kit/contract/row-schema.ts'
import { pageOf, valuesOf } from '#kit/contract/shapes.ts'
import { savedAnswer } from '#kit/server/import.ts'
import type { ListExtra, OperationAnswers } from '#kit/server/routes.ts'
import { kindHints } from './schema.ts'

/** The declared row with its name in the API description. */
function describedRow(resource: Resource) {
  const row = rowOf(resource)
  row.register(z.globalRegistry, { id: resource.path.replaceAll('/', '.'), title: resource.title })
  const cells = Object.entries<z.ZodMiniType>(row.shape).filter(([name]) => name in resource.fields)
  for (const [name, cell] of cells) {
    const { label, see, kind } = fieldOf(resource, name)
    const hint = kindHints[kind]
    cell.register(z.globalRegistry, {
      title: label,
      ...(hint && { description: hint }),
      ...(see && { 'x-see': see }),
    })
  }
  return row
}

/** A total over the whole filter; absent for readers who may not see its field. */
function figureOf(resource: Pick<Resource, 'path' | 'fields'>, total: Total): z.ZodMiniType {
  if (total.may !== undefined) {
    const { may: _, ...always } = total
    return z.nullable(figureOf(resource, always))
  }
  if ('rows' in total) return z.int()
  const name = 'sum' in total ? total.sum : total.by
  const field = fieldOf(resource, name)
  const figure =
    'sum' in total
      ? valueOf(field)
      : z.array(z.strictObject({ [name]: z.nullable(valueOf(field)), count: z.int() }))
  figure.register(z.globalRegistry, { title: field.label, ...(field.see && { 'x-see': field.see }) })
  return field.see ? z.optional(figure) : figure
}

/** Page of a list: a text search is counted only up to a limit, and `more` tells whether there are others. */
function listOf(resource: Resource, row: z.ZodMiniType) {
  const { totals } = resource
  const more = z.optional(z.boolean())
  more.register(z.globalRegistry, {
    description: 'Còn nhiều hơn `count`: tìm theo một phần chữ chỉ đếm đến đó',
  })
  const figures = Object.entries(totals ?? {}).map(([name, total]) => [name, figureOf(resource, total)])
  return z.extend(pageOf(row), totals ? Object.fromEntries(figures) : { more })
}

/** Answer of each operation; `extra` are the additional columns of list rows. */
export function operationAnswers(resource: Resource, extra?: ListExtra) {
  const row = describedRow(resource)
  const listed = extra ? z.extend(row, extra.shape) : row
  return {
    list: listOf(resource, listed),
    listNoLimit: listOf(resource, row),
    export: sheetAnswer,
    assignList: pageOf(rowWith(resource, resource.list)),
    countAssign: z.strictObject({ total: z.int() }),
    findPackage: row,
    one: row,
    history: valuesOf(historyEntry),
    create: row,
    import: savedAnswer,
    assign: z.strictObject({ saved: z.int() }),
    update: row,
    cells: cellsAnswer,
    undo: undoAnswer,
    remove: z.null(),
  } satisfies Record<OperationName, z.ZodMiniType> & {
    // The schemas of lists name their totals, which only the declaration knows.
    [N in Exclude<OperationName, 'list' | 'listNoLimit'>]: z.ZodMiniType<OperationAnswers[N]>
  }
}

/** Answer of each call of a report; null for those that always refuse, as reports are read-only. */
export function reportAnswers(report: Report): Record<ReportCall, z.ZodMiniType | null> {
  const row = z.strictObject(
    Object.fromEntries(
      [...report.list, ...(report.also ?? [])].map((name) => [name, cellOf(fieldOf(report, name))]),
    ),
  )
  const figures = Object.entries(report.totals).map(([name, total]) => [name, figureOf(report, total)])
  for (const name of report.outside ?? []) figures.push([name, z.int()])
  if (report.apart) figures.push(['apart', z.int()])
  const rows = z.extend(pageOf(row), Object.fromEntries(figures))
  return {
    list: rows,
    listExport: rows,
    export: sheetAnswer,
    assignList: pageOf(row),
    countAssign: z.strictObject({ total: z.int() }),
    create: null,
    import: null,
    updateUser: null,
    assign: null,
    remove: null,
  }
}
