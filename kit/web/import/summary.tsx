/** The last step: saved rows, rejected rows, and the file of the rejected ones. */
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { fileLoaded, messages } from '#platform/contract/messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorsButton } from './errors-button.tsx'
import { UndoLine } from './undo-line.tsx'
import { type ImportTarget } from './use-import.ts'
import css from './import.module.css'

type SummaryProps = {
  target: ImportTarget
  summary: ImportSummary
  onClose: () => void
  onAgain: () => void
  next?: ReactNode
}

function duration({ startedAt, finishedAt }: ImportSummary): string {
  if (!startedAt || !finishedAt) return ''
  const seconds = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000))
  const clock = (instant: string): string => formatInstant(instant).slice(11)
  return `Lưu trong ${thousands(seconds)} giây, ${clock(startedAt)} – ${clock(finishedAt)}`
}

const Tile = ({ label, value, bad }: { label: string; value: number; bad?: boolean }) => (
  <div className={css.tile}>
    <span>{label}</span>
    <b data-bad={bad || undefined}>{thousands(value)}</b>
  </div>
)

function Counts({ summary }: { summary: ImportSummary }) {
  const { counts } = summary
  return (
    <div className={css.tiles}>
      <Tile label="Đã lưu" value={summary.saved} />
      <Tile label="Trùng" value={counts.duplicate} />
      <Tile label="Lỗi" value={counts.bad} bad={counts.bad > 0} />
      <Tile label="Trống" value={counts.blank} />
    </div>
  )
}

const Title = ({ filename, failed }: { filename: string; failed: boolean }) => (
  <span className={css.title}>
    {failed ? (
      <IconAlertTriangle size={16} stroke={1.9} color="var(--red-dot)" aria-hidden />
    ) : (
      <IconCircleCheck size={16} stroke={1.9} color="var(--green-dot)" aria-hidden />
    )}
    {failed ? `Chưa lưu được ${filename}` : `Đã lưu ${filename}`}
  </span>
)

const Lost = ({ summary }: { summary: ImportSummary }) => (
  <div className={css.errors}>
    <div>
      <p>LOI-{summary.filename}</p>
      <p className={css.quiet}>
        {thousands(summary.counts.bad)} dòng cần sửa, thêm cột 'Lỗi'. Sửa xong gửi lại chính file này.
      </p>
    </div>
    <ErrorsButton summary={summary} label="Tải về" />
  </div>
)

export function Summary({ target, summary, onClose, onAgain, next }: SummaryProps) {
  const { filename, saved, msg, state } = summary
  const failed = state !== 'done'
  const footer = (
    <>
      <span className={css.quiet}>{duration(summary)}</span>
      <span data-space />
      {failed && <Button onClick={onAgain}>Chọn file khác</Button>}
      <Button data-autofocus onClick={onClose}>
        Đóng
      </Button>
      {!failed && next}
    </>
  )
  return (
    <Dialog title={<Title filename={filename} failed={failed} />} onClose={onClose} footer={footer}>
      <p className={css.said}>
        {failed ? (msg ?? messages.unknownError) : fileLoaded(filename, saved, target.sheet.unit)}
      </p>
      <Counts summary={summary} />
      {summary.counts.bad > 0 && <Lost summary={summary} />}
      {saved > 0 && <UndoLine target={target} id={summary.id} filename={filename} />}
    </Dialog>
  )
}
