/** The upload of a sheet that has to be asked about first: choose, ask, look, save, what became of it. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ImportSummary } from '../../../contract/kit/import.ts'
import { showError } from '../../kit/feedback.ts'
import { ChooseFile } from '../../kit/import/choose-file.tsx'
import { Preview } from '../../kit/import/preview.tsx'
import { Summary } from '../../kit/import/summary.tsx'
import { useImport, type Import, type ImportTarget } from '../../kit/import/use-import.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'

type Query = Record<string, string>

type SheetImportProps = {
  target: ImportTarget
  /** Asked with the chosen file: what the upload names besides it, or null to choose again. */
  before: (file: File) => Promise<Query | null>
  /** Nothing of what `before` prepared is needed: the file was refused or the preview closed. */
  onDropped?: () => void
  onClose: () => void
  /** Stands above the choice of the file. */
  intro?: ReactNode
  /** The next step, at the foot of the summary. */
  next?: (summary: ImportSummary) => ReactNode
}

/** An upload that goes out once `before` has answered. */
function useAskedImport({ target, before, onDropped }: SheetImportProps): Import {
  const [asked, setAsked] = useState<{ file: File; query: Query } | null>(null)
  const [none] = useState<Query>({})
  const [asking, setAsking] = useState(false)
  const file = useImport(target.path, asked?.query ?? none)
  const send = useEffectEvent((chosen: File) => void file.take(chosen))
  useEffect(() => {
    if (asked) send(asked.file)
  }, [asked])
  const { refusal } = file
  const dropped = useEffectEvent(() => onDropped?.())
  useEffect(() => {
    if (refusal) dropped()
  }, [refusal])
  return {
    ...file,
    reading: file.reading || asking,
    take: async (chosen) => {
      setAsking(true)
      try {
        const query = await before(chosen)
        if (query) setAsked({ file: chosen, query })
      } catch (error) {
        showError(error)
      } finally {
        setAsking(false)
      }
    },
  }
}

/** The dialogs, one after the other. Closing while rows are being saved does not stop the saving. */
export function SheetImport(props: SheetImportProps) {
  const { target, onClose, onDropped, intro, next } = props
  const file = useAskedImport(props)
  const { summary } = file
  const close = (): void => {
    file.leave()
    if (summary?.state === 'ready') onDropped?.()
    onClose()
  }
  if (!summary || summary.state === 'reading' || summary.state === 'cancelled') {
    return (
      <Dialog title={`Nhập file vào ${target.title}`} onClose={close}>
        {intro}
        <ChooseFile target={target} file={file} />
      </Dialog>
    )
  }
  if (summary.state === 'done' || summary.state === 'failed') {
    return (
      <Summary
        target={target}
        summary={summary}
        onClose={close}
        onAgain={file.again}
        next={next?.(summary)}
      />
    )
  }
  return <Preview target={target} file={file} summary={summary} onClose={close} />
}
