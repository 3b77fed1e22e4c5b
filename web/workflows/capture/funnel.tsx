/** The care funnel beside the table: received, answered, reached, agreed. A bar opens the calls it counts. */
import { Link } from 'wouter'
import type { Behind } from '../../../contract/kit/report.ts'
import { tilebatso } from '../../../contract/reports/tilebatso.ts'
import type { Filters } from '../../kit/filters/list-state.ts'
import { addressBehind } from '../../kit/report/behind.ts'
import { stepsOf, type Step } from './capture-figures.ts'
import css from './capture.module.css'

const shade = [1, 0.78, 0.58, 0.42]

type BarProps = { step: Step; at: number; first: number; before: number | undefined }

/** The bar, how many, and how many of the step before. */
function Bar({ step, at, first, before }: BarProps) {
  const share = before ? `${Math.round((step.count / before) * 100)}%` : ''
  return (
    <>
      <span className={css.stepLabel}>{step.label}</span>
      <b data-num>{step.count.toLocaleString('en-US')}</b>
      <span className={css.stepShare} data-num>
        {share}
      </span>
      <svg className={css.bar} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden>
        <rect width="100" height="20" fill="var(--grey-bg)" />
        <rect
          width={first === 0 ? 0 : Math.min(100, (step.count / first) * 100)}
          height="20"
          fill="var(--primary)"
          opacity={shade[at]}
        />
      </svg>
    </>
  )
}

type FunnelProps = { sums: Readonly<Record<string, unknown>>; filters: Filters }

const behind: Readonly<Record<string, Behind>> = tilebatso.behind

/** Sums of all rows of the filter; nothing while there are none. */
export function Funnel({ sums, filters }: FunnelProps) {
  const steps = stepsOf(sums)
  const first = Math.max(...steps.map(({ count }) => count))
  if (first === 0) return null
  return (
    <section className={css.funnel} aria-label="Phễu chăm sóc">
      <h2>Phễu chăm sóc</h2>
      <ol>
        {steps.map((step, at) => {
          const bar = <Bar step={step} at={at} first={first} before={steps[at - 1]?.count} />
          const rows = step.figure === undefined ? undefined : behind[step.figure]
          return (
            <li key={step.label}>
              {rows === undefined ? (
                <div className={css.step}>{bar}</div>
              ) : (
                <Link
                  className={css.step ?? ''}
                  href={addressBehind(tilebatso, rows, filters, null)}
                  title="Xem các cuộc gọi này"
                >
                  {bar}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
      <p>Phần trăm so với bước trước. Gặp khách: mọi kết quả trừ không bắt máy và không liên lạc được.</p>
    </section>
  )
}
