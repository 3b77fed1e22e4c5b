/** The facts of a customer as texts: phone in groups, days left, package with price. */
import { careResults } from '#subjects/calling/contract/care-results.ts'
import { formatDate, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { packageKey } from '#kit/contract/text.ts'
import type { CareCustomer } from '#subjects/calling/contract/calls/care.ts'
import type { ToldAnswers } from '#subjects/registrations/web/index.ts'

/** '0912 000 456' */
export const spacedPhone = (phone: string): string =>
  showPhone(phone).replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')

export type DaysLeft = { text: string; tone: 'red' | 'orange' | 'grey' }

const dayMs = 86_400_000
const soonDays = 7

/** How many days are left until `date` in Vietnam: 'còn 1 ngày'; null without a date. */
export function daysLeft(date: string | null, today: string = todayVn()): DaysLeft | null {
  const day = date && readDate(date)
  if (!day) return null
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
  if (days < 0) return { text: `quá ${-days} ngày`, tone: 'red' }
  if (days === 0) return { text: 'hôm nay', tone: 'orange' }
  return { text: `còn ${days} ngày`, tone: days <= soonDays ? 'orange' : 'grey' }
}

/** The customer with the packages that the carrier named, if it was asked: one list, not the file's beside it. */
export function withTold(customer: CareCustomer, { packages }: ToldAnswers): CareCustomer {
  if (packages === null) return customer
  const priceOf = (code: string): number | null =>
    customer.packages.find((item) => packageKey(item.code) === packageKey(code))?.price ?? null
  return { ...customer, packages: packages.map(({ code }) => ({ code, price: priceOf(code) })) }
}

/** 'Tra cứu thấy VD149 đang chạy đến 12-12-2026' when another package runs than the card says; '' otherwise. */
export const runningText = ({ package: code }: CareCustomer, { running }: ToldAnswers): string =>
  running && packageKey(running.code) !== packageKey(code)
    ? `Tra cứu thấy ${running.code} đang chạy đến ${formatDate(running.until)}`
    : ''

/** 'VD120, hỏi giá'; the package once, where the note names it. */
export const appointmentText = ({ package: code, note }: { package: string; note: string | null }): string =>
  [note?.includes(code) ? '' : code, note].filter(Boolean).join(', ')

/** The customer's package with its price, where the price is known. */
export function pricedPackage({ package: code, packages }: Pick<CareCustomer, 'package' | 'packages'>) {
  const price = packages.find((item) => item.code === code)?.price ?? null
  return price === null ? null : { code, price }
}

/**
 * How many times the number was called, and the last result (D3-REC-02): 'lần 2/3', 'lần trước 09:10, không
 * nghe máy'.
 */
export function againText(
  { n, most, lastAt, lastStatus }: NonNullable<CareCustomer['again']>,
  today: string = todayVn(),
): { call: string; last: string } {
  const last = careResults.find(({ value }) => value === lastStatus)
  const result = last && ('lastCallText' in last ? last.lastCallText : last.label.toLocaleLowerCase('vi'))
  const [day = '', clock = ''] = formatShortInstant(lastAt).split(' ')
  const callTime = [readDate(lastAt) === today ? '' : day.slice(0, 5), `${clock}${result ? ',' : ''}`]
  return {
    call: most === null ? `lần ${n}` : `lần ${n}/${most}`,
    last: ['lần trước', ...callTime, result].filter(Boolean).join(' '),
  }
}

export type Fact = { label: string; value: string; left?: DaysLeft | null; small?: true }

/** The facts of the card in order (D1-Q-082), '' where unknown. `small` ones are also shown on a phone. */
export function factsOf(customer: CareCustomer): Fact[] {
  const date = (value: string | null | undefined): string => (value ? formatDate(value) : '')
  const number = (value: number | null): string => (value === null ? '' : String(value))
  return [
    { label: 'Loại thuê bao', value: customer.type ?? '' },
    { label: 'Gói cước', value: customer.package, small: true },
    { label: 'Ngày đăng ký', value: date(customer.packageRegisterAt) },
    {
      label: 'Ngày hết hạn',
      value: date(customer.packageExpiredAt),
      left: daysLeft(customer.packageExpiredAt),
      small: true,
    },
    { label: 'Chu kỳ hiện tại', value: number(customer.packageCycle), small: true },
    { label: 'Chu kỳ miễn phí còn', value: number(customer.so_chu_ky_mien_phi_con_lai), small: true },
    { label: 'Trạng thái', value: customer.state ?? '' },
    { label: 'Lần gọi trước', value: date(customer.history[0]?.careAt) },
  ]
}
