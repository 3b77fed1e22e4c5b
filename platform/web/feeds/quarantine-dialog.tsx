/** Rows of feeds that could not be stored: their content, the error, and sending or dismissing them again. */
import { IconRefresh } from '@tabler/icons-react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import {
  dismissQuarantined,
  feeds,
  feedTexts,
  retryQuarantined,
  quarantineList,
  type QuarantinedRow,
} from '#platform/contract/calls/feeds.ts'
import { send } from '#kit/web/client.ts'
import { confirm, toast } from '#kit/web/feedback.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import css from './feeds.module.css'

/** Rows per page; the next ones appear once these are decided. */
const pageSize = 50

async function retry(idempotencyKey: string, ids: string[]): Promise<void> {
  try {
    const { stored, left } = await send(retryQuarantined, { ids }, { idempotencyKey })
    toast(left === 0 ? 'success' : 'info', feedTexts.retried(stored, left))
  } finally {
    await refresh('feeds')
  }
}

async function dismiss(idempotencyKey: string, id: string): Promise<void> {
  try {
    await send(dismissQuarantined, { ids: [id] }, { idempotencyKey })
    toast('success', feedTexts.dismissed)
  } finally {
    await refresh('feeds')
  }
}

/** JSON with one member per line; text that was cut and is no longer JSON, unchanged. */
function formatted(row: string): string {
  try {
    return JSON.stringify(JSON.parse(row), null, 2)
  } catch {
    return row
  }
}

type ItemProps = {
  row: QuarantinedRow
  retryRow: (id: string) => void
  leave: (row: QuarantinedRow) => void
  busy: boolean
}

const QuarantinedItem = ({ row, retryRow, leave, busy }: ItemProps) => (
  <li className={css.row} aria-label={row.reason}>
    <div className={css.head}>
      <b>{feeds[row.feed].label}</b>
      <time dateTime={row.at}>{formatInstant(row.at)}</time>
      <span className={css.buttons}>
        <Button small disabled={busy} onClick={() => leave(row)}>
          Bỏ qua
        </Button>
        <Button small disabled={busy} onClick={() => retryRow(row.id)}>
          Thử lại
        </Button>
      </span>
    </div>
    <p className={css.reason}>{row.reason}</p>
    <pre className={css.raw} role="group" tabIndex={0} aria-label="Dữ liệu nhận được">
      {formatted(row.row)}
    </pre>
  </li>
)

/** Asks whether to dismiss a row for good. */
async function askToLeave({ reason }: QuarantinedRow): Promise<boolean> {
  return confirm({
    title: feedTexts.dismissTitle,
    body: `${reason}\n${feedTexts.dismissBody}`,
    confirmLabel: 'Bỏ qua',
    danger: true,
  })
}

export function QuarantineDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall(
    'feeds',
    quarantineList,
    { count: String(pageSize) },
    { keep: true },
  )
  const trying = useAction(retry)
  const dismissal = useAction(dismiss)
  const rows = data?.values ?? []
  const busy = trying.busy || dismissal.busy
  const leave = async (row: QuarantinedRow): Promise<void> => {
    if (await askToLeave(row)) await dismissal.run(row.id)
  }
  return (
    <Dialog
      bare
      title="Dữ liệu bị để riêng"
      note={data && `${thousands(data.count)} dòng`}
      onClose={onClose}
      footer={
        <>
          <span className={css.space} />
          <Button onClick={onClose}>Đóng</Button>
          <Button
            look="primary"
            icon={<IconRefresh size={16} stroke={1.9} />}
            busy={trying.busy}
            disabled={rows.length === 0}
            onClick={() => void trying.run(rows.map(({ id }) => id))}
          >
            Thử lại tất cả
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : data && rows.length === 0 ? (
        <EmptyNote title="Không còn dòng nào bị để riêng" />
      ) : (
        <ul className={css.list} aria-busy={!data}>
          <li className={css.hint}>{feedTexts.hint}</li>
          {rows.map((row) => (
            <QuarantinedItem
              key={row.id}
              row={row}
              busy={busy}
              retryRow={(id) => void trying.run([id])}
              leave={(row) => void leave(row)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
