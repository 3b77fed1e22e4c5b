/** 'Upload': the customer lists, their use, distribution and deletion (D1-UPL-25 to 38). */
import { IconArrowsSplit2, IconTrash, IconUpload } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { f } from '#kit/contract/field.ts'
import {
  type UploadList,
  customerListTexts,
  deleteUpload,
  uploadDeleteText,
  uploads,
} from '#subjects/numbers/contract/calls/customer-lists.ts'
import { uploadSubject } from '#platform/contract/calls/histories.ts'
import { newKey, sendFull } from '#kit/web/client.ts'
import { confirmDoing, showError, toast } from '#kit/web/feedback.ts'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { refresh } from '#kit/web/query.ts'
import { listOfCall } from '#kit/web/resource-api.ts'
import { ListHead, ListTable, RowOfList } from '#kit/web/resource/list-parts.tsx'
import { useListScreen } from '#kit/web/resource/use-list-screen.tsx'
import type { Column } from '#kit/web/table/column.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { RefreshButton } from '#kit/web/ui/refresh-button.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import { readSource, type Source } from './distribute.ts'
import { UseBar } from './use-bar.tsx'

const ListImport = lazyPart(() => named(import('./list-import.tsx'), 'ListImport'))
const DistributeDialog = lazyPart(() => named(import('./distribute-dialog.tsx'), 'DistributeDialog'))

const date = f.instant({ label: 'Ngày upload' })
const icon = { size: 16, stroke: 1.9 }

const columns: readonly Column<UploadList>[] = [
  {
    key: 'filename',
    title: 'Tên danh sách',
    width: 284,
    pin: 'left',
    sort: { by: 'filename', first: 'asc' },
    cell: (row) => <span title={row.filename}>{row.filename}</span>,
    text: (row) => row.filename,
  },
  {
    key: 'created_by',
    title: 'Người upload',
    width: 200,
    cell: (row) => row.created_by.fullname,
    text: (row) => row.created_by.fullname,
  },
  {
    key: 'createdAt',
    title: 'Ngày upload',
    width: 156,
    sort: { by: 'createdAt', first: 'desc' },
    cell: (row) => <Cell field={date} value={row.createdAt} />,
  },
  {
    key: 'used',
    title: 'Đã dùng / tổng',
    width: 172,
    numeric: true,
    sort: { by: 'totalCustomers', first: 'desc' },
    cell: (row) => <UseBar used={row.used} total={row.totalCustomers} />,
  },
  {
    key: 'remaining',
    title: 'Còn lại',
    width: 88,
    numeric: true,
    sort: { by: 'remaining', first: 'desc' },
    cell: (row) => thousands(row.remaining),
  },
]

const source = listOfCall('upload', uploads)
/** All lists on one page; the call counts pages from 1. */
const everyList = { page: '1', count: '1000' }

const drawer = {
  of: uploadSubject,
  name: (row: UploadList) => row.filename,
  facts: (row: UploadList) => ({ ...row, created_by: row.created_by.fullname }),
}

async function remove({ id, filename }: UploadList): Promise<void> {
  await confirmDoing(
    {
      title: customerListTexts.uploadDeleteTitle,
      body: uploadDeleteText(filename),
      confirmLabel: 'Xác nhận',
      cancelLabel: 'Quay lại',
      danger: true,
      about: filename,
    },
    async () => {
      try {
        const { msg } = await sendFull(deleteUpload, { id }, { idempotencyKey: newKey() })
        if (!msg) toast('success', customerListTexts.uploadDeleted)
      } finally {
        await refresh('upload')
      }
    },
  )
}

type OpenDialog = { kind: 'import' } | { kind: 'distribute'; source: Source } | null

function actionsOf(row: UploadList, onSource: (source: Source) => void): RowAction[] {
  const source = (): Promise<Source | null> => readSource(row.id, row.filename)
  return [
    {
      label: 'Phân dữ liệu',
      icon: <IconArrowsSplit2 {...icon} />,
      inRow: true,
      run: () => void source().then((read) => read && onSource(read)),
    },
    { label: 'Xoá', icon: <IconTrash {...icon} />, inRow: true, danger: true, run: () => void remove(row) },
  ]
}

const noLists = <EmptyNote title="Chưa có danh sách nào" text="Tải một file khách hàng để bắt đầu." />

export default function UploadScreen() {
  const [open, setOpen] = useState<OpenDialog>(null)
  const list = useListScreen({
    source,
    name: 'upload',
    title: 'Upload',
    noun: 'danh sách',
    columns,
    fixed: everyList,
    drawer,
    actions: (row) => actionsOf(row, (source) => setOpen({ kind: 'distribute', source })),
    rowButton: true,
    empty: noLists,
  })
  const { error, again, refreshing } = list
  useEffect(() => {
    // A failure without a message of its own shows the specified one (D1-UPL-38, D1-UPL-43).
    if (error) showError(error, customerListTexts.uploadsFailed)
  }, [error])
  const close = (): void => setOpen(null)
  return (
    <>
      <ListHead list={list}>
        <RefreshButton again={again} refreshing={refreshing} />
        <Button look="primary" icon={<IconUpload {...icon} />} onClick={() => setOpen({ kind: 'import' })}>
          Tải dữ liệu
        </Button>
      </ListHead>
      <ListTable list={list} />
      <RowOfList list={list} />
      <Suspense fallback={null}>
        {open?.kind === 'import' && <ListImport onClose={close} />}
        {open?.kind === 'distribute' && <DistributeDialog source={open.source} onClose={close} />}
      </Suspense>
    </>
  )
}
