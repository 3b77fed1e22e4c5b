/** The upload of a spreadsheet: choose, look, save, see what became of it. */
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { Summary } from './summary.tsx'
import { useImport, type ImportTarget } from './use-import.ts'

export type ImportDialogProps = {
  target: ImportTarget
  onClose: () => void
  /** What the upload names besides its file, sent in the query. */
  query?: Record<string, string>
  /** The next step after saving, at the foot of the summary. */
  next?: ReactNode
}

const none: Record<string, string> = {}

/** Closing while rows are being saved does not stop the saving. */
export function ImportDialog({ target, onClose, query = none, next }: ImportDialogProps) {
  const file = useImport(target.path, query)
  const { summary } = file
  const close = (): void => {
    file.leave()
    onClose()
  }
  if (!summary || summary.state === 'reading' || summary.state === 'cancelled') {
    return (
      <Dialog title={`Nhập file vào ${target.title}`} onClose={close}>
        <ChooseFile target={target} file={file} />
      </Dialog>
    )
  }
  if (summary.state === 'done' || summary.state === 'failed') {
    return <Summary target={target} summary={summary} onClose={close} onAgain={file.again} next={next} />
  }
  return <Preview target={target} file={file} summary={summary} onClose={close} />
}
