/** The columns of the narrow tables beside a customer. */
import { formatDate, formatInstant, todayVn, toFilterDate } from '#kit/contract/dates.ts'
import type {
  PackageHistory,
  ProgramPackage,
  ShortCodeMessages,
} from '#subjects/registrations/contract/calls/lookup.ts'
import type { ResultColumn } from './result-table.tsx'

/** Packages that can be registered. */
export const packageColumns: readonly ResultColumn<ProgramPackage>[] = [
  {
    key: 'PackageCode',
    title: 'Mã gói',
    width: 80,
    show: (row) => row.PackageCode,
    copy: true,
    look: 'strong',
  },
  { key: 'SyntaxRegister', title: 'Cú pháp', show: (row) => row.SyntaxRegister, copy: true, look: 'quiet' },
  {
    key: 'RegisterExpire',
    title: 'Hạn đăng ký',
    width: 88,
    show: (row) => formatDate(row.RegisterExpire ?? ''),
    look: 'red',
    numeric: true,
  },
]

type Entry = PackageHistory['values'][number]

/** '4/6': the fourth of six cycles. */
const cyclesOf = ({ CurrentCycle, NumberFreeCycleLeft }: Entry): string =>
  `${CurrentCycle}/${CurrentCycle + NumberFreeCycleLeft}`

/** Registered packages. */
export const historyColumns: readonly ResultColumn<Entry>[] = [
  {
    key: 'NumberCurrentPackage',
    title: 'Gói',
    width: 72,
    show: (row) => row.NumberCurrentPackage,
    copy: true,
    look: 'strong',
  },
  {
    key: 'NumberPackageRegisterDate',
    title: 'Đăng ký',
    show: (row) => formatDate(row.NumberPackageRegisterDate ?? ''),
    look: 'quiet',
  },
  {
    key: 'NumberPackageRegisterExpire',
    title: 'Hết hạn',
    show: (row) => formatDate(row.NumberPackageRegisterExpire ?? ''),
    look: 'quiet',
  },
  { key: 'CurrentCycle', title: 'Chu kỳ', width: 48, show: cyclesOf, numeric: true },
]

type Message = ShortCodeMessages['values'][number]

/** Today's messages by time, older ones with day and month before it. */
export function messageTime(instant: string, today: string = todayVn()): string {
  const [day = '', clock = ''] = formatInstant(instant).split(' ')
  return day === formatDate(today) ? clock : `${toFilterDate(instant).slice(0, 5)} ${clock.slice(0, 5)}`
}

/** Direction from the short code's view: it sends to the customer, or receives from them. */
export const directionOf = ({ sender }: Pick<Message, 'sender'>): string =>
  sender === '9279' ? 'Gửi' : 'Nhận'

/** Messages with short code 9279. */
export const messageColumns: readonly ResultColumn<Message>[] = [
  {
    key: 'datetime',
    title: 'Thời gian',
    width: 84,
    show: (row) => messageTime(row.datetime),
    by: (row) => row.datetime,
    look: 'quiet',
  },
  { key: 'content', title: 'Nội dung', show: (row) => row.content, whole: true },
  { key: 'type', title: 'Gửi/Nhận', width: 60, show: directionOf, look: 'quiet', numeric: true },
]
