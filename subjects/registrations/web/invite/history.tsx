/** The history table of a tab, below its filters (D2-INVIT-16, D2-INVIT-27 to 50). */
import { formatShortInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { Panel } from '#figures/card.tsx'
import { Person } from '#kit/web/kinds/cell.tsx'
import { ListBar, ListBody } from '#kit/web/resource/list-parts.tsx'
import { useResourceScreen } from '#kit/web/resource/screen-state.tsx'
import { useListScreenKeys } from '#kit/web/resource/use-list-screen.tsx'
import type { TableRow } from '#kit/web/resource-api.ts'
import { ledBy, type Column } from '#kit/web/table/column.ts'
import css from './invite.module.css'
import type { Tab } from './tabs.ts'

type Row = TableRow & {
  packCode: string | null
  packPrice: number | null
  username_nv: string | null
  ten_nv: string | null
  genDate: string | null
}

const price = ({ packPrice }: Row): string => formatMoney(packPrice ?? 0)
const minute = ({ genDate }: Row): string => (genDate ? formatShortInstant(genDate) : '')

/** What, who, when and how it ended are in sight beside the form. */
const decisive = ['msisdn', 'packCode', 'username_nv', 'genDate', 'status']

/** Package and price in one column, the person by name, the time to the minute (D2-INVIT-34, 35, 38). */
const listColumns = <R extends Row, K extends string>(columns: Column<R, K>[]): Column<R, K>[] =>
  ledBy(columns, decisive)
    .filter(({ key }) => key !== 'packPrice')
    .map((column) => {
      if (column.key === 'packCode')
        return {
          ...column,
          title: 'Gói cước',
          // '12C120N 1,200,000'
          width: 160,
          cell: (row) => (
            <>
              {row.packCode} <span className={css.price}>{price(row)}</span>
            </>
          ),
          text: (row) => `${row.packCode} ${price(row)}`,
        }
      if (column.key === 'username_nv')
        return {
          ...column,
          cell: (row) => <Person fullname={row.ten_nv ?? ''} username={row.username_nv ?? ''} />,
        }
      if (column.key === 'genDate')
        return { ...column, cell: (row) => <span data-num>{minute(row)}</span>, text: minute }
      return column
    })

export function History({ tab: { report, type } }: { tab: Tab }) {
  const { list } = useResourceScreen({ resource: report, columns: listColumns, title: `Lịch sử ${type}` })
  useListScreenKeys(list)
  return (
    <Panel className={css.history}>
      <ListBar part unlinked list={list} />
      <ListBody list={list} />
    </Panel>
  )
}
