/** The upload of a spreadsheet: choose, map columns, preview, save, summary. */
import type { ReactNode } from 'react'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { RecentImports } from './recent-imports.tsx'
import { Summary } from './summary.tsx'
import { useImport, type ImportOptions, type ImportTarget } from './use-import.ts'

export type ImportDialogProps = ImportOptions & {
  target: ImportTarget
  onClose: () => void
  /** Above the choice of the file: other choices to make first. */
  intro?: ReactNode
  /** The next step after saving, at the foot of the summary. */
  next?: ReactNode | ((summary: ImportSummary) => ReactNode)
}

/** The dialogs of the steps. Closing while rows are being saved does not stop the saving. */
export function ImportDialog({ target, onClose, intro, next, ...options }: ImportDialogProps) {
  const file = useImport(target, options)
  const { summary } = file
  const close = (): void => {
    file.leave()
    onClose()
  }
  const stopped = summary?.state === 'cancelled' && summary.saved > 0
  if (!summary || summary.state === 'reading' || (summary.state === 'cancelled' && !stopped)) {
    return (
      <Dialog title={`Nhập file vào ${target.title}`} onClose={close}>
        {intro}
        <ChooseFile target={target} file={file} />
        <RecentImports target={target} onOpen={(id) => void file.open(id)} />
      </Dialog>
    )
  }
  if (summary.state === 'done' || summary.state === 'failed' || stopped) {
    const step = typeof next === 'function' ? next(summary) : next
    return <Summary target={target} summary={summary} onClose={close} onAgain={file.again} next={step} />
  }
  return <Preview target={target} file={file} summary={summary} onClose={close} />
}
