/** 'Tra cứu ngân hàng': the look-up log, with a table of counts beside it (D1-BLH-01 to 11, D1-LLOG-02 to 05). */
import { IconDownload, IconHistory, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Actor } from '../../../contract/abilities.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { lstracuu } from '../../../contract/resources/lstracuu.ts'
import { screenOf } from '../../../contract/screens.ts'
import { isMaskedPhone, showPhone } from '../../../contract/phone.ts'
import { FilterBar } from '../../kit/filters/filter-bar.tsx'
import type { FilterItem } from '../../kit/filters/filter-item.ts'
import { useResourceListState } from '../../kit/filters/list-state.ts'
import { useKeyHelp, useKeys } from '../../kit/keys.ts'
import { Nothing } from '../../kit/kinds/cell.tsx'
import { Pager } from '../../kit/pager.tsx'
import { useList } from '../../kit/query.ts'
import { useExport } from '../../kit/resource/resource-actions.ts'
import { useActor, useCan } from '../../kit/session.ts'
import { columnsOf, sees, type Column } from '../../kit/table/column.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { gridHelp } from '../../kit/table/grid-keys.ts'
import { useLayout } from '../../kit/table/layout.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { EmptyNote } from '../../kit/ui/state.tsx'
import { countsOf, LogCounts } from './log-counts.tsx'
import { ListTools } from '../../kit/resource/list-tools.tsx'
import css from './log.module.css'

const { title = lstracuu.title } = screenOf('lookupLog')
const help = [{ keys: 'R', what: 'Làm mới' }, ...gridHelp]

const RowDrawer = lazy(async () => ({
  default: (await import('../../kit/resource/row-drawer.tsx')).RowDrawer,
}))

/** The look-ups with a number in their box. */
const lookupOf = (phone: string): string => `${screenOf('customerLookup').routes[0]}?phone=${phone}`

/** The content keeps its lines (D1-LLOG-02). */
const withLines = (column: Column): Column =>
  column.key === 'noi_dung'
    ? {
        ...column,
        cell: ({ noi_dung: text }) =>
          text ? <span className={css.lines}>{String(text)}</span> : <Nothing />,
      }
    : column

/** The filters a reader may use: the staff for those who see others (D1-Q-084). */
const filtersOf = (actor: Actor): FilterItem[] =>
  Object.entries(lstracuu.filter)
    .filter(([, { on }]) => sees(fieldOf(lstracuu, on), actor))
    .map(([name, { on }]) => {
      const field = fieldOf(lstracuu, on)
      return { name, field, label: field.label, placeholder: 'Tìm trong nội dung' }
    })

function useLog() {
  const actor = useActor()
  const state = useResourceListState(lstracuu)
  const list = useList(lstracuu, state.query)
  const columns = useMemo(() => columnsOf(lstracuu, actor).map(withLines), [actor])
  const items = useMemo(() => filtersOf(actor), [actor])
  const layout = useLayout(lstracuu.path, columns)
  const [openId, setOpenId] = useState<string | null>(null)
  return { state, list, items, layout, openId, setOpenId, again: () => void list.refetch() }
}

type Log = ReturnType<typeof useLog>

function LogHead({ log: { list, state } }: { log: Log }) {
  const file = useExport(lstracuu, state)
  const may = useCan()(lstracuu.may.export)
  const count = list.data?.count
  return (
    <ScreenHead
      title={title}
      note={count !== undefined && `${count.toLocaleString('en-US')} ${lstracuu.noun}`}
    >
      {may && (
        <Button
          icon={<IconDownload size={16} stroke={1.9} />}
          busy={file.busy}
          reason={count === 0 ? messages.empty : undefined}
          onClick={() => void file.run()}
        >
          Xuất file
        </Button>
      )}
    </ScreenHead>
  )
}

const LogFilters = ({ log: { items, state, layout, again } }: { log: Log }) => (
  <FilterBar
    items={items}
    state={state}
    periods={lstracuu.periods}
    onRefresh={again}
    end={<ListTools layout={layout} filters={state.filters} onRefresh={again} />}
  />
)

function LogTable({ log: { state, list, layout, openId, setOpenId, again } }: { log: Log }) {
  return (
    <>
      <DataTable
        label={lstracuu.title}
        layout={layout}
        rows={list.data?.values}
        firstNumber={state.page * state.size + 1}
        count={list.data?.count}
        stale={list.isPlaceholderData}
        error={list.error}
        onRetry={again}
        empty={<EmptyNote text="Chọn khoảng ngày khác để xem" />}
        actions={(row) => [
          ...(isMaskedPhone(String(row.so_dien_thoai))
            ? []
            : [
                {
                  label: 'Tra cứu lại số này',
                  icon: <IconSearch size={16} stroke={1.9} />,
                  run: () => navigate(lookupOf(showPhone(String(row.so_dien_thoai)))),
                },
              ]),
          {
            label: 'Xem chi tiết và lịch sử',
            icon: <IconHistory size={16} stroke={1.9} />,
            run: () => setOpenId(row.id),
          },
        ]}
        onOpen={(row) => setOpenId(row.id)}
        openId={openId}
      />
      <Pager
        page={state.page}
        size={state.size}
        sizes={state.sizes}
        count={list.data?.count}
        onPage={state.setPage}
        onSize={state.setSize}
      />
    </>
  )
}

function Drawer({ log: { list, openId, setOpenId } }: { log: Log }) {
  const rows = list.data?.values ?? []
  const at = rows.findIndex(({ id }) => id === openId)
  const row = rows[at]
  if (!row) return null
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpenId(next.id))
  }
  return (
    <Suspense fallback={null}>
      <RowDrawer
        resource={lstracuu}
        row={row}
        title={showPhone(String(row.so_dien_thoai ?? ''))}
        note={String(row.ten_tra_cuu ?? '')}
        onClose={() => setOpenId(null)}
        onPrevious={go(at - 1)}
        onNext={go(at + 1)}
      />
    </Suspense>
  )
}

/** The screen of tab LstracuuLookup and of /sys/lstracuu (D1-Q-143). */
export default function LogScreen() {
  const log = useLog()
  useKeys({ R: log.again })
  useKeyHelp(title, help)
  const counts = countsOf(log.list.data)
  return (
    <>
      <LogHead log={log} />
      <LogFilters log={log} />
      {counts.length > 0 && <LogCounts counts={counts} />}
      <LogTable log={log} />
      <Drawer log={log} />
    </>
  )
}
