/** Registrations of a waiting row's number, its own ones marked. */
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { DeskLine } from '#subjects/money/contract/calls/desk.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Verdict } from './verdict.tsx'
import css from './evidence.module.css'

export const RegistrationsCard = ({ lines }: { lines: readonly DeskLine[] }) => (
  <Card title="Dòng đăng ký" end={lines.some(({ own }) => own) ? 'đã khớp với đơn' : undefined}>
    {lines.length === 0 ? (
      <CardNote>Chưa thấy đăng ký nào của số này</CardNote>
    ) : (
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line.id} data-own={line.own || undefined}>
            <span>
              {[line.package, line.channel].filter(Boolean).join(', ')}
              <small data-num>
                {formatInstant(line.at)} {line.username}
              </small>
            </span>
            <span>
              <b data-num>{formatMoney(line.amount)}</b>
              <Verdict good={line.status === 'SUCCESS'}>
                {line.status === 'SUCCESS' ? 'Thành công' : line.status}
              </Verdict>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
