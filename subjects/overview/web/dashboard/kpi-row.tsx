/** The single figures at the top: revenue, waiting decisions, appointments, own rank. */
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { oldAfterMinutes, type Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import { changeText, comparedText } from '#kit/contract/compared.ts'
import { Change } from '#figures/change.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { StatCard } from '#figures/stat-card.tsx'
import { monthName } from './dashboard-figures.ts'
import { appointmentsBetween, salesBetween, waitingLink } from './dashboard-links.ts'
import css from './dashboard.module.css'

/** The figure links to the desk, which has all of them. */
const shownKinds = 3
const kindNamed = new Map(waitingKinds.map(({ name, label }) => [name, label]))

function WaitingKpi({ waiting }: { waiting: Dashboard['waiting'] }) {
  const sum = (key: 'count' | 'old'): number => waiting.reduce((total, kind) => total + kind[key], 0)
  return (
    <StatCard
      label="Đơn chờ duyệt"
      figure={thousands(sum('count'))}
      href={waitingLink()}
      note={
        sum('old') > 0 && (
          <span className={css.late} data-num>
            {thousands(sum('old'))} quá {oldAfterMinutes} phút
          </span>
        )
      }
      end={
        waiting.length > 1 &&
        waiting
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => b.count - a.count)
          .slice(0, shownKinds)
          .map(({ kind, count }) => (
            <FigureLink key={kind} href={waitingLink(kind)}>
              {thousands(count)} {kindNamed.get(kind)}
            </FigureLink>
          ))
      }
    />
  )
}

type RowProps = { data: Dashboard; team: string }

function Earnings({ data: { month, today, days, period, at }, team }: RowProps) {
  if (!month || !today) return null
  const first = days[0]?.day ?? period.start
  const { compared, before } = month
  const change = compared && changeText(month.revenue, before.revenue)
  const sold = compared && changeText(month.packages, before.packages)
  return (
    <>
      <StatCard
        label={`Doanh thu ${monthName(first).toLocaleLowerCase('vi')}`}
        figure={thousands(month.revenue)}
        href={salesBetween(first, period.end, team)}
        beside={change && <Change text={change} />}
        note={compared && (change || sold) && comparedText(compared)}
        end={
          <>
            {thousands(month.packages)} gói {sold && <Change text={sold} />}
          </>
        }
      />
      <StatCard
        label="Doanh thu hôm nay"
        figure={thousands(today.revenue)}
        href={salesBetween(period.end, period.end, team)}
        note={`đến ${formatInstant(at).slice(11, 16)}, ${thousands(today.packages)} gói`}
      />
    </>
  )
}

export function KpiRow(props: RowProps) {
  const { appointments, waiting, ownRank, period } = props.data
  return (
    <div className={css.kpis}>
      <Earnings {...props} />
      {waiting.length > 0 && <WaitingKpi waiting={waiting} />}
      {ownRank && (
        <StatCard
          label="Vị trí trong nhóm"
          figure={`${ownRank.rank} / ${ownRank.of}`}
          note="theo doanh thu của kỳ"
        />
      )}
      {appointments && (
        <StatCard
          label="Lịch hẹn trễ giờ"
          figure={thousands(appointments.late)}
          href={appointmentsBetween(appointments.since, period.end, props.team, 'tre')}
          note={
            <FigureLink href={appointmentsBetween(period.end, period.end, props.team)}>
              hôm nay {thousands(appointments.today)} lịch
            </FigureLink>
          }
        />
      )}
    </div>
  )
}
