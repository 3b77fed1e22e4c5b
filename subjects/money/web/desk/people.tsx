/** Waiting requests by person, with rejecting all of one person (D3-SEC-11). */
import { thousands } from '#kit/contract/thousands.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { DeskAsker } from '#subjects/money/contract/calls/desk.ts'
import { Panel } from '#figures/card.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { useAskers, type DeskFilter } from './use-desk.ts'
import css from './desk.module.css'

type PeopleProps = {
  filter: DeskFilter
  busy: boolean
  /** Lists the requests of this person. */
  choose: (asker: DeskAsker) => void
  /** Rejects all requests of this person. */
  reject: (asker: DeskAsker) => void
}

/** People with most rows first. */
export function People({ filter, busy, choose, reject }: PeopleProps) {
  const { data, error, refetch } = useAskers(filter.kinds)
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (data?.values.length === 0)
    return <EmptyNote title="Không có đơn chờ nào do nhân viên gửi" text="Tin ngân hàng không có người gửi" />
  return (
    <Panel className={css.people} aria-label="Theo người gửi" aria-busy={!data || undefined}>
      <ol>
        {data?.values.map((asker) => (
          <li key={asker.username}>
            <button type="button" className={css.pick} onClick={() => choose(asker)}>
              <b>{asker.fullname}</b>
              <small>{asker.username}</small>
            </button>
            <span className={css.end}>
              <b data-num>{thousands(asker.count)} đơn</b>
              <small data-num>{formatMoney(asker.sum)}</small>
            </span>
            <Button small look="danger" busy={busy} onClick={() => reject(asker)}>
              Từ chối tất cả
            </Button>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
