/** The answer to 'Vì sao không có số?': what stops the hand-out, what helps, and the state of each file (D3-ORG-07). */
import { thousands } from '#kit/contract/thousands.ts'
import type { WhyNone } from '#subjects/calling/contract/calls/care.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useWhyNone } from './care-data.ts'
import css from './why.module.css'

const figures = ({ left, resting, blocked }: WhyNone['files'][number]): string =>
  [
    `còn ${thousands(left)} số`,
    ...(resting > 0 ? [`đang nghỉ ${thousands(resting)}`] : []),
    ...(blocked > 0 ? [`blacklist ${thousands(blocked)}`] : []),
  ].join(', ')

const FileLine = ({ file }: { file: WhyNone['files'][number] }) => (
  <li>
    <b>{file.FileName}</b> <span data-num>{figures(file)}</span>
    {file.stops.map(({ rule, username, text }) => (
      <p key={`${rule} ${username ?? ''}`}>{text}</p>
    ))}
  </li>
)

/** For the caller, or for one of the caller's people. */
export function WhyNote({ username }: { username?: string }) {
  const { data, error, refetch } = useWhyNone(username)
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <div className={css.why} aria-busy />
  return (
    <div className={css.why} role="status">
      <p className={css.answer}>{data.answer}</p>
      {data.advice && <p>{data.advice}</p>}
      {data.stops.slice(1).map(({ rule, username: stopped, text }) => (
        <p key={`${rule} ${stopped ?? ''}`}>{text}</p>
      ))}
      {data.files.length > 0 && (
        <ul className={css.files}>
          {data.files.map((file) => (
            <FileLine key={file.FileName} file={file} />
          ))}
        </ul>
      )}
    </div>
  )
}
