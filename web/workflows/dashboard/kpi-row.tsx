/** The single figures at the top: revenue, what waits, appointments, the own place. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatInstant } from '../../../contract/dates.ts'
import { oldAfterMinutes, type Dashboard } from '../../../contract/workflows/dashboard.ts'
import { Change } from './card.tsx'
import { changeText, comparedText } from '../../../contract/compared.ts'
import { monthName, thousands } from './dashboard-figures.ts'
import { appointmentsBetween, salesBetween, waitingLinks } from './dashboard-links.ts'
import css from './dashboard.module.css'

type KpiProps = { label: string; figure: string; href?: string; beside?: ReactNode; note: ReactNode }

function Kpi({ label, figure, href, beside, note }: KpiProps) {
  return (
    <section className={`${css.card} ${css.kpi}`} aria-label={label}>
      <span className={css.kpiTop}>
        <span className={css.kpiLabel}>{label}</span>
        <span className={css.kpiNote}>{note}</span>
      </span>
      <span className={css.kpiLine}>
        {href ? (
          <Link className={css.figure ?? ''} href={href} aria-label={`${label}: ${figure}`}>
            {figure}
          </Link>
        ) : (
          <span className={css.figure}>{figure}</span>
        )}
        {beside}
      </span>
    </section>
  )
}

const parts = { bank: 'ngân hàng', unread: 'chưa đọc', khr: 'KHR', baodo: 'báo đỏ' } as const
const partNames = Object.keys(parts) as (keyof typeof parts)[]

function WaitingKpi({ waiting }: { waiting: Dashboard['waiting'] }) {
  const mine = partNames.filter((name) => waiting[name])
  const sum = (of: 'count' | 'old'): number =>
    mine.reduce((total, name) => total + (waiting[name]?.[of] ?? 0), 0)
  const [only] = mine
  return (
    <Kpi
      label="Đơn chờ duyệt"
      figure={thousands(sum('count'))}
      {...(mine.length === 1 && only && { href: waitingLinks[only] })}
      note={
        sum('old') > 0 && (
          <span className={css.late} data-num>
            {thousands(sum('old'))} quá {oldAfterMinutes} phút
          </span>
        )
      }
      beside={
        mine.length > 1 && (
          <span className={`${css.kpiNote} ${css.parts}`}>
            {mine.map((name) => (
              <Link key={name} className={css.part ?? ''} href={waitingLinks[name]}>
                {thousands(waiting[name]?.count ?? 0)} {parts[name]}
              </Link>
            ))}
          </span>
        )
      }
    />
  )
}

type RowProps = { data: Dashboard; team: string }

function Earnings({ data: { month, today, days, period, at }, team }: RowProps) {
  const first = days[0]?.day ?? period.start
  const change = month.compared && changeText(month.revenue, month.before)
  return (
    <>
      <Kpi
        label={`Doanh thu ${monthName(first).toLocaleLowerCase('vi')}`}
        figure={thousands(month.revenue)}
        href={salesBetween(first, period.end, team)}
        beside={change && <Change text={change} />}
        note={change && month.compared ? comparedText(month.compared) : `${thousands(month.packages)} gói`}
      />
      <Kpi
        label="Doanh thu hôm nay"
        figure={thousands(today.revenue)}
        href={salesBetween(period.end, period.end, team)}
        note={`đến ${formatInstant(at).slice(11, 16)}, ${thousands(today.packages)} gói`}
      />
    </>
  )
}

/** The row of figures. */
export function KpiRow(props: RowProps) {
  const { appointments, waiting, ownRank, period } = props.data
  return (
    <div className={css.kpis}>
      <Earnings {...props} />
      {Object.keys(waiting).length > 0 && <WaitingKpi waiting={waiting} />}
      {ownRank && (
        <Kpi
          label="Vị trí trong nhóm"
          figure={`${ownRank.rank} / ${ownRank.of}`}
          note="theo doanh thu của kỳ"
        />
      )}
      <Kpi
        label="Lịch hẹn trễ giờ"
        figure={thousands(appointments.late)}
        href={appointmentsBetween(appointments.since, period.end, props.team, 'tre')}
        note={
          <Link className={css.part ?? ''} href={appointmentsBetween(period.end, period.end, props.team)}>
            hôm nay {thousands(appointments.today)} lịch
          </Link>
        }
      />
    </div>
  )
}
