/** The largest costs of the month, or of one kind: what, who, when, and a link to the record (D3-PAY-13). */
import { thousands } from '#kit/contract/thousands.ts'
import { formatDate, toFilterDate } from '#kit/contract/dates.ts'
import type { Days } from '#kit/contract/earlier.ts'
import { formatMoney } from '#kit/contract/money.ts'
import {
  largestCosts,
  resultItems,
  type DeductedCost,
  type LargeCost,
  type ResultAmount,
} from '#subjects/pay/contract/calls/month-result.ts'
import { daysText, signedMoney } from '#kit/contract/compared.ts'
import { AmountList, type Line } from '#figures/amount-list.tsx'
import { Card, CardNote } from '#figures/card.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { useCall } from '#kit/web/query.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { addressWith } from '#platform/contract/screens.ts'
import { costNames, daysOf, rowsBehind } from './result-rows.ts'
import css from './month-result.module.css'

/** A record, linked to those of its day and person. */
function lineOf(cost: LargeCost, chosen: boolean): Line {
  const { ma, id, noi_dung, nguoi_thuc_hien, ngay_nhap, don_gia, so_luong, thanh_tien } = cost
  const startDate = toFilterDate(ngay_nhap)
  const register = chosen ? '' : `${costNames[ma]}, `
  return {
    key: id,
    name: noi_dung,
    amount: formatMoney(thanh_tien),
    note: `${register}${nguoi_thuc_hien}, ${formatDate(ngay_nhap).slice(0, 5)}`,
    noteEnd: so_luong !== 1 && `${formatMoney(don_gia)} × ${thousands(so_luong)}`,
    href: addressWith(ma, { startDate, endDate: startDate, nguoi_thuc_hien }),
  }
}

/** Change against the compared days by purpose. */
function Changes({ cost: { truoc, nay }, days }: { cost: ResultAmount; days: Days | null }) {
  if (!days || truoc === null) return null
  return (
    <Facts>
      <Fact label={daysText(days)}>{formatMoney(truoc)}</Fact>
      <Fact label={nay < truoc ? 'Ít hơn' : 'Nhiều hơn'}>{signedMoney(nay - truoc)}</Fact>
    </Facts>
  )
}

type CostsProps = {
  month: string
  /** The cost selected in the statement, with its amount. */
  chosen: (ResultAmount & { ma: DeductedCost }) | null
  compared: Days | null
}

export function LargestCosts({ month, chosen, compared }: CostsProps) {
  const input = { startDate: month, ...(chosen && { ma: chosen.ma }) }
  const { data, error, refetch } = useCall('ketquathang', largestCosts, input, { keep: true })
  const { values = [], so = 0, tong = 0 } = data ?? {}
  const otherCosts = tong - values.reduce((sum, { thanh_tien }) => sum + thanh_tien, 0)
  const allRows = chosen && rowsBehind(chosen.ma, daysOf(month))
  const others: Line[] =
    so > values.length
      ? [
          {
            key: 'others',
            name: `${thousands(so - values.length)} bản ghi khác`,
            amount: formatMoney(otherCosts),
          },
        ]
      : []
  return (
    <Card
      title={chosen ? resultItems[chosen.ma].label : 'Chi phí lớn nhất'}
      label="Chi phí lớn nhất"
      note={so > 0 && `${thousands(so)} bản ghi`}
      end={so > 0 && <b>{formatMoney(tong)}</b>}
      busy={!data}
      className={css.costs}
    >
      {error && !data && (
        <ErrorNote error={error} title="Chưa tải được chi phí" retry={() => void refetch()} />
      )}
      {data && so === 0 && <CardNote>Tháng {month} chưa có chi phí nào.</CardNote>}
      {chosen && <Changes cost={chosen} days={compared} />}
      <AmountList ruled lines={[...values.map((cost) => lineOf(cost, chosen !== null)), ...others]} />
      {allRows && so > 0 && (
        <CardNote foot>
          <FigureLink href={addressWith(allRows.screen, allRows.filters)}>
            Mở {thousands(so)} bản ghi
          </FigureLink>
        </CardNote>
      )}
    </Card>
  )
}
