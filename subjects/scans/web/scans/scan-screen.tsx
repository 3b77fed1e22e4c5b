/** The three scan screens: files, the carriers' capacity, and the actions (D2-SCAN-01 to 16). */
import {
  IconDownload,
  IconFilePlus,
  IconInfoCircle,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { scanResources, scanSheets, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanCalls } from '#subjects/scans/contract/calls/scans.ts'
import { filterItems } from '#kit/web/filters/filter-item.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { listOf } from '#kit/web/resource-api.ts'
import { ListBar, ListBody } from '#kit/web/resource/list-parts.tsx'
import { useListScreen, useListScreenKeys } from '#kit/web/resource/use-list-screen.tsx'
import { useActor } from '#kit/web/session.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { PaceBar } from './pace-bar.tsx'
import { exportScan, removeScan, switchScan, toSubscribers, type ScanRow } from './scan-actions.ts'
import { scanColumns } from './scan-columns.tsx'

const ScanDialog = lazyPart(() => named(import('./scan-dialog.tsx'), 'ScanDialog'))
const ImportDialog = lazyPart(() => named(import('#kit/web/import/import-dialog.tsx'), 'ImportDialog'))

const icon = { size: 16, stroke: 1.9 }
/** Interval at which the capacity is read again besides live events, in ms (D2-Q-197). */
const readEvery = 5_000

type OpenDialog = { kind: 'info'; name: string } | { kind: 'import' } | null

/** Start or stop, info, export, delete; a finished scan can become a subscriber file. */
function actionsOf(kind: ScanKind, row: ScanRow, info: () => void): RowAction[] {
  const running = row.trang_thai === 'running'
  const turn: RowAction = {
    label: running ? 'Dừng quét' : 'Bắt đầu quét',
    icon: running ? <IconPlayerStop {...icon} /> : <IconPlayerPlay {...icon} />,
    inRow: true,
    run: () => void switchScan(kind, row),
  }
  const handOn: RowAction = {
    label: 'Tạo file thuê bao',
    icon: <IconFilePlus {...icon} />,
    run: () => void toSubscribers(kind, row),
  }
  const finished = row.trang_thai === 'done' && row.khong_tra_duoc === 0
  return [
    ...(finished ? [] : [turn]),
    { label: 'Info', icon: <IconInfoCircle {...icon} />, inRow: true, run: info },
    {
      label: 'Xuất file',
      icon: <IconDownload {...icon} />,
      inRow: true,
      run: () => void exportScan(kind, row),
    },
    {
      label: 'Xoá file',
      icon: <IconTrash {...icon} />,
      inRow: true,
      danger: true,
      run: () => void removeScan(kind, row),
    },
    ...(row.trang_thai === 'done' && !row.file_thue_bao ? [handOn] : []),
  ]
}

function ScanScreen({ kind }: { kind: ScanKind }) {
  const resource = scanResources[kind]
  const actor = useActor()
  const { data: pace } = useCall(kind, scanCalls[kind].now, {}, { every: readEvery, keep: true })
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = (): void => setOpen(null)
  const list = useListScreen({
    source: useMemo(() => listOf<ScanRow, unknown>(resource), [resource]),
    name: kind,
    title: resource.title,
    noun: resource.noun,
    columns: useMemo(() => scanColumns(kind, pace), [kind, pace]),
    items: useMemo(() => filterItems(resource, actor), [resource, actor]),
    paging: resource.paging,
    actions: (row) => actionsOf(kind, row, () => setOpen({ kind: 'info', name: row.FileName })),
    rowButton: true,
    drawer: { of: resource, name: (row) => row.FileName },
  })
  useListScreenKeys(list)
  const running = pace?.files.length ?? 0
  return (
    <>
      <ListBar
        list={list}
        note={running > 0 && `, ${running} đang quét`}
        make={
          <Button look="primary" icon={<IconUpload {...icon} />} onClick={() => setOpen({ kind: 'import' })}>
            Upload
          </Button>
        }
      />
      <ListBody list={list} after={pace && <PaceBar kind={kind} pace={pace} />} />
      <Suspense fallback={null}>
        {open?.kind === 'info' && <ScanDialog kind={kind} name={open.name} onClose={close} />}
        {open?.kind === 'import' && <ImportDialog target={scanSheets[kind]} onClose={close} />}
      </Suspense>
    </>
  )
}

export const ScanWithPackage = () => <ScanScreen kind="quetdata" />
export const ScanWithoutPackage = () => <ScanScreen kind="quetdatakhonggoi" />
export const ScanOfProgram = () => <ScanScreen kind="quetdtct" />
