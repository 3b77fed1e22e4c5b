/** Table 1 of the look-up log: how often each look-up was made, over the whole filter (D1-BLH-08). */
import { useId } from 'react'
import css from './log.module.css'

export type NameCount = { ten_tra_cuu: string; count: number }

const thousands = (value: number): string => value.toLocaleString('en-US')

/** The counts of an answer, read from the wire. */
export const countsOf = (answer: Record<string, unknown> | undefined): readonly NameCount[] =>
  Array.isArray(answer?.countByName) ? (answer.countByName as NameCount[]) : []

/** Names, counts and their share, the most frequent first. */
export function LogCounts({ counts }: { counts: readonly NameCount[] }) {
  const id = useId()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <aside className={css.counts} aria-labelledby={id}>
      <h2 id={id}>Số lượt theo tên tra cứu</h2>
      <table aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Tên tra cứu</th>
            <th scope="col">Số lượt</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ ten_tra_cuu: name, count }) => (
            <tr key={name}>
              <td>
                <span>{name}</span>
                <i className={css.track} aria-hidden>
                  <i style={{ width: `${(count / total) * 100}%` }} />
                </i>
              </td>
              <td>{thousands(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Tổng</td>
            <td>{thousands(total)}</td>
          </tr>
        </tfoot>
      </table>
    </aside>
  )
}
