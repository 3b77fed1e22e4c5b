/** The first step: drop a spreadsheet or choose it. */
import { IconAlertTriangle, IconFileSpreadsheet, IconFileDownload } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { columnsText } from '#kit/contract/sheet-columns.ts'
import { openSampleForm } from './sample-form.ts'
import type { Import, ImportTarget } from './use-import.ts'
import css from './import.module.css'

function DropField({ file }: { file: Import }) {
  const input = useRef<HTMLInputElement>(null)
  const [dragOver, setDragOver] = useState(false)
  const take = (list: FileList | null): void => {
    const chosen = list?.[0]
    if (chosen && !file.reading) void file.take(chosen)
  }
  const hover = (event: DragEvent, now: boolean): void => {
    event.preventDefault()
    setDragOver(now)
  }
  const handlers = {
    onDragOver: (event: DragEvent) => hover(event, true),
    onDragLeave: (event: DragEvent) => hover(event, false),
    onDrop: (event: DragEvent) => {
      hover(event, false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <div className={css.drop} data-over={dragOver || undefined} {...handlers}>
      <IconFileSpreadsheet size={32} stroke={1.2} aria-hidden />
      <p className={css.lead}>{file.reading ? 'Đang đọc file' : 'Thả file .xlsx hoặc .csv vào đây'}</p>
      <Button look="primary" busy={file.reading} data-autofocus onClick={() => input.current?.click()}>
        Chọn file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File cần nhập"
        accept=".xlsx,.xlsm,.csv"
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
    </div>
  )
}

/** A drop zone with the required columns, and the reason why a file was refused. */
export const ChooseFile = ({ target, file }: { target: ImportTarget; file: Import }) => (
  <div className={css.choose}>
    <DropField file={file} />
    {file.refusal && (
      <p className={css.refusal} role="alert">
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {file.refusal.message}
      </p>
    )}
    <p className={css.columns}>
      Đọc trang tính đầu, từ dòng {target.sheet.firstRow}.{' '}
      {target.sheet.firstRow === 1 ? 'Thứ tự cột' : 'Cột đọc theo tiêu đề'}: {columnsText(target)}.
    </p>
    <Button
      look="ghost"
      icon={<IconFileDownload size={16} stroke={1.9} />}
      onClick={() => openSampleForm(target.path)}
    >
      Biểu mẫu
    </Button>
  </div>
)
