/** The screen of a declared report: head with export, filters, table with totals, and a panel beside it. */
import { useMemo, useState, type ReactNode } from 'react'
import { can } from '#platform/contract/abilities.ts'
import type { Report } from '#kit/contract/report.ts'
import type { Filters } from '../filters/list-state.ts'
import { ExportButton } from '../resource/export-button.tsx'
import { ListBar, ListPager, ListTable } from '../resource/list-parts.tsx'
import { useListScreen, useListScreenKeys, type List } from '../resource/use-list-screen.tsx'
import { listOfReport } from './list-of-report.ts'
import { useActor } from '../session.ts'
import type { TableRow } from '../resource-api.ts'
import { useNarrow } from '../use-narrow.ts'
import { EmptyNote } from '../ui/state.tsx'
import {
  FiltersContext,
  reportColumns,
  reportTotals,
  sumsOf,
  type Figure,
  type ReportRow,
} from './report-columns.tsx'
import css from './report.module.css'

type Totals = Readonly<Record<string, unknown>>

type ReportScreenProps = {
  report: Report
  /** Renders figures that are more than a number. */
  figure?: Figure
  /** Shown instead of an empty table. */
  empty?: ReactNode
  /** Totals beside the page buttons. */
  pagerTotals?: (answer: Totals) => ReactNode
  /** Beside the table: gets the totals by column, and the filters. */
  beside?: (sums: Readonly<Record<string, unknown>>, filters: Filters) => ReactNode
}

type BodyProps<Row extends TableRow, Totals> = { list: List<Row, Totals>; beside: ReactNode }

/** The table and its pages, with the panel beside them; on a phone the panel follows the cards. */
export const ReportBody = <Row extends TableRow, Totals>({ list, beside }: BodyProps<Row, Totals>) =>
  useNarrow() ? (
    <ListTable list={list} after={beside} />
  ) : (
    <div className={css.body}>
      <div className={css.table}>
        <ListTable list={list} />
        <ListPager list={list} />
      </div>
      {beside}
    </div>
  )

export function ReportScreen({ report, figure, empty, pagerTotals, beside }: ReportScreenProps) {
  const actor = useActor()
  const [source] = useState(() => listOfReport(report))
  const items = useMemo(
    () =>
      Object.entries(report.filter)
        .filter(([, { callOnly, offerTo }]) => !callOnly && (offerTo === undefined || can(actor, offerTo)))
        .map(([name, { field, teams }]) => ({
          name,
          field,
          label: field.label,
          placeholder: '',
          teams: teams === true,
        })),
    [report, actor],
  )
  const columns = useMemo(() => reportColumns(report, actor, figure), [report, actor, figure])
  const list = useListScreen<ReportRow, Totals>({
    source,
    name: report.path,
    title: report.title,
    noun: report.noun,
    columns,
    items,
    periods: report.periods,
    paging: report.paging,
    empty: empty ?? <EmptyNote />,
    pagerTotals,
    sums: (answer) => sumsOf(report, answer),
    totals: (answer) => reportTotals(report, sumsOf(report, answer), figure),
  })
  useListScreenKeys(list)
  const sums = list.answer && sumsOf(report, list.answer)
  return (
    <>
      <ListBar list={list}>
        {can(actor, report.may.export) && <ExportButton source={report} list={list} />}
      </ListBar>
      <FiltersContext value={list.state.filters}>
        <ReportBody list={list} beside={sums && beside?.(sums, list.state.filters)} />
      </FiltersContext>
    </>
  )
}
