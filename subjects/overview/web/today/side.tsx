/** The right side of 'Hôm nay': provisional pay, numbers left, what waits for an answer (D3-NAV-06). */
import { addDays, firstOfMonthVn } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { addressWith } from '#platform/contract/screens.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { remind, reminderText } from '#subjects/money/contract/calls/mfy.ts'
import type { Today } from '#subjects/overview/contract/calls/today.ts'
import { payToday, type PayToday } from '#subjects/pay/contract/calls/pay-today.ts'
import { readSlip, type Slip } from '#subjects/pay/contract/calls/payslip.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { paySources, readPayAgain } from '#subjects/pay/web/index.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Bar } from '#figures/bar.tsx'
import { Card, CardNote } from '#figures/card.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { LineList } from '#figures/line-list.tsx'
import { useCall } from '#kit/web/query.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useFresh } from '#kit/web/use-fresh.ts'
import { lastsText } from './today-words.ts'
import css from './today.module.css'

/** What is missing to the next tier, with the share of it that is there. */
function Tier({ pay: { bac_toi, doanh_thu, phan_tram } }: { pay: PayToday }) {
  if (!bac_toi) return <p className={css.tier}>Hoa hồng đang ở bậc cao nhất {phan_tram.toFixed(1)}%</p>
  const tier = `bậc ${bac_toi.phan_tram.toFixed(1)}%`
  if (bac_toi.con_thieu === null) return <p className={css.tier}>Chưa có ngày công để tính {tier}</p>
  const goal = doanh_thu + bac_toi.con_thieu
  return (
    <>
      <Bar to={goal === 0 ? 0 : doanh_thu / goal} height={8} />
      <p className={css.ends} data-num>
        <span>tính lương {formatMoney(doanh_thu)}</span>
        <span>{tier}</span>
      </p>
      <p className={css.tier}>
        Thiếu <b data-num>{formatMoney(bac_toi.con_thieu)}</b> doanh thu tới {tier}
      </p>
    </>
  )
}

/** Absent for an account without a row in the payroll. */
export function PayCard() {
  useFresh(paySources, readPayAgain)
  const { data, error, refetch } = useCall(tinhluong.path, payToday, {}, { keep: true })
  if (data === null) return null
  const month = data && Number(data.thang.slice(0, 2))
  return (
    <Card
      title={month ? `Lương tạm tính tháng ${month}` : 'Lương tạm tính'}
      busy={!data && !error}
      end={
        data && (
          <FigureLink href={addressWith('phieuluong', { startDate: data.thang })}>Giải thích</FigureLink>
        )
      }
    >
      {!data && error && <ErrorNote error={error} title="Chưa tải được lương" retry={() => void refetch()} />}
      {data && (
        <div className={css.pay}>
          <p className={css.amount}>
            <b data-num>{formatMoney(data.chi_tra)}</b>
            <span data-num>doanh thu {formatMoney(data.doanhThu)}</span>
          </p>
          <Tier pay={data} />
        </div>
      )}
    </Card>
  )
}

/** Files in sight; the others are counted. */
const shownFiles = 5

export function LeftCard({ data }: { data: Today }) {
  const { count, files } = data.left
  const most = files[0]?.left ?? 0
  const lasts = lastsText(data, new Date(data.at))
  return (
    <Card title="Số còn lại" end={<b>{thousands(count)}</b>}>
      {files.length === 0 && <CardNote>Chưa có số nào cho bạn hôm nay</CardNote>}
      <AmountList
        lines={files.slice(0, shownFiles).map(({ id, FileName, left, shared }) => ({
          key: id,
          name: FileName,
          amount: thousands(left),
          note: shared ? 'chung của nhóm' : undefined,
          bars: [{ to: left / most }],
        }))}
      />
      {(lasts || files.length > shownFiles) && (
        <CardNote foot>
          {[files.length > shownFiles && `và ${files.length - shownFiles} file khác`, lasts]
            .filter(Boolean)
            .join('. ')}
        </CardNote>
      )}
    </Card>
  )
}

type Wait = { key: string; text: string; href: string; open: string }

/** What the payslip of the month that is over waits for. */
function slipWaits(slip: Slip | null | undefined): Wait[] {
  if (!slip || slip.tam_tinh) return []
  const { thangTinhLuong } = slip.hang
  const month = Number(thangTinhLuong.slice(0, 2))
  const count = (...states: string[]): number =>
    slip.dong.filter(({ trang_thai }) => states.includes(trang_thai)).length
  const [answered, unseen] = [count('tra_loi'), count('chua', 'da_doi')]
  const href = addressWith('phieuluong', { startDate: thangTinhLuong })
  return [
    ...(answered > 0
      ? [
          {
            key: 'answered',
            text: `${answered} thắc mắc về phiếu lương tháng ${month} đã được trả lời`,
            href,
            open: 'Xem',
          },
        ]
      : []),
    ...(unseen > 0
      ? [
          {
            key: 'unseen',
            text: `Phiếu lương tháng ${month} còn ${unseen} dòng chưa xác nhận`,
            href,
            open: 'Mở',
          },
        ]
      : []),
  ]
}

const monthBefore = (): string => {
  const day = addDays(firstOfMonthVn(), -1)
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`
}

export function WaitsCard() {
  const slips = useCall('phieuluong', readSlip, { startDate: monthBefore() })
  const reminders = useCall(mfy.path, remind, {})
  const { data: slip } = slips
  const { data: reminder } = reminders
  const waitText = reminder ? reminderText(reminder) : ''
  const error = slips.error ?? reminders.error
  const isLoaded = slip !== undefined && reminder !== undefined
  const waits: Wait[] = [
    ...(waitText ? [{ key: 'mfy', text: waitText, href: addressWith('mfy', {}), open: 'Mở' }] : []),
    ...slipWaits(slip),
  ]
  return (
    <Card title="Cần trả lời" note={waits.length > 0 && waits.length} busy={!isLoaded && !error}>
      {error && !isLoaded && (
        <ErrorNote
          error={error}
          title="Chưa biết còn gì chờ bạn"
          retry={() => void Promise.all([slips.refetch(), reminders.refetch()])}
        />
      )}
      {isLoaded && waits.length === 0 && <CardNote>Không có gì chờ bạn trả lời</CardNote>}
      {waits.length > 0 && (
        <LineList widths="minmax(0, 1fr) auto" ruled loose label="Cần trả lời">
          {waits.map(({ key, text, href, open }) => (
            <li key={key}>
              <span>{text}</span>
              <FigureLink href={href}>{open}</FigureLink>
            </li>
          ))}
        </LineList>
      )}
    </Card>
  )
}
