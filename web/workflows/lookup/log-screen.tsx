/** 'Tra cứu ngân hàng': the look-up log, with a table of counts beside it (D1-BLH-01 to 11, D1-LLOG-02 to 05). */
import { IconSearch } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import type { RowOf } from '../../../contract/kit/row.ts'
import { lstracuu } from '../../../contract/resources/lstracuu.ts'
import { screenOf } from '../../../contract/screens.ts'
import { isMaskedPhone, showPhone } from '../../../contract/phone.ts'
import { Nothing } from '../../kit/kinds/cell.tsx'
import { ListBody, ListFilters } from '../../kit/resource/list-parts.tsx'
import { ResourceHead } from '../../kit/resource/resource-screen.tsx'
import { useResourceScreen } from '../../kit/resource/screen-state.tsx'
import { useListScreenKeys } from '../../kit/resource/use-list-screen.tsx'
import type { ResourceColumn } from '../../kit/table/column.ts'
import type { RowAction } from '../../kit/table/table-types.ts'
import { LogCounts } from './log-counts.tsx'
import css from './log.module.css'

const { form: _, ...entries } = lstracuu
/** Only look-ups write entries. */
const log = { ...entries, may: { read: lstracuu.may.read, export: lstracuu.may.export } }
type Entry = RowOf<typeof log>

const { title = lstracuu.title } = screenOf('lookupLog')

/** Address of the look-up screen with a number filled in. */
const lookupOf = (phone: string): string => `${screenOf('customerLookup').routes[0]}?phone=${phone}`

/** The content keeps its line breaks (D1-LLOG-02). */
const withLines = (columns: ResourceColumn<typeof log>[]): ResourceColumn<typeof log>[] =>
  columns.map((column) =>
    column.key === 'noi_dung'
      ? {
          ...column,
          cell: ({ noi_dung: text }) => (text ? <span className={css.lines}>{text}</span> : <Nothing />),
        }
      : column,
  )

const phoneOf = ({ so_dien_thoai: phone }: Entry): string => showPhone(phone ?? '')

const rowActions = (row: Entry): RowAction[] =>
  isMaskedPhone(row.so_dien_thoai ?? '')
    ? []
    : [
        {
          label: 'Tra cứu lại số này',
          icon: <IconSearch size={16} stroke={1.9} />,
          run: () => navigate(lookupOf(phoneOf(row))),
        },
      ]

/** The screen of tab LstracuuLookup and of /sys/lstracuu (D1-Q-143). */
export default function LogScreen() {
  const screen = useResourceScreen({
    resource: log,
    title,
    columns: withLines,
    rowActions,
    rowName: phoneOf,
    drawer: { note: (row) => row.ten_tra_cuu ?? '' },
    minWidth: 0,
  })
  const { list } = screen
  useListScreenKeys(list)
  const counts = list.answer?.countByName ?? []
  return (
    <>
      <ResourceHead screen={screen} />
      <ListFilters list={list} />
      {counts.length > 0 && <LogCounts counts={counts} />}
      <ListBody list={list} />
    </>
  )
}
