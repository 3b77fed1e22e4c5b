/** Changes of the typed values of a row: who, when, before and after (D2-Q-27). */
import { formatInstant } from '#kit/contract/dates.ts'
import { showField } from '#kit/contract/kinds.ts'
import { payrollSubject, rowHistory, type PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { useCall } from '#kit/web/query.ts'
import css from './explain.module.css'

/** Empty without changes. */
export function History({ row }: { row: PayRow }) {
  const { data } = useCall('tinhluong', rowHistory, { id: row.id })
  if (!data || data.values.length === 0) return null
  return (
    <section className={css.history} aria-label="Lịch sử sửa tay">
      <h3>Lịch sử sửa tay</h3>
      <ol>
        {data.values.map((entry, at) => (
          <li key={at}>
            <span>
              {entry.fullname ?? entry.username} <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
            </span>
            {entry.changes.map((change) => {
              const field = payrollSubject.fields[change.field]
              const valueText = (value: typeof change.before): string =>
                (field ? showField(value, field) : String(value)) || '-'
              return (
                <p key={change.field}>
                  {change.label}: <del>{valueText(change.before)}</del> → <ins>{valueText(change.after)}</ins>
                </p>
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}
