/** 'Tải dữ liệu': a spreadsheet of customers into a new list of its name, or into an existing one (D1-CUST-14). */
import { useRef, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { createUpload, deleteUpload, uploads } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { newKey, send } from '#kit/web/client.ts'
import { showError } from '#kit/web/feedback.ts'
import { ImportDialog } from '#kit/web/import/import-dialog.tsx'
import { refresh, useCall } from '#kit/web/query.ts'
import { Picker } from '#kit/web/ui/picker.tsx'
import css from './files.module.css'

const { sheet } = customer
const target = { ...customer, sheet }

type WhereProps = { upload: string; onChoose: (upload: string) => void }

/** The list that the rows are added to. */
function TargetList({ upload, onChoose }: WhereProps) {
  const lists = useCall('upload', uploads, { page: '1', count: '1000' })
  const options = (lists.data?.values ?? []).map(({ id, filename, totalCustomers }) => ({
    value: id,
    label: filename,
    note: `${thousands(totalCustomers)} số`,
  }))
  return (
    <div className={css.choices}>
      <label htmlFor="list-of-rows">Danh sách nhận số</label>
      <Picker
        control={{ id: 'list-of-rows' }}
        label="Danh sách nhận số"
        options={options}
        value={upload}
        emptyLabel="Danh sách mới, tên theo file"
        onChange={onChoose}
      />
    </div>
  )
}

/** A list created for a file that is not saved in the end is deleted again. */
export function ListImport({ onClose, upload: initial = '' }: { onClose: () => void; upload?: string }) {
  const [upload, setUpload] = useState(initial)
  const createdId = useRef<string | null>(null)
  const before = async (file: File): Promise<Record<string, string>> => {
    if (upload !== '') return { upload }
    const { id } = await send(
      createUpload,
      { filename: file.name },
      { idempotencyKey: newKey(), quiet: true },
    )
    createdId.current = id
    return { upload: id }
  }
  const drop = (): void => {
    const id = createdId.current
    createdId.current = null
    if (id === null) return
    send(deleteUpload, { id }, { idempotencyKey: newKey(), quiet: true })
      .catch(showError)
      .finally(() => void refresh('upload'))
  }
  const close = (): void => {
    void refresh('upload')
    onClose()
  }
  return (
    <ImportDialog
      target={target}
      before={before}
      onDropped={drop}
      onClose={close}
      intro={<TargetList upload={upload} onChoose={setUpload} />}
    />
  )
}
