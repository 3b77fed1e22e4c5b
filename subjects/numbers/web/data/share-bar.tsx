/** How much of a total is distributed: figure, stacked bar and legend. */
import { thousands } from '#kit/contract/thousands.ts'
import css from './split-side.module.css'

export type Share = { key: string; label: string; value: number }

const tones = ['var(--iris-6)', 'var(--iris-5)', 'var(--iris-4)', 'var(--iris-3)', 'var(--iris-2)']
const toneOf = (index: number): string => tones[index % tones.length] ?? 'var(--iris-6)'
const mostShown = 7

/** One decimal; none for large values, which would not fit the column. */
function percent(value: number, total: number): string {
  if (total <= 0) return '-'
  const share = (value / total) * 100
  return share < 1000 ? `${Number(share.toFixed(1))}%` : '>999%'
}

/** The biggest shares by name and one for the sum of the rest. */
function shownOf(shares: readonly Share[]): Share[] {
  const filled = shares.filter(({ value }) => value > 0)
  if (filled.length <= mostShown) return filled
  const sorted = filled.toSorted((a, b) => b.value - a.value)
  const others = sorted.slice(mostShown - 1)
  const value = others.reduce((sum, share) => sum + share.value, 0)
  return [...sorted.slice(0, mostShown - 1), { key: '', label: `${others.length} đơn vị khác`, value }]
}

const Line = ({
  tone,
  label,
  value,
  total,
}: {
  tone: string
  label: string
  value: number
  total: number
}) => (
  <li>
    <i style={{ background: tone }} />
    <span className={css.label}>{label}</span>
    <b>{thousands(value)}</b>
    <span data-quiet>{percent(value, total)}</span>
  </li>
)

/** `distributed` of `total`; the figure is red when it is more than the total. */
export function ShareBar({
  shares,
  distributed,
  total,
}: {
  shares: readonly Share[]
  distributed: number
  total: number
}) {
  const visibleShares = shownOf(shares)
  const scale = Math.max(total, distributed)
  const free = total - distributed
  return (
    <section className={css.shares} aria-label="Đã chia">
      <p className={css.figure} data-over={free < 0 || undefined}>
        <b>{thousands(distributed)}</b> / {thousands(total)} đã chia
      </p>
      <div className={css.stack} role="img" aria-label={`Đã chia ${percent(distributed, total)}`}>
        {visibleShares.map(({ key, value }, index) => (
          <i
            key={key}
            style={{ width: `${(value / Math.max(1, scale)) * 100}%`, background: toneOf(index) }}
          />
        ))}
      </div>
      <ul className={css.legend} data-num>
        {visibleShares.map(({ key, label, value }, index) => (
          <Line key={key} tone={toneOf(index)} label={label} value={value} total={total} />
        ))}
        <Line
          tone="var(--line)"
          label={free < 0 ? 'Vượt' : 'Chưa chia'}
          value={Math.abs(free)}
          total={total}
        />
      </ul>
    </section>
  )
}
