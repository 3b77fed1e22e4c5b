/** Columns of a report: figures link to the rows they sum, with totals at the foot. */
import { createContext, useContext, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Actor } from '#platform/contract/abilities.ts'
import { cardOf, cardPart } from '#kit/contract/card.ts'
import { isNumeric, showField } from '#kit/contract/kinds.ts'
import type { Report } from '#kit/contract/report.ts'
import type { Filters } from '../filters/list-state.ts'
import { Cell } from '../kinds/cell.tsx'
import type { TableRow } from '../resource-api.ts'
import { useActor } from '../session.ts'
import { maySee, valueOf, type AnyColumn } from '../table/column.ts'
import { addressBehind, mayOpen } from './behind.ts'
import css from './report.module.css'

/** A row of a report by column name; its key is its id. */
export type ReportRow = TableRow & Readonly<Record<string, unknown>>

/** Renders a figure that is more than its number; `of` are all values of its row, or of the totals. */
export type Figure = (name: string, of: Readonly<Record<string, unknown>>) => ReactNode | undefined

const fieldOf = (report: Report, name: string) =>
  report.fields[name] ?? { kind: 'text' as const, label: name }

/** The filters of the figures on screen. */
export const FiltersContext = createContext<Filters>({})

type FigureProps = {
  report: Report
  name: string
  /** The row, or the totals. */
  values: Readonly<Record<string, unknown>>
  row: ReportRow | null
  figure: Figure | undefined
}

/** A figure, linked to its rows unless it is 0. */
function FigureCell({ report, name, values, row, figure }: FigureProps): ReactNode {
  const filters = useContext(FiltersContext)
  const value = valueOf(values, name)
  const content = figure?.(name, values) ?? <Cell field={fieldOf(report, name)} value={value} />
  const actor = useActor()
  const behind = report.behind[name]
  if (!behind || !value || !mayOpen(report, behind, actor)) return content
  return (
    <Link className={css.link ?? ''} href={addressBehind(report, behind, filters, row)}>
      {content}
    </Link>
  )
}

/** The columns that `actor` sees; those before the first figure are pinned. */
export function reportColumns(report: Report, actor: Actor, figure?: Figure): AnyColumn<ReportRow>[] {
  const names = report.list.filter((name) => maySee(fieldOf(report, name), actor))
  const first = names.findIndex((name) => isNumeric(fieldOf(report, name).kind))
  const card = cardOf(report.fields, names, report.card)
  return names.map((name, index) => {
    const field = fieldOf(report, name)
    return {
      key: name,
      title: field.short ?? field.label,
      full: field.label,
      width: field.width ?? 112,
      numeric: isNumeric(field.kind),
      card: cardPart(card, name),
      sort: { by: name, first: isNumeric(field.kind) ? 'desc' : 'asc' },
      ...(index < first && { pin: 'left' as const }),
      cell: (row) => <FigureCell report={report} name={name} values={row} row={row} figure={figure} />,
      text: (row) => showField(valueOf(row, name), field),
      foldText: (row) => showField(valueOf(row, name), field),
    }
  })
}

/** The totals of an answer by column. */
export const sumsOf = (report: Report, answer: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(report.totals).flatMap(([name, total]) =>
      'sum' in total && name in answer ? [[total.sum, answer[name]]] : [],
    ),
  )

/** The foot of the table: each total links to the rows of the whole filter. */
export const reportTotals = (
  report: Report,
  sums: Readonly<Record<string, unknown>>,
  figure?: Figure,
): Record<string, ReactNode> =>
  Object.fromEntries(
    Object.keys(sums).map((name) => [
      name,
      <FigureCell key={name} report={report} name={name} values={sums} row={null} figure={figure} />,
    ]),
  )
