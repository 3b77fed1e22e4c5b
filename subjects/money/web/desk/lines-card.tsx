/** Registrations of a waiting row's number, its own ones marked (D3-APR-02). */
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { DeskLine } from '#subjects/money/contract/calls/desk.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { useNameOf } from './row-facts.tsx'
import { Verdict } from './verdict.tsx'
import css from './evidence.module.css'

function Line({ line }: { line: DeskLine }) {
  const seller = useNameOf(line.username)
  const what = [line.package, line.channel, seller].filter(Boolean).join(', ')
  const good = line.status === 'SUCCESS'
  return (
    <li data-own={line.own || undefined}>
      <span title={`${formatInstant(line.at)}, ${what}`}>
        <span data-num>{formatDate(line.at)}</span> {what}
      </span>
      <b data-num>{formatMoney(line.amount)}</b>
      <Verdict good={good}>{good ? <span data-spoken>Thành công</span> : line.status}</Verdict>
    </li>
  )
}

export const LinesCard = ({ lines }: { lines: readonly DeskLine[] }) => (
  <Card title="Dòng đăng ký" end={lines.some(({ own }) => own) ? 'đã khớp với đơn' : undefined}>
    {lines.length === 0 ? (
      <CardNote>Chưa thấy đăng ký nào của số này</CardNote>
    ) : (
      <ul className={css.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    )}
  </Card>
)
