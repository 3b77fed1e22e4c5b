/** The care funnel of the period: received, called, reached, agreed, registered; each opens its rows. */
import { thousands } from '../../../contract/thousands.ts'
import {
  dashboardPeriods,
  type Care,
  type Dashboard,
  type DashboardPeriod,
} from '../../../contract/workflows/dashboard.ts'
import { AmountList } from '../../figures/amount-list.tsx'
import { Card, CardNote } from '../../figures/card.tsx'
import { shareText } from './dashboard-figures.ts'
import { funnelLinks } from './dashboard-links.ts'
import css from './dashboard.module.css'

const steps = [
  { name: 'received', label: 'Nhận', shade: 30 },
  { name: 'called', label: 'Gọi', shade: 47 },
  { name: 'reached', label: 'Gặp', shade: 64 },
  { name: 'agreed', label: 'Đồng ý', shade: 81 },
  { name: 'registered', label: 'Đăng ký', shade: 98 },
] as const

type FunnelProps = { care: Care; period: Dashboard['period']; chosen: DashboardPeriod; team: string }

export function CareFunnel({ care, period, chosen, team }: FunnelProps) {
  const links = funnelLinks(period, team)
  const most = Math.max(...Object.values(care), 1)
  const name = dashboardPeriods.find(({ value }) => value === chosen)?.label ?? ''
  const empty = Object.values(care).every((count) => count === 0)
  return (
    <Card title="Chăm sóc" note={name.toLocaleLowerCase('vi')} end="so với bước trước" className={css.four}>
      {empty ? (
        <CardNote>Chưa ai nhận số hay gọi trong kỳ này.</CardNote>
      ) : (
        <AmountList
          inline
          lines={steps.map(({ name: step, label, shade }, at) => {
            const before = steps[at - 1]
            return {
              key: step,
              name: label,
              amount: thousands(care[step]),
              end: before ? shareText(care[step], care[before.name]) : '',
              bars: [{ to: care[step] / most, shade, height: 20, span: true }],
              href: links[step],
            }
          })}
        />
      )}
    </Card>
  )
}
