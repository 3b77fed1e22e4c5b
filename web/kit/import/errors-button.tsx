/** The file of the rows with mistakes, with the reason in a column 'Lỗi'. */
import { IconDownload } from '@tabler/icons-react'
import { importErrorsPath, type ImportSummary } from '../../../contract/kit/import.ts'
import { showError } from '../feedback.ts'
import { download } from '../resource-api.ts'
import { Button } from '../ui/button.tsx'
import css from './import.module.css'

/** Rows of the error file. */
export const lostRows = ({ counts }: ImportSummary): number => counts.bad

/** Empty when no row has a mistake. */
export function ErrorsButton({ summary, label }: { summary: ImportSummary; label: string }) {
  const lost = lostRows(summary)
  if (lost === 0) return null
  const get = (): void => {
    download(importErrorsPath(summary.id), `LOI-${summary.filename}`).catch(showError)
  }
  return (
    <Button icon={<IconDownload size={16} stroke={1.9} />} onClick={get}>
      {label} <span className={css.quiet}>{lost.toLocaleString('en-US')} dòng</span>
    </Button>
  )
}
