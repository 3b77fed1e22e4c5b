/** Shown instead of content: nothing found, an error, no right. */
import { IconAlertTriangle, IconCopy, IconLock, IconRefresh, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { requestIdOf } from '../client.ts'
import { copyText } from '../feedback.ts'
import { Button } from './button.tsx'
import { NoticeBar } from './notice-bar.tsx'
import css from './state.module.css'

type StateProps = {
  icon: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
  below?: ReactNode
}

/** An icon, a sentence, its explanation and the next step, centred. */
export const StateNote = ({ icon, title, text, children, below }: StateProps) => (
  <div className={css.state} role="status">
    <span className={css.icon}>{icon}</span>
    <p className={css.title}>{title}</p>
    {text && <p className={css.text}>{text}</p>}
    {children && <div className={css.actions}>{children}</div>}
    {below}
  </div>
)

/** Nothing to show: the applied filters, and the next step. */
export const EmptyNote = (props: Partial<Omit<StateProps, 'below'>>) => (
  <StateNote
    {...props}
    icon={props.icon ?? <IconSearch size={24} stroke={1.5} />}
    title={props.title ?? messages.empty}
  />
)

/** No right to see the screen: which right is missing, and whom to ask. */
export const NoRightNote = ({ right }: { right?: string | undefined }) => (
  <StateNote
    icon={<IconLock size={24} stroke={1.5} />}
    title={messages.forbiddenScreen}
    text={[right, 'Hỏi quản lý của bạn để được cấp.'].filter(Boolean).join(' ')}
  />
)

/** The id of the failed request, for the operator of the server. */
const RequestId = ({ id }: { id: string }) => (
  <button type="button" className={css.request} onClick={() => void copyText(id)}>
    Mã yêu cầu {id.slice(0, 8)} <IconCopy size={12} aria-hidden />
  </button>
)

const sentenceOf = (error: unknown): string =>
  error instanceof AppError ? error.message : messages.unknownError

/** A list that could not be read: the error, 'Thử lại', request id. A refusal shows the missing right instead. */
export function ErrorNote({ error, title, retry }: { error: unknown; title?: string; retry?: () => void }) {
  if (error instanceof AppError && error.code === 'FORBIDDEN') return <NoRightNote />
  const id = requestIdOf(error)
  return (
    <StateNote
      icon={<IconAlertTriangle size={24} stroke={1.5} />}
      title={title ?? 'Chưa tải được danh sách'}
      text={sentenceOf(error)}
      below={id && <RequestId id={id} />}
    >
      {retry && (
        <Button icon={<IconRefresh size={16} stroke={1.9} />} onClick={retry}>
          Thử lại
        </Button>
      )}
    </StateNote>
  )
}

type OldRowsProps = { error: unknown; readAt: number; retry?: (() => void) | undefined }

/** Old rows after a failed refresh: the error, their age, 'Thử lại' (D3-GRID-07). */
export const OldRowsNote = ({ error, readAt, retry }: OldRowsProps) =>
  error ? (
    <NoticeBar
      icon={<IconAlertTriangle size={16} stroke={1.9} />}
      action={retry && { label: 'Thử lại', run: retry }}
    >
      <b>Chưa tải lại được danh sách</b>, đang xem dữ liệu lúc {formatInstant(new Date(readAt).toISOString())}
      : {sentenceOf(error)}
    </NoticeBar>
  ) : null
