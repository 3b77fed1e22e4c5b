/** Branches, leaders or salespeople by revenue of the period, each with its change and a link, and their sum. */
import { thousands } from '#kit/contract/thousands.ts'
import { noBranch } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { Dashboard, Ranked, RankLevel } from '#subjects/overview/contract/calls/dashboard.ts'
import { changeText, comparedText } from '#kit/contract/compared.ts'
import { AmountList, type Line } from '#figures/amount-list.tsx'
import { Card, CardNote } from '#figures/card.tsx'
import { Change } from '#figures/change.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { addressWith } from '#platform/contract/screens.ts'
import { noView } from '#kit/contract/views.ts'
import { salesBetween } from './dashboard-links.ts'
import css from './dashboard.module.css'

const titles: Record<RankLevel, string> = { branch: 'Chi nhánh', leader: 'Leader', staff: 'Nhân viên' }

type Ranking = NonNullable<Dashboard['ranking']>
type CardProps = {
  data: Dashboard
  ranking: Ranking
  /** Whether the viewer may filter lists by other people. */
  opens: boolean
}

/** Revenue that belongs to none of them, and the total of the scope (D3-ONE-01). */
function RankingSum({ data: { ranking, doanhThu, period }, opens }: Omit<CardProps, 'ranking'>) {
  const outside = ranking?.outside ?? 0
  const outsideText = thousands(outside)
  const { start, end } = period
  return (
    <Facts foot>
      {outside !== 0 && (
        <Fact label="Ngoài chi nhánh">
          {opens ? (
            <FigureLink href={salesBetween(start, end, noBranch)}>{outsideText}</FigureLink>
          ) : (
            outsideText
          )}
        </Fact>
      )}
      <Fact label="Doanh thu">
        <b>{thousands(doanhThu ?? 0)}</b>
      </Fact>
    </Facts>
  )
}

/** The units, each with a bar. */
function linesOf({ data: { period, compared }, ranking: { level, rows }, opens }: CardProps): Line[] {
  const { start, end } = period
  const most = Math.max(...rows.map(({ revenue }) => revenue), 0)
  const hrefOf = ({ username, alone }: Ranked): string =>
    alone
      ? `${salesBetween(start, end, '')}&username=${encodeURIComponent(username)}`
      : salesBetween(start, end, username)
  return rows.map((unit) => {
    const { username, fullname, staff, revenue, before } = unit
    return {
      key: username,
      name: fullname,
      amount: thousands(revenue),
      end: <Change text={compared ? changeText(revenue, before) : ''} />,
      bars: [{ to: most === 0 ? 0 : revenue / most }],
      note:
        level !== 'staff' &&
        staff > 0 &&
        `${thousands(staff)} nhân viên, bình quân ${formatMoney(revenue / staff)}`,
      href: opens ? hrefOf(unit) : null,
    }
  })
}

export function RankingCard(props: CardProps) {
  const { data, ranking, opens } = props
  const { compared } = data
  return (
    <Card
      title={titles[ranking.level]}
      end={compared && comparedText(compared)}
      // Without a funnel the card is beside the chart, below the last figure.
      className={data.care ? css.three : css.four}
      note={
        !opens && <FigureLink href={addressWith('report90849332', { view: noView })}>Chi tiết</FigureLink>
      }
    >
      {ranking.rows.length === 0 ? (
        <CardNote>Chưa có ai để so sánh.</CardNote>
      ) : (
        <>
          <AmountList lines={linesOf(props)} />
          <RankingSum data={data} opens={opens} />
        </>
      )}
    </Card>
  )
}
