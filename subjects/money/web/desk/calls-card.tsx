/** The last calls to a waiting row's number and who holds it: what a claim on a customer is judged by (D3-APR-02). */
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import type { DeskCall, DeskCalls } from '#subjects/money/contract/calls/desk.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { Cell } from '#kit/web/kinds/cell.tsx'
import css from './evidence.module.css'

const { status } = careHistory.fields

const CallLine = ({ call }: { call: DeskCall }) => {
  const name = call.fullname ?? call.username
  return (
    <li>
      <SaidTime at={call.at} />
      {name && <span title={[name, call.username].filter(Boolean).join(', ')}>{name}</span>}
      <span>
        <Cell field={status} value={call.result} />
      </span>
      <small title={call.note ?? undefined}>{call.note}</small>
    </li>
  )
}

export function CallsCard({ calls: { last, month, holders } }: { calls: DeskCalls }) {
  const names = holders.map(({ fullname, username }) => `${fullname} (${username})`).join(', ')
  return (
    <Card title="Cuộc gọi tới số này" end={`${month} cuộc trong 30 ngày`}>
      {last.length === 0 ? (
        <CardNote>Chưa thấy cuộc gọi nào tới số này</CardNote>
      ) : (
        <ul className={css.callLines}>
          {last.map((call) => (
            <CallLine key={call.id} call={call} />
          ))}
        </ul>
      )}
      <p className={css.holder}>
        <span>Đang giữ trong data</span> <b>{names || 'chưa thấy ai'}</b>
      </p>
    </Card>
  )
}
