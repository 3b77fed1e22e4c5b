/** The upload of a spreadsheet: choose, map columns, preview, save, summary. */
import type { ReactNode } from 'react'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { Summary } from './summary.tsx'
import { useImport, type ImportOptions, type ImportTarget } from './use-import.ts'
import { useQuery } from '@tanstack/react-query'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { recentImports, undoTexts, type RecentImport } from '#platform/contract/calls/import-undo.ts'
import { send } from '../client.ts'
import { Button } from '../ui/button.tsx'
import css from './import.module.css'

const about = (one: RecentImport, unit: string): string =>
  `${formatInstant(one.at)}, ${one.by}, ${thousands(one.saved)} ${unit}${undoTexts.listed(one)}`

/**
 * The newest imports into a list, to reopen their summary or take them back (D3-FILE-05). Empty without an import
 * in the last weeks.
 */
function RecentImports({ target, onOpen }: { target: ImportTarget; onOpen: (id: string) => void }) {
  const { data } = useQuery({
    queryKey: ['imports', 'recent', target.path],
    queryFn: ({ signal }) => send(recentImports, { resource: target.path }, { signal }),
    gcTime: 0,
  })
  if (!data || data.values.length === 0) return null
  return (
    <section className={css.recent} aria-label="Đã nhập gần đây">
      <h3>Đã nhập gần đây</h3>
      {data.values.map((one) => (
        <div key={one.id} className={css.line}>
          <span className={css.file}>
            {one.filename} <span className={css.quiet}>{about(one, target.sheet.unit)}</span>
          </span>
          <Button look="ghost" onClick={() => onOpen(one.id)}>
            Xem
          </Button>
        </div>
      ))}
    </section>
  )
}

export type ImportDialogProps = ImportOptions & {
  target: ImportTarget
  onClose: () => void
  /** Above the choice of the file: choices to make before it. */
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
