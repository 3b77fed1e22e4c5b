/** 'Xuất file' and 'In tất cả': the rows of the list's filter as a sheet, and on paper. */
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { messages } from '#platform/contract/messages.ts'
import type { TableRow } from '../resource-api.ts'
import { lazyCode } from '../lazy-part.tsx'
import { useAction } from '../use-action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import type { Exported } from './export-rows.ts'
import { useExport } from './use-export.ts'
import type { List } from './use-list-screen.tsx'

type ExportProps<Row extends TableRow, Totals> = { source: Exported; list: List<Row, Totals> }

const printing = lazyCode(() => import('../print/print-every.ts'))

/** Disabled while there is nothing to export. */
export function ExportButton<Row extends TableRow, Totals>({ source, list }: ExportProps<Row, Totals>) {
  const file = useExport(source, list.state)
  const print = useAction(async () => (await printing()).printEvery(list))
  return (
    <>
      <IconButton
        label="In tất cả"
        disabled={print.busy || list.answer?.count === 0}
        onClick={() => void print.run()}
      >
        <IconPrinter size={16} stroke={1.9} aria-hidden />
      </IconButton>
      <Button
        brief
        icon={<IconDownload size={16} stroke={1.9} />}
        busy={file.busy}
        reason={list.answer?.count === 0 ? messages.empty : undefined}
        onClick={() => void file.run()}
      >
        Xuất file
      </Button>
    </>
  )
}
