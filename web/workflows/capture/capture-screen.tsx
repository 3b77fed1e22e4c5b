/** The number-capture report 'Tỉ lệ bắt số' (D2-CAP): table, sums, funnel, export. */
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Period } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { screenOf } from '../../../contract/screens.ts'
import { captureExport, captureList } from '../../../contract/workflows/capture.ts'
import { queryText } from '../../kit/client.ts'
import { showError, toast } from '../../kit/feedback.ts'
import { FilterBar } from '../../kit/filters/filter-bar.tsx'
import type { FilterItem } from '../../kit/filters/filter-item.ts'
import { defaultPeriods, useListState, type Filters } from '../../kit/filters/list-state.ts'
import { useKeyHelp, useKeys } from '../../kit/keys.ts'
import { Pager } from '../../kit/pager.tsx'
import { useCall } from '../../kit/query.ts'
import { download } from '../../kit/resource-api.ts'
import { useCan } from '../../kit/session.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { gridHelp } from '../../kit/table/grid-keys.ts'
import { useLayout } from '../../kit/table/layout.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { EmptyNote } from '../../kit/ui/state.tsx'
import { captureColumns, captureTotals } from './capture-columns.tsx'
import { totalOf } from './capture-figures.ts'
import { Funnel } from './funnel.tsx'
import { ListTools } from '../../kit/resource/list-tools.tsx'
import css from './capture.module.css'

const help = [{ keys: 'R', what: 'Làm mới' }, ...gridHelp]
const title = screenOf('tilebatso').label
const file = 'Ti-le-bat-so.xlsx'
/** Whose changes make the report stale. */
const source = 'care/history'
/** No operation has more staff members than this; more rows would be an export. */
const everybody = '1000'

const staff: FilterItem = {
  name: 'username',
  field: { kind: 'staff', label: 'Nhân viên' },
  label: 'Nhân viên',
  placeholder: '',
}
const team: FilterItem = { ...staff, name: 'team', label: 'Nhóm', teams: true }
const periods: readonly Period[] = [
  { on: 'at', from: 'startDate', to: 'endDate', label: 'Khoảng ngày', default: 'month' },
]

const texts = (query: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value ?? '')]))

function useCapture() {
  const [defaults] = useState(() => defaultPeriods(periods))
  const state = useListState({
    names: ['username', 'team'],
    defaults,
    paging: { sizes: [10, 20, 50], size: 10 },
  })
  const page = useCall(source, captureList, texts(state.query), { keep: true })
  const all = useCall(
    source,
    captureList,
    { ...texts(state.filters), page: '0', count: everybody },
    { keep: true },
  )
  const rows = useMemo(() => page.data?.values.map((row) => ({ ...row, id: row.username_nv })), [page.data])
  const total = useMemo(() => all.data && totalOf(all.data.values), [all.data])
  const columns = useMemo(() => captureColumns(state.filters), [state.filters])
  const layout = useLayout('tilebatso', columns)
  const again = (): void => {
    void page.refetch()
    void all.refetch()
  }
  return { state, page, rows, total, layout, again }
}

/** Exports the rows of the filter; the count is stated before the file comes (D2-CAP-17). */
function ExportButton({ filters, count }: { filters: Filters; count: number | undefined }) {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { rows, name } = await download(captureExport.path + queryText({ ...filters }), file)
      toast(
        'success',
        `Đã xuất file ${name}${rows === null ? '' : ` (${rows.toLocaleString('en-US')} nhân viên)`}`,
      )
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<IconDownload size={16} stroke={1.9} />}
      busy={busy}
      reason={count === 0 ? messages.empty : undefined}
      onClick={() => void run()}
    >
      Xuất file
    </Button>
  )
}

type Capture = ReturnType<typeof useCapture>

function CaptureFilters({ capture, items }: { capture: Capture; items: readonly FilterItem[] }) {
  const { state, layout, again } = capture
  return (
    <FilterBar
      items={items}
      state={state}
      periods={periods}
      onRefresh={again}
      end={<ListTools layout={layout} filters={state.filters} onRefresh={again} />}
    />
  )
}

function CaptureTable({ capture }: { capture: Capture }) {
  const { state, page, rows, total, layout, again } = capture
  return (
    <div className={css.table}>
      <DataTable
        label={title}
        layout={layout}
        rows={rows}
        firstNumber={state.page * state.size + 1}
        count={page.data?.count}
        stale={page.isPlaceholderData}
        error={page.error}
        onRetry={again}
        empty={<EmptyNote title="Chưa ai nhận số hay trả kết quả" text="Chọn kỳ khác để xem" />}
        {...(total && rows && rows.length > 0 && { totals: captureTotals(total) })}
      />
      <Pager
        page={state.page}
        size={state.size}
        sizes={state.sizes}
        count={page.data?.count}
        onPage={state.setPage}
        onSize={state.setSize}
      />
    </div>
  )
}

/** The screen of tab TilebatsoList. */
export default function CaptureScreen() {
  const capture = useCapture()
  const { state, page, total, again } = capture
  const unrestricted = useCan()('unrestricted')
  const count = page.data?.count
  useKeys({ R: again })
  useKeyHelp(title, help)
  return (
    <>
      <ScreenHead title={title} note={count !== undefined && `${count.toLocaleString('en-US')} nhân viên`}>
        {unrestricted && <ExportButton filters={state.filters} count={count} />}
      </ScreenHead>
      <CaptureFilters capture={capture} items={unrestricted ? [staff, team] : []} />
      <div className={css.body}>
        <CaptureTable capture={capture} />
        {total && total.da_nhan_so + total.so_tra_ket_qua > 0 && (
          <Funnel total={total} filters={state.filters} />
        )}
      </div>
    </>
  )
}
