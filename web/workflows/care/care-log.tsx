/** The care log: filters, table with editing in the row, inviting again, export (D1-CARE-35 to 54). */
import { IconDownload, IconHistory, IconPhoneCall } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import { showPhone } from '../../../contract/phone.ts'
import { inviteAgain, texts } from '../../../contract/workflows/care.ts'
import { newKey, send } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { FilterBar } from '../../kit/filters/filter-bar.tsx'
import { useResourceListState, type ListState } from '../../kit/filters/list-state.ts'
import { useKeyHelp, useKeys } from '../../kit/keys.ts'
import { Pager } from '../../kit/pager.tsx'
import { refresh, useList } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { useExport } from '../../kit/resource/resource-actions.ts'
import { useActor, useCan } from '../../kit/session.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { screenTableWidth } from '../../kit/table/table-types.ts'
import { gridHelp } from '../../kit/table/grid-keys.ts'
import { useLayout } from '../../kit/table/layout.ts'
import type { RowAction } from '../../kit/table/table-types.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { EmptyNote } from '../../kit/ui/state.tsx'
import { refreshMine, useOwnFilter } from './care-data.ts'
import { historySaver } from './edit-history.ts'
import { logColumns, logFilters } from './log-columns.ts'
import { ListTools } from '../../kit/resource/list-tools.tsx'
import { useTimeQuestion } from './time-question.tsx'

const secondSpellings: readonly string[] = ['created_at', 'appointmentAt', 'fullname']
/** The drawer shows each fact once. */
const once = (row: Row): Row => ({
  id: row.id,
  ...Object.fromEntries(Object.entries(row).filter(([name]) => !secondSpellings.includes(name))),
})

const RowDrawer = lazy(async () => ({
  default: (await import('../../kit/resource/row-drawer.tsx')).RowDrawer,
}))

const help = [{ keys: 'R', what: 'Làm mới' }, ...gridHelp]

/** 'Mời lại': the customer is the owner's next one (D1-CARE-54, D1-Q-089). */
async function invite(row: Row): Promise<void> {
  const agreed = await confirm({
    title: 'Mời lại',
    body: `${texts.reinviteConfirm}\n${showPhone(String(row.phone ?? ''))}`,
  })
  if (!agreed) return
  try {
    await send(inviteAgain, { id: row.id }, { idempotencyKey: newKey() })
    await refresh(careHistory.path)
    void refreshMine()
  } catch (error) {
    showError(error)
  }
}

function useLog(own: boolean) {
  const actor = useActor()
  const ownFilter = useOwnFilter()
  const state = useResourceListState(careHistory)
  const list = useList(careHistory, own ? { ...state.query, ...ownFilter } : state.query)
  const columns = useMemo(() => logColumns(actor, own), [actor, own])
  const items = useMemo(() => logFilters(actor, own), [actor, own])
  const layout = useLayout(own ? 'care/history/own' : careHistory.path, columns)
  const [openId, setOpenId] = useState<string | null>(null)
  const time = useTimeQuestion()
  return { state, list, items, layout, openId, setOpenId, time }
}

type Log = ReturnType<typeof useLog>

const actionsOf = (row: Row, log: Log): RowAction[] => [
  {
    label: 'Xem chi tiết và lịch sử',
    icon: <IconHistory size={16} stroke={1.9} />,
    run: () => log.setOpenId(row.id),
  },
  {
    label: 'Mời lại',
    icon: <IconPhoneCall size={16} stroke={1.9} />,
    inRow: true,
    run: () => void invite(row),
    ...(row.editable !== true && { reason: messages.forbidden }),
  },
]

function Drawer({ log }: { log: Log }) {
  const { list, openId, setOpenId, state } = log
  const rows = list.data?.values ?? []
  const at = rows.findIndex((row) => row.id === openId)
  const row = rows[at]
  if (!row) return null
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpenId(next.id))
  }
  const number = (state.page * state.size + at + 1).toLocaleString('en-US')
  return (
    <Suspense fallback={null}>
      <RowDrawer
        resource={careHistory}
        row={once(row)}
        title={showPhone(String(row.phone ?? ''))}
        note={`${careHistory.title}, dòng ${number} trong ${(list.data?.count ?? 0).toLocaleString('en-US')}`}
        onClose={() => setOpenId(null)}
        onPrevious={go(at - 1)}
        onNext={go(at + 1)}
      />
    </Suspense>
  )
}

const Empty = ({ state }: { state: ListState }) => {
  const searched = Object.values(state.filters).join(', ')
  return (
    <EmptyNote title={searched ? 'Không có kết quả nào khớp' : messages.empty} text={searched}>
      {searched && <Button onClick={() => state.setFilters({})}>Xoá lọc</Button>}
    </EmptyNote>
  )
}

function LogHead({ log }: { log: Log }) {
  const { list, state } = log
  const file = useExport(careHistory, state)
  const may = useCan()(careHistory.may.export)
  const count = list.data?.count
  return (
    <ScreenHead
      title={careHistory.title}
      note={count !== undefined && `${count.toLocaleString('en-US')} ${careHistory.noun}`}
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

function LogFilters({ log, own }: { log: Log; own: boolean }) {
  const { state, list, items, layout } = log
  const again = (): void => void list.refetch()
  return (
    <FilterBar
      items={items}
      state={state}
      periods={careHistory.periods}
      onRefresh={again}
      end={<ListTools layout={layout} filters={own ? undefined : state.filters} onRefresh={again} />}
    />
  )
}

function LogTable({ log }: { log: Log }) {
  const { state, list, layout, openId, setOpenId, time } = log
  return (
    <>
      <DataTable
        label={careHistory.title}
        layout={layout}
        minWidth={screenTableWidth}
        rows={list.data?.values}
        firstNumber={state.page * state.size + 1}
        count={list.data?.count}
        stale={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Empty state={state} />}
        actions={(row) => actionsOf(row, log)}
        onOpen={(row) => setOpenId(row.id)}
        openId={openId}
        onSave={historySaver(time.ask)}
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

/** The log with its head, or only the caller's own rows below the head of the care screen. */
export function CareLog({ own }: { own: boolean }) {
  const log = useLog(own)
  useKeys({ R: () => void log.list.refetch() })
  useKeyHelp(careHistory.title, help)
  return (
    <>
      {!own && <LogHead log={log} />}
      <LogFilters log={log} own={own} />
      <LogTable log={log} />
      {log.time.dialog}
      <Drawer log={log} />
    </>
  )
}

/** The screen of tab CustomerCareHistoryList. */
export const CareLogScreen = () => <CareLog own={false} />
