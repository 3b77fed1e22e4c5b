/** Cells of a waiting row, used by cards, queue and detail. */
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { automatic } from '#kit/contract/outcomes.ts'
import { useStaffName } from '#kit/web/staff.ts'
import { amountOf, secondOf, shownField } from './decide.ts'
import type { Item } from './use-desk.ts'
import css from './desk.module.css'

/** 'chờ 38 phút', 'chờ 17 giờ', 'chờ 3 ngày' (D3-UX-02). */
function ageText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return `chờ ${minutes} phút`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `chờ ${hours} giờ` : `chờ ${Math.floor(hours / 24)} ngày`
}

/** Rows that wait longer are amber (D1-HOME-02). */
const longAfter = 30 * 60_000

export const Age = ({ since, now }: { since: string; now: number }) => (
  <span
    data-num
    className={now - Date.parse(since) > longAfter ? css.long : css.quiet}
    title={formatInstant(since)}
  >
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

/** A person by name; by username where the reader's tree has no such account. */
export function useNameOf(username: string | null): string {
  const name = useStaffName(username ?? '')
  return username === automatic.value ? automatic.label : (name ?? username ?? '')
}

export const NameOf = ({ username }: { username: string | null }) => useNameOf(username)

/** Who approved first, or that two persons must approve (D3-ACC-03); empty where one is enough. */
export function SecondApproval({ item }: { item: Item }) {
  const second = secondOf(item)
  const name = useNameOf(second?.by ?? null)
  if (!second) return null
  const text = second.first ? 'Cần hai người duyệt, chưa ai duyệt' : `Đã duyệt lần 1 bởi ${name}`
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
