/** Cells of a waiting row, used by cards, queue and detail. */
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import { formatMoney } from '#kit/contract/money.ts'
import { useStaffName } from '#kit/web/staff.ts'
import { amountOf, secondOf, shownField } from './decide.ts'
import type { Item } from './use-desk.ts'
import css from './desk.module.css'

/** '38 phút', '1 giờ 25', '3 ngày'. */
function ageText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return `${minutes} phút`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} giờ ${String(minutes % 60).padStart(2, '0')}`
  return `${Math.floor(hours / 24)} ngày`
}

/** Rows that wait longer are amber (D1-HOME-02). */
const longAfter = 30 * 60_000

export const Age = ({ since, now }: { since: string; now: number }) => (
  <span data-num className={now - Date.parse(since) > longAfter ? css.long : css.quiet}>
    {ageText(since, now)}
  </span>
)

/** The amount of the row; empty for kinds without one. */
export function Amount({ item }: { item: Item }) {
  const amount = amountOf(item)
  return <b data-num>{amount === null ? '' : formatMoney(amount)}</b>
}

/** Number and package. */
export const Subject = ({ item }: { item: Item }) => (
  <>
    <b data-num>{shownField(item, item.kind.phone) || 'Chưa có số'}</b>{' '}
    <span className={css.soft}>{shownField(item, item.kind.package)}</span>
  </>
)

/** Name of the requesting person; '' for a bank message. */
export function useAsker({ row }: Item): string {
  const staffName = useStaffName(row.username ?? '')
  return row.fullname ?? staffName ?? row.username ?? ''
}

/** Who approved first, or that two persons must approve (D3-ACC-03); empty where one is enough. */
export function SecondApproval({ item }: { item: Item }) {
  const second = secondOf(item)
  const name = useStaffName(second?.by ?? '')
  if (!second) return null
  const text = second.first ? 'Cần hai người duyệt, chưa ai duyệt' : `Đã duyệt lần 1 bởi ${name ?? second.by}`
  return (
    <p className={css.second}>
      <IconUsers size={16} stroke={1.9} aria-hidden />
      {text}
    </p>
  )
}

/** The warnings of the row; the part before a colon is bold. */
export const Warnings = ({ item }: { item: Item }) =>
  item.row.warnings.length === 0 ? null : (
    <ul className={css.warnings} aria-label="Cảnh báo">
      {item.row.warnings.map((text) => {
        const [head, ...details] = text.split(': ')
        return (
          <li key={text}>
            <IconAlertTriangle size={16} stroke={1.9} aria-hidden />
            <span>
              <b>{details.length > 0 ? `${head}:` : head}</b> {details.join(': ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
