/** The care funnel of the period: received, called, reached, agreed, registered; each opens its rows. */
import { thousands } from '#kit/contract/thousands.ts'
import {
  dashboardPeriods,
  type Dashboard,
  type DashboardPeriod,
} from '#subjects/overview/contract/calls/dashboard.ts'
import { changeText, comparedText } from '#kit/contract/compared.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Card, CardNote } from '#figures/card.tsx'
import { Change } from '#figures/change.tsx'
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

type FunnelProps = {
  care: NonNullable<Dashboard['care']>
  period: Dashboard['period']
  chosen: DashboardPeriod
  team: string
}

export function CareFunnel({ care, period, chosen, team }: FunnelProps) {
  const links = funnelLinks(period, team)
  const { before } = care
  const most = Math.max(...steps.map(({ name }) => care[name]), 1)
  const name = dashboardPeriods.find(({ value }) => value === chosen)?.label.toLocaleLowerCase('vi')
  const empty = steps.every(({ name: step }) => care[step] === 0)
  return (
    <Card
      title="Chăm sóc"
      note={before ? `${name}, ${comparedText(before)}` : name}
      end="so với bước trước"
      className={css.four}
    >
      {empty ? (
        <CardNote>Chưa ai nhận số hay gọi trong kỳ này.</CardNote>
      ) : (
        <AmountList
          inline
          lines={steps.map(({ name: step, label, shade }, index) => {
            const last = steps[index - 1]
            return {
              key: step,
              name: label,
              amount: thousands(care[step]),
              end: (
                <span className={css.shares}>
                  <span>{last && shareText(care[step], care[last.name])}</span>{' '}
                  {before && <Change text={changeText(care[step], before[step])} />}
                </span>
              ),
              bars: [{ to: care[step] / most, shade, height: 20, span: true }],
              href: links[step],
            }
          })}
        />
      )}
    </Card>
  )
}
