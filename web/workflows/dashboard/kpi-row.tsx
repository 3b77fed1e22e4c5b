/** The single figures at the top: revenue, what waits, appointments, the own place. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatInstant } from '../../../contract/dates.ts'
import { waitingKinds } from '../../../contract/desk.ts'
import { oldAfterMinutes, type Dashboard } from '../../../contract/workflows/dashboard.ts'
import { Change } from './card.tsx'
import { changeText, comparedText } from '../../../contract/compared.ts'
import { monthName, thousands } from './dashboard-figures.ts'
import { appointmentsBetween, salesBetween, waitingLink } from './dashboard-links.ts'
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

/** The desk has them all, behind the figure. */
const shownKinds = 3
const kindNamed = new Map(waitingKinds.map(({ name, label }) => [name, label]))

function WaitingKpi({ waiting }: { waiting: Dashboard['waiting'] }) {
  const sum = (of: 'count' | 'old'): number => waiting.reduce((total, kind) => total + kind[of], 0)
  return (
    <Kpi
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
      beside={
        waiting.length > 1 && (
          <span className={`${css.kpiNote} ${css.parts}`}>
            {waiting
              .filter(({ count }) => count > 0)
              .toSorted((a, b) => b.count - a.count)
              .slice(0, shownKinds)
              .map(({ kind, count }) => (
                <Link key={kind} className={css.part ?? ''} href={waitingLink(kind)}>
                  {thousands(count)} {kindNamed.get(kind)}
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
      {waiting.length > 0 && <WaitingKpi waiting={waiting} />}
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
