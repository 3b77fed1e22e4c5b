/** Sheet columns with unknown headings: asks for the field of each before anything is saved. */
import { useState } from 'react'
import { columnLetter } from '#kit/contract/import-words.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { Button } from '../ui/button.tsx'
import { Picker } from '../ui/picker.tsx'
import { columnsOf } from './columns-of.ts'
import type { Import } from './use-import.ts'
import css from './import.module.css'

/** One select per column, preset by its position; 'Đọc lại' sends the file with the answers. */
export function AskColumns({ file, summary }: { file: Import; summary: ImportSummary }) {
  const { asks, columns } = summary
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(
    new Map(asks.map(({ column, field }) => [column, field ?? ''])),
  )
  const unknownColumns = new Set(asks.map(({ column }) => column))
  const open = columns.filter(({ at }) => at === null || unknownColumns.has(at))
  const taken = [...chosen.values()].filter((name) => name !== '')
  const duplicate = taken.find((name, at) => taken.indexOf(name) !== at)
  return (
    <div className={css.asks} role="group" aria-label="Cột chưa rõ">
      <p>File có cột mà tiêu đề chưa rõ là gì. Chọn từng cột, rồi đọc lại file.</p>
      {asks.map(({ column, heading }) => (
        <Picker
          key={column}
          name={`Cột ${columnLetter(column)}${heading === '' ? '' : ` “${heading}”`}`}
          options={open.map(({ name, label }) => ({ value: name, label }))}
          value={chosen.get(column) ?? ''}
          emptyLabel="Không đọc"
          onChange={(name) => setChosen(new Map(chosen).set(column, name))}
        />
      ))}
      <Button
        look="primary"
        busy={file.reading}
        reason={duplicate && 'Một mục được chọn cho hai cột'}
        onClick={() => void file.reread(columnsOf(summary, chosen))}
      >
        Đọc lại file
      </Button>
    </div>
  )
}
