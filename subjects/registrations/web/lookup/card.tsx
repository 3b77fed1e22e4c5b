/** The frame of a look-up card: title, time and phone of the request, form, and result. */
import { IconAlertTriangle, IconBan, IconClockPause, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { doNotCallText, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { readPhone, showPhone } from '#kit/contract/phone.ts'
import { Card as FigureCard } from '#figures/card.tsx'
import { copyText } from '#kit/web/feedback.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import css from './lookup.module.css'
import type { Lookup, LookupOutcome } from './use-lookup.ts'
import type { PhoneLookup } from './use-phone-lookup.ts'

/** The number grouped for reading; short codes and masked numbers unchanged. */
export const groupedPhone = (phone: string): string => showPhone(readPhone(phone) ?? phone)

const isExpected = (error: unknown): boolean =>
  error instanceof AppError && ['FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND', 'CONFLICT'].includes(error.code)

/** The reason why there is no answer, with a button to retry. */
function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const expected = isExpected(error)
  return (
    <div className={css.failure} data-calm={expected || undefined} role="status">
      {expected ? <IconClockPause size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      <span>{error instanceof AppError ? error.message : messages.unknownError}</span>
      <Button small look="ghost" onClick={retry}>
        Thử lại
      </Button>
    </div>
  )
}

const Waiting = () => (
  <p className={css.waiting} aria-busy="true" role="status">
    <span className={css.spin} aria-hidden />
    Đang chờ nhà mạng trả lời…
  </p>
)

type ResultProps<T> = { lookup: Lookup<T>; children: (data: T, outcome: LookupOutcome<T>) => ReactNode }

/** Note that the customer does not want to be called: by whom and when (D3-RULE-03). */
const Unwilling = ({ entry }: { entry: DoNotCallEntry | null }) =>
  entry && (
    <p className={css.unwilling} role="status">
      <IconBan size={16} stroke={1.9} aria-hidden /> {doNotCallText(entry)}
    </p>
  )

/** The last result; the present page stays until the next one has loaded. */
export function Result<T>({ lookup, children }: ResultProps<T>) {
  const { outcome, retry } = lookup
  if (outcome.state === 'idle') return null
  if (outcome.state === 'failed') return <Failure error={outcome.error} retry={retry} />
  if (outcome.state === 'done')
    return (
      <>
        <Unwilling entry={outcome.data.khong_goi} />
        {children(outcome.data, outcome)}
      </>
    )
  return (
    <>
      <Waiting />
      {outcome.before !== null && <div className={css.stale}>{children(outcome.before, outcome)}</div>}
    </>
  )
}

type CardProps<T> = {
  /** The card's number in the specification; not shown (D1-Q-091). */
  number: number
  title: string
  card: PhoneLookup<T>
  note?: ReactNode
  /** Shown until the first result. */
  hint: string
  /** The answer as text for the clipboard. */
  asText: (data: T, outcome: LookupOutcome<T>) => string
  /** Further fields of the form. */
  fields?: ReactNode
  children: (data: T, outcome: LookupOutcome<T>) => ReactNode
}

/** Phone and time of the request. */
const requestText = <T,>(outcome: LookupOutcome<T>): string => {
  if (outcome.state === 'idle') return ''
  const time = outcome.state === 'done' ? ` lúc ${formatInstant(outcome.answeredAt).slice(11)}` : ''
  return groupedPhone(outcome.request.phone) + time
}

/** Copies the whole answer with its title and number. */
function CopyAnswer<T>({
  title,
  outcome,
  asText,
}: Pick<CardProps<T>, 'title' | 'asText'> & { outcome: LookupOutcome<T> }) {
  if (outcome.state !== 'done') return null
  const name = `${title} ${groupedPhone(outcome.request.phone)}`
  return (
    <IconButton
      small
      label={`Copy kết quả ${title}`}
      onClick={() => void copyText(`${name}\n${asText(outcome.data, outcome)}`, name)}
    >
      <IconCopy size={16} stroke={1.9} />
    </IconButton>
  )
}

/** One card with its own phone box and button. */
export function Card<T>({
  number,
  title,
  card: { lookup, phone, setPhone, ask },
  note,
  hint,
  asText,
  fields,
  children,
}: CardProps<T>) {
  return (
    <FigureCard
      title={title}
      note={note}
      end={
        <>
          {requestText(lookup.outcome)}
          <CopyAnswer title={title} outcome={lookup.outcome} asText={asText} />
        </>
      }
      data-card={number}
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <TextBox
          boxClassName={css.phone}
          aria-label="Số điện thoại"
          placeholder="Số điện thoại"
          inputMode="tel"
          maxLength={30}
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        {fields}
        <Button type="submit" busy={lookup.busy} disabled={lookup.busy || phone.trim() === ''}>
          Tra cứu
        </Button>
      </form>
      {lookup.outcome.state === 'idle' && <p className={css.hint}>{hint}</p>}
      <Result lookup={lookup}>{children}</Result>
    </FigureCard>
  )
}
