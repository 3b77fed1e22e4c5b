/** The user's open sessions, in the profile, and ending them. */
import { formatInstant } from '#kit/contract/dates.ts'
import {
  endOtherSessions,
  endOwnSession,
  ownSessions,
  type OwnSession,
} from '#subjects/people/contract/calls/own-sessions.ts'
import { send } from '#kit/web/client.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import css from './profile.module.css'

const source = 'sessions'

const endOne = async (idempotencyKey: string, id: string): Promise<void> => {
  try {
    await send(endOwnSession, { id }, { idempotencyKey })
  } finally {
    // Also after a refusal: the session had ended elsewhere.
    await refresh(source)
  }
}
const endOthers = async (idempotencyKey: string): Promise<void> => {
  await send(endOtherSessions, {}, { idempotencyKey })
  await refresh(source)
}

function Line({ session }: { session: OwnSession }) {
  const { id, current, device, address, issued_at, seen_at } = session
  const { run, busy } = useAction(endOne)
  const name = device ?? 'Không rõ thiết bị'
  return (
    <li className={css.session}>
      <span>
        <b>{name}</b>
        {current && ' (thiết bị này)'}
        <small data-num>
          {[
            address,
            `đăng nhập ${formatInstant(issued_at)}`,
            !current && `dùng lần cuối ${formatInstant(seen_at)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </span>
      {!current && (
        <Button small busy={busy} aria-label={`Đăng xuất ${name}`} onClick={() => void run(id)}>
          Đăng xuất
        </Button>
      )}
    </li>
  )
}

export function SessionsSection() {
  const { data } = useCall(source, ownSessions, {})
  const { run, busy } = useAction(endOthers)
  if (!data) return null
  return (
    <fieldset className={css.group}>
      <legend>Thiết bị đang đăng nhập</legend>
      <ul className={css.sessions}>
        {data.values.map((session) => (
          <Line key={session.id} session={session} />
        ))}
      </ul>
      {data.values.length > 1 && (
        <Button className={css.save} busy={busy} onClick={() => void run()}>
          Đăng xuất mọi thiết bị khác
        </Button>
      )}
    </fieldset>
  )
}
