/** The file of the rows with mistakes, with the reason in a column 'Lỗi'. */
import { IconDownload } from '@tabler/icons-react'
import { thousands } from '#kit/contract/thousands.ts'
import { importErrorsPath, type ImportSummary } from '#platform/contract/calls/imports.ts'
import { showError } from '../feedback.ts'
import { download } from '../download.ts'
import { Button } from '../ui/button.tsx'
import css from './import.module.css'

/** Empty when no row has a mistake. */
export function ErrorsButton({ summary, label }: { summary: ImportSummary; label: string }) {
  const lost = summary.counts.bad
  if (lost === 0) return null
  const get = (): void => {
    download(importErrorsPath(summary.id), `LOI-${summary.filename}`).catch(showError)
  }
  return (
    <Button icon={<IconDownload size={16} stroke={1.9} />} onClick={get}>
      {label} <span className={css.quiet}>{thousands(lost)} dòng</span>
    </Button>
  )
}
