/** 'Xuất file': the rows of the list's filter as a sheet. */
import { IconDownload } from '@tabler/icons-react'
import { messages } from '../../../contract/messages.ts'
import type { TableRow } from '../resource-api.ts'
import { Button } from '../ui/button.tsx'
import type { Exported } from './export-rows.ts'
import { useExport } from './use-export.ts'
import type { List } from './use-list-screen.tsx'

type ExportProps<Row extends TableRow, Totals> = { source: Exported; list: List<Row, Totals> }

/** Disabled while there is nothing to export. */
export function ExportButton<Row extends TableRow, Totals>({ source, list }: ExportProps<Row, Totals>) {
  const file = useExport(source, list.state)
  return (
    <Button
      icon={<IconDownload size={16} stroke={1.9} />}
      busy={file.busy}
      reason={list.answer?.count === 0 ? messages.empty : undefined}
      onClick={() => void file.run()}
    >
      Xuất file
    </Button>
  )
}
