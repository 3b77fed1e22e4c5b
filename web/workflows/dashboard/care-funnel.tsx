/** The care funnel of the period: received, called, reached, agreed, registered; each opens its rows. */
import { Link } from 'wouter'
import {
  dashboardPeriods,
  type Dashboard,
  type DashboardPeriod,
} from '../../../contract/workflows/dashboard.ts'
import { Calm, Card } from './card.tsx'
import { shareText, thousands } from './dashboard-figures.ts'
import { funnelLinks } from './dashboard-links.ts'
import css from './dashboard.module.css'
import list from './rows.module.css'

const steps = [
  { name: 'received', label: 'Nhận', shade: 30 },
  { name: 'called', label: 'Gọi', shade: 47 },
  { name: 'reached', label: 'Gặp', shade: 64 },
  { name: 'agreed', label: 'Đồng ý', shade: 81 },
  { name: 'registered', label: 'Đăng ký', shade: 98 },
] as const

type FunnelProps = { data: Dashboard; chosen: DashboardPeriod; team: string }

/** The card. */
export function CareFunnel({ data: { care, period }, chosen, team }: FunnelProps) {
  const links = funnelLinks(period, team)
  const most = Math.max(...Object.values(care), 1)
  const name = dashboardPeriods.find(({ value }) => value === chosen)?.label ?? ''
  const empty = Object.values(care).every((count) => count === 0)
  return (
    <Card title="Chăm sóc" note={name.toLocaleLowerCase('vi')} end="so với bước trước" className={css.four}>
      {empty ? (
        <Calm>Chưa ai nhận số hay gọi trong kỳ này.</Calm>
      ) : (
        <ol className={list.funnel}>
          {steps.map(({ name: step, label, shade }, at) => {
            const before = steps[at - 1]
            const share = before ? shareText(care[step], care[before.name]) : ''
            return (
              <li key={step}>
                <Link className={list.step ?? ''} href={links[step]}>
                  <span className={css.soft}>{label}</span>{' '}
                  <span className={list.stepBar}>
                    <i
                      style={{
                        width: `${(care[step] / most) * 100}%`,
                        background: `color-mix(in srgb, var(--primary) ${shade}%, var(--surface))`,
                      }}
                    />
                  </span>{' '}
                  <b data-num>{thousands(care[step])}</b>{' '}
                  <span className={css.quiet} data-num>
                    {share}
                  </span>
                </Link>
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}
