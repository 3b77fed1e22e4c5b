/** Branches, leaders or salespeople by revenue of the period, each with its change and its rows. */
import { Link } from 'wouter'
import { formatMoney } from '../../../contract/money.ts'
import type { Dashboard, DashboardPeriod, Ranked, RankLevel } from '../../../contract/workflows/dashboard.ts'
import { Calm, Card, Change } from './card.tsx'
import { changeText, thousands } from './dashboard-figures.ts'
import { rowsOf, salesBetween } from './dashboard-links.ts'
import css from './dashboard.module.css'
import list from './rows.module.css'

const titles: Record<RankLevel, string> = { branch: 'Chi nhánh', leader: 'Leader', staff: 'Nhân viên' }
const against: Record<DashboardPeriod, string> = {
  today: 'so với hôm qua',
  week: 'so với tuần trước',
  month: 'so với tháng trước',
}

type Ranking = NonNullable<Dashboard['ranking']>
type RankProps = { unit: Ranked; level: RankLevel; most: number; href: string | null }

function Rank({ unit, level, most, href }: RankProps) {
  const { fullname, staff, revenue, before } = unit
  const content = (
    <>
      <span className={list.name} title={fullname}>
        {fullname}
      </span>
      <b data-num>{thousands(revenue)}</b>
      <Change text={changeText(revenue, before)} />
      <span className={list.thinBar}>
        <i style={{ width: `${most === 0 ? 0 : (revenue / most) * 100}%` }} />
      </span>
      {level !== 'staff' && staff > 0 && (
        <span className={list.average} data-num>
          {thousands(staff)} nhân viên kinh doanh, bình quân {formatMoney(revenue / staff)}
        </span>
      )}
    </>
  )
  return href ? (
    <Link className={list.rank ?? ''} href={href}>
      {content}
    </Link>
  ) : (
    <div className={list.rank}>{content}</div>
  )
}

type CardProps = {
  ranking: Ranking
  period: Dashboard['period']
  chosen: DashboardPeriod
  /** Whether the viewer may look up the rows of others by name. */
  opens: boolean
}

/** The card. */
export function RankingCard({ ranking: { level, rows }, period, chosen, opens }: CardProps) {
  const most = Math.max(...rows.map(({ revenue }) => revenue), 0)
  const hrefOf = ({ username, alone }: Ranked): string =>
    alone
      ? `${salesBetween(period.start, period.end, '')}&username=${encodeURIComponent(username)}`
      : salesBetween(period.start, period.end, username)
  return (
    <Card
      title={titles[level]}
      end={against[chosen]}
      className={css.three}
      {...(!opens && {
        note: (
          <Link className={css.part ?? ''} href={rowsOf('registrationResults')}>
            Kết quả
          </Link>
        ),
      })}
    >
      {rows.length === 0 ? (
        <Calm>Chưa có ai để so sánh.</Calm>
      ) : (
        <ol className={list.ranking}>
          {rows.map((unit) => (
            <li key={unit.username}>
              <Rank unit={unit} level={level} most={most} href={opens ? hrefOf(unit) : null} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
