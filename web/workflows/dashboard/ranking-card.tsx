/** Branches, leaders or salespeople by revenue of the period, each with its change and its rows; below them the sum. */
import { Link } from 'wouter'
import { noBranch } from '../../../contract/kit/resource.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Dashboard, Ranked, RankLevel } from '../../../contract/workflows/dashboard.ts'
import { changeText, comparedText } from '../../../contract/compared.ts'
import { Calm, Card, Change } from './card.tsx'
import { thousands } from './dashboard-figures.ts'
import { rowsOf, salesBetween } from './dashboard-links.ts'
import css from './dashboard.module.css'
import list from './rows.module.css'

const titles: Record<RankLevel, string> = { branch: 'Chi nhánh', leader: 'Leader', staff: 'Nhân viên' }

type Ranking = NonNullable<Dashboard['ranking']>
type RankProps = { unit: Ranked; level: RankLevel; most: number; compares: boolean; href: string | null }

function Rank({ unit, level, most, compares, href }: RankProps) {
  const { fullname, staff, revenue, before } = unit
  const content = (
    <>
      <span className={list.name} title={fullname}>
        {fullname}
      </span>
      <b data-num>{thousands(revenue)}</b>
      <Change text={compares ? changeText(revenue, before) : ''} />
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

/** What belongs to none of them, and all revenue of the scope (D3-ONE-01). */
function Sum({ data: { ranking, doanhThu, period }, opens }: { data: Dashboard; opens: boolean }) {
  const outside = ranking?.outside ?? 0
  const shown = thousands(outside)
  return (
    <dl className={list.sum}>
      {outside !== 0 && (
        <div>
          <dt>Ngoài chi nhánh</dt>
          <dd data-num>
            {opens ? <Link href={salesBetween(period.start, period.end, noBranch)}>{shown}</Link> : shown}
          </dd>
        </div>
      )}
      <div>
        <dt>Doanh thu</dt>
        <dd data-num>
          <b>{thousands(doanhThu)}</b>
        </dd>
      </div>
    </dl>
  )
}

type CardProps = {
  data: Dashboard
  ranking: Ranking
  /** Whether the viewer may look up the rows of others by name. */
  opens: boolean
}

/** The card. */
export function RankingCard({ data, ranking: { level, rows }, opens }: CardProps) {
  const { period, compared } = data
  const most = Math.max(...rows.map(({ revenue }) => revenue), 0)
  const hrefOf = ({ username, alone }: Ranked): string =>
    alone
      ? `${salesBetween(period.start, period.end, '')}&username=${encodeURIComponent(username)}`
      : salesBetween(period.start, period.end, username)
  return (
    <Card
      title={titles[level]}
      end={compared && comparedText(compared)}
      className={css.three}
      {...(!opens && {
        note: (
          <Link className={css.part ?? ''} href={rowsOf('report90849332')}>
            Chi tiết
          </Link>
        ),
      })}
    >
      {rows.length === 0 ? (
        <Calm>Chưa có ai để so sánh.</Calm>
      ) : (
        <>
          <ol className={list.ranking}>
            {rows.map((unit) => (
              <li key={unit.username}>
                <Rank
                  unit={unit}
                  level={level}
                  most={most}
                  compares={compared !== null}
                  href={opens ? hrefOf(unit) : null}
                />
              </li>
            ))}
          </ol>
          <Sum data={data} opens={opens} />
        </>
      )}
    </Card>
  )
}
