/** 'Upload chia data': subscriber files, their state, and the upload of a new one (D1-UPL-01 to 24). */
import {
  IconArrowsSplit2,
  IconInfoCircle,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { f } from '#kit/contract/field.ts'
import { type DataFile, fileList } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { fileSubject } from '#platform/contract/calls/histories.ts'
import { useErrand } from '#kit/web/errand.ts'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { listOfCall } from '#kit/web/resource-api.ts'
import { useCan } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/column.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ListScreen } from '#kit/web/resource/list-screen.tsx'
import { removeFile, switchFile } from './file-actions.ts'
import { openSplit } from './split-target.ts'
import { StatePill, stateText } from './state-pill.tsx'
import { UseBar } from './use-bar.tsx'

const FileDialog = lazyPart(() => named(import('./file-dialog.tsx'), 'FileDialog'))
const FileImport = lazyPart(() => named(import('./file-import.tsx'), 'FileImport'))

const uploadedAt = f.instant({ label: 'Ngày upload' })
const uploader = f.staff({ label: 'Người upload' })

const columns: readonly Column<DataFile, keyof DataFile | 'used'>[] = [
  {
    key: 'FileName',
    title: 'Tên file',
    width: 284,
    pin: 'left',
    sort: { by: 'FileName', first: 'asc' },
    cell: (row) => <span title={row.FileName}>{row.FileName}</span>,
    text: (row) => row.FileName,
  },
  {
    key: 'used',
    title: 'Đã dùng / tổng',
    width: 172,
    numeric: true,
    sort: { by: 'tong', first: 'desc' },
    cell: (row) => <UseBar used={row.tong_da_dung} total={row.tong} />,
  },
  {
    key: 'is_activated',
    card: 'state',
    title: 'Trạng thái',
    width: 120,
    cell: (row) => <StatePill active={row.is_activated} />,
    text: (row) => stateText(row.is_activated),
  },
  {
    key: 'ngay_upload',
    title: 'Ngày upload',
    width: 156,
    sort: { by: 'ngay_upload', first: 'desc' },
    cell: (row) => <Cell field={uploadedAt} value={row.ngay_upload} />,
  },
  {
    key: 'nguoi_upload',
    title: 'Người upload',
    width: 168,
    sort: { by: 'nguoi_upload', first: 'asc' },
    cell: (row) => <Cell field={uploader} value={row.nguoi_upload} />,
    text: (row) => row.nguoi_upload,
  },
]

const source = listOfCall('uploadchiadata', fileList)

const drawer = {
  of: fileSubject,
  name: (row: DataFile) => row.FileName,
  facts: (row: DataFile) => ({ ...row }),
}

const icon = { size: 16, stroke: 1.9 }

type OpenDialog = { kind: 'info'; name: string } | { kind: 'import' } | null

function actionsOf(file: DataFile, manages: boolean, info: () => void): RowAction[] {
  const active = file.is_activated === 1
  const look: RowAction = { label: 'Info', icon: <IconInfoCircle {...icon} />, run: info }
  const split: RowAction = {
    label: 'Chia data',
    icon: <IconArrowsSplit2 {...icon} />,
    run: () => openSplit(file.FileName),
  }
  if (!manages) return [look]
  return [
    look,
    {
      label: active ? 'Dừng lấy số' : 'Kích hoạt lấy số',
      icon: active ? <IconPlayerStop {...icon} /> : <IconPlayerPlay {...icon} />,
      inRow: true,
      run: () => void switchFile(file),
    },
    split,
    {
      label: 'Xoá file',
      icon: <IconTrash {...icon} />,
      inRow: true,
      danger: true,
      run: () => void removeFile(file),
    },
  ]
}

/** Priority 3 and below only see the list and 'Info' (D1-Q-110). */
export default function FileScreen() {
  const manages = useCan()('below3')
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = (): void => setOpen(null)
  useErrand('import', manages ? () => setOpen({ kind: 'import' }) : undefined)
  const info = (name: string): void => setOpen({ kind: 'info', name })
  return (
    <>
      <ListScreen
        source={source}
        name={fileList.path}
        title="Upload chia data"
        noun="file"
        search={{ name: 'FileName', label: 'Tên file', placeholder: 'Tìm tên file' }}
        columns={columns}
        paging={{ sizes: [10, 20, 50], size: 50 }}
        make={
          manages && (
            <Button
              look="primary"
              icon={<IconUpload {...icon} />}
              onClick={() => setOpen({ kind: 'import' })}
            >
              Upload data
            </Button>
          )
        }
        actions={(file) => actionsOf(file, manages, () => info(file.FileName))}
        drawer={drawer}
      />
      <Suspense fallback={null}>
        {open?.kind === 'info' && <FileDialog name={open.name} onClose={close} />}
        {open?.kind === 'import' && <FileImport onClose={close} />}
      </Suspense>
    </>
  )
}
