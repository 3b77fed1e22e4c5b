/** Table 1 of the look-up log: how often each look-up was made, over the whole filter (D1-BLH-08). */
import { thousands } from '#kit/contract/thousands.ts'
import { Bar } from '#figures/bar.tsx'
import css from './log.module.css'

type NameCount = { ten_tra_cuu: string; count: number }

const label = 'Số lượt theo tên tra cứu'
/** Names side by side, the most frequent first, each with its count and share of all. */
export function LogCounts({ counts }: { counts: readonly NameCount[] }) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className={css.counts} tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Tất cả</th>
            {counts.map(({ ten_tra_cuu: name }) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{thousands(total)}</td>
            {counts.map(({ ten_tra_cuu: name, count }) => (
              <td key={name}>
                {thousands(count)}
                <Bar to={count / total} height={3} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
