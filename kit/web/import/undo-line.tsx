/** Taking an import back from its summary: what it would do, its progress, and the rows that stay (D3-FILE-05). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import {
  importUndo,
  importUndoable,
  keptPage,
  type UndoSummary,
} from '#platform/contract/calls/import-undo.ts'
import { send } from '../client.ts'
import { showError } from '../feedback.ts'
import { Pager } from '../pager.tsx'
import { refresh } from '../query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { pollEvery, type ImportTarget } from './use-import.ts'
import css from './import.module.css'

type UndoProps = { target: ImportTarget; id: string; filename: string }

/** '9,927 dòng mới sẽ bị xoá, 3 dòng trở lại giá trị cũ'. */
function effect({ removes, restores }: UndoSummary): string {
  const parts = [
    removes > 0 && `${thousands(removes)} dòng mới sẽ bị xoá`,
    restores > 0 && `${thousands(restores)} dòng trở lại giá trị cũ`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Không còn dòng nào hoàn tác được' : parts.join(', ')
}

function useUndo({ id, target }: UndoProps) {
  const [page, setPage] = useState(0)
  const undo = useQuery({
    queryKey: ['imports', id, 'undo', page],
    queryFn: ({ signal }) => send(importUndoable, { id, page }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollEvery : false),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const finished = undo.data?.state === 'done'
  // Renews once: reading the list again may render its screen, and this dialog with it.
  const renew = useEffectEvent(() => void refresh(target))
  useEffect(() => {
    if (finished) renew()
  }, [finished])
  return { undo, page, setPage }
}

/** The rows that stay: row of the file, who changed them and when. */
export function KeptRows({
  summary,
  page,
  onPage,
}: {
  summary: UndoSummary
  page: number
  onPage: (page: number) => void
}) {
  if (summary.stays === 0) return null
  return (
    <>
      <p className={css.said}>{thousands(summary.stays)} dòng ở lại:</p>
      <div className={css.kept}>
        <table className={css.table}>
          <thead>
            <tr>
              <th>Dòng</th>
              <th>Bản ghi</th>
              <th className={css.why}>Lý do</th>
              <th>Người đổi</th>
              <th>Lúc</th>
            </tr>
          </thead>
          <tbody>
            {summary.kept.map(({ row, name, why, by, at }, index) => (
              <tr key={`${row ?? ''} ${name} ${index}`}>
                <td>{row ?? ''}</td>
                <td>{name}</td>
                <td className={css.why}>{why}</td>
                <td>{by ?? ''}</td>
                <td>{at ? formatInstant(at) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {summary.stays > keptPage && (
        <Pager
          page={page}
          size={keptPage}
          sizes={[keptPage]}
          count={summary.stays}
          onPage={onPage}
          onSize={() => {}}
        />
      )}
    </>
  )
}

type AskProps = UndoProps & ReturnType<typeof useUndo> & { summary: UndoSummary; onClose: () => void }

/** Shows what taking back would do, and does it; afterwards shows what stayed. */
function UndoDialog({ id, filename, summary, undo, page, setPage, onClose }: AskProps) {
  const [busy, setBusy] = useState(false)
  const free = summary.removes + summary.restores
  const asks = summary.state === null || summary.state === 'failed'
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      await send(importUndo, { id }, { quiet: true })
      onClose()
      await undo.refetch()
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  const footer = (
    <>
      <Button data-autofocus onClick={onClose}>
        Đóng
      </Button>
      {asks && (
        <Button
          look="danger"
          busy={busy}
          reason={free === 0 && summary.state === null ? effect(summary) : undefined}
          onClick={() => void start()}
        >
          Hoàn tác
        </Button>
      )}
    </>
  )
  return (
    <Dialog above title="Hoàn tác lần nhập này" note={filename} onClose={onClose} footer={footer}>
      <p className={css.said}>{summary.state === null ? `${effect(summary)}.` : summary.msg}</p>
      <KeptRows summary={summary} page={page} onPage={setPage} />
    </Dialog>
  )
}

function words({ state, refused, msg, done, total }: UndoSummary): string {
  if (refused !== null) return refused
  if (state === null) return 'Hoàn tác được những dòng chưa ai đổi'
  if (state === 'running') return `Đang hoàn tác ${thousands(done)} / ${thousands(total)} dòng`
  return msg ?? ''
}

/** The line at the foot of the summary. */
export function UndoLine(props: UndoProps) {
  const [open, setOpen] = useState(false)
  const state = useUndo(props)
  const summary = state.undo.data
  if (!summary) return null
  const more = summary.state === 'done' ? summary.stays > 0 : summary.state !== 'running'
  return (
    <div className={css.line} role="status">
      <IconArrowBackUp size={16} stroke={1.9} aria-hidden />
      <span className={css.file}>{words(summary)}</span>
      {summary.refused === null && more && (
        <Button look="ghost" onClick={() => setOpen(true)}>
          {summary.state === 'done' ? 'Xem dòng ở lại' : 'Hoàn tác lần nhập này'}
        </Button>
      )}
      {open && <UndoDialog {...props} {...state} summary={summary} onClose={() => setOpen(false)} />}
    </div>
  )
}
