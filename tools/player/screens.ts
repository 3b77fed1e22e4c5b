/** The reads of each level's screens: filters of owner and dates, pages, polls, reports and look-ups. */
import { thisMonth } from '#kit/contract/month.ts'
import { addDays, firstOfMonthVn, todayVn, toFilterDate } from '#kit/contract/dates.ts'
import type { Weighted } from './choice.ts'

/** The levels, with the priority of their roles. */
export const priorities = { manager: 2, branch: 3, leader: 4, seller: 5, office: 6 } as const
export type Level = keyof typeof priorities

/** `under`: the reader's salespeople, by one of whom screens of leaders filter. */
export type Reading = { under: readonly string[] }
/** An address below `/api/v1/`; some vary pages, filters and people with the number of the turn. */
export type Path = string | ((turn: number, by: Reading) => string)
type Paths = Weighted<Path>

/** The address of a path in this turn. */
export const addressOf = (path: Path, turn: number, by: Reading): string =>
  typeof path === 'string' ? path : path(turn, by)

const oneOf = (turn: number, { under }: Reading): string => under[(turn * 13) % under.length] ?? ''
const carriers = ['VIETTEL', 'VINAPHONE', 'MOBIFONE']

/** The default ranges of screens on a day, as in their addresses. */
export function rangesOf(now: Date) {
  const today = todayVn(now)
  const first = firstOfMonthVn(now)
  const day = (value: string): string => encodeURIComponent(toFilterDate(value))
  const range = (from: string): string => `startDate=${day(from)}&endDate=${day(today)}`
  return { month: range(first), today: range(today), week: range(addDays(today, -6)) }
}
type Ranges = ReturnType<typeof rangesOf>

/** The care screen after each result and each minute, own lists, polls. */
const bySeller = ({ month, today }: Ranges): Paths => [
  [12, 'care/current'],
  [10, 'care/appointments?count=200'],
  [10, 'care/today'],
  [12, 'care/history?page=0&count=10'],
  [9, `care/history?page=0&count=50&${month}`],
  [3, `care/history?page=1&count=50&${month}`],
  [3, `care/history?page=0&count=50&status=APPROVED&${month}`],
  [6, 'mfy/nhacNhanVien'],
  [4, 'thongbao'],
  [6, `requestrefund?page=0&count=50&${month}`],
  [4, `mfy?page=0&count=50&${today}`],
  [3, 'vas/mobifone/orders?type=9084'],
  [2, 'moigoihomsau?page=0&count=50'],
  [2, 'lstracuu?page=0&count=50'],
  [2, 'customer-message-9084?page=0&count=50'],
  [3, (turn) => `simso?page=${turn % 3}&count=50&nha_mang=${carriers[turn % 3]}`],
  [2, (turn) => `blacklist?page=0&count=50&message=0${810_000_000 + (turn % 1000) * 3}`],
  [3, 'dashboard?period=today'],
  [2, `dsdttinhluong?page=0&count=50&${month}`],
  [2, 'auth/me'],
]

const byLeader = ({ month, today, week }: Ranges): Paths => [
  [10, 'customer?page=0&count=50'],
  [4, (turn) => `customer?page=${turn % 20}&count=50&status=TAKECARE`],
  [12, (turn, by) => `care/history?page=0&count=50&username=${oneOf(turn, by)}&${month}`],
  [8, `care/history?page=0&count=50&${today}`],
  [6, `care/history?page=2&count=50&${week}`],
  [6, `requestrefund?page=0&count=50&${month}`],
  [5, `mfy?page=0&count=50&${today}`],
  [5, `dsdttinhluong?page=0&count=50&${month}`],
  [4, `khr?page=0&count=50&${month}`],
  [4, `baodo?page=0&count=50&${month}`],
  [4, 'banduyet'],
  [4, 'banduyet/dem'],
  [3, 'thongbao'],
  [3, 'dashboard?period=today'],
]

const byManager = ({ month, today }: Ranges): Paths => [
  [6, 'banduyet'],
  [5, 'banduyet/dem'],
  [6, `requestrefund?page=0&count=50&trang_thai_giao_dich_doi_tac=dang_cho_duyet&${month}`],
  [4, `requestrefund?page=0&count=50&${month}`],
  [4, `mesbank?page=0&count=50&cho_duyet=1&da_dung=0&${month}`],
  [3, `mesbank?page=0&count=50&${month}`],
  [3, `mfy?page=0&count=50&${month}`],
  [4, 'customer?page=0&count=50'],
  [4, (turn) => `customer?page=0&count=50&phone=${10_000 + ((turn * 104_729) % 89_999)}`],
  [4, `care/history?page=0&count=50&${month}`],
  [3, `dsdttinhluong?page=0&count=50&${month}`],
  [2, 'simso?page=0&count=50'],
  [2, 'order?page=0&count=50'],
  [2, 'quetdatakhonggoi?page=0&count=20'],
  [2, `lstracuu?page=0&count=50&${today}`],
  [2, 'thongbao'],
]

/** The office reads only money. */
const byOffice = (ranges: Ranges): Paths =>
  byManager(ranges).filter(
    ([, path]) => typeof path === 'string' && /^(banduyet|requestrefund|mesbank|mfy|thongbao)/.test(path),
  )

/** Lists and polls of each level on a day. */
export function listsOn(now: Date): Readonly<Record<Level, Paths>> {
  const ranges = rangesOf(now)
  const leader = byLeader(ranges)
  return {
    seller: bySeller(ranges),
    leader,
    branch: leader,
    manager: byManager(ranges),
    office: byOffice(ranges),
  }
}

/** Reports of each level on a day. */
export function reportsOn(now: Date): Readonly<Record<'seller' | 'leader' | 'manager', Paths>> {
  const { month } = rangesOf(now)
  const startDate = encodeURIComponent(thisMonth(now))
  return {
    seller: [
      [3, `tilebatso?page=0&count=10&${month}`],
      [3, `tinhluong?page=0&count=50&startDate=${startDate}`],
      [2, 'dashboard?period=month'],
      [2, 'dashboard/hours'],
    ],
    leader: [
      [4, `tilebatso?page=0&count=50&${month}`],
      [2, `reportstaffrevenue?page=0&count=50&${month}`],
      [2, `dsdttinhluong/theongay?${month}`],
      [2, 'dashboard?period=month'],
    ],
    manager: [
      [2, `tilebatso?page=0&count=50&${month}`],
      [2, `reportstaffrevenue?page=0&count=50&${month}`],
      [2, `reportbranchrevenue?page=0&count=50&${month}`],
      [1, `dsdttinhluong/theongay?${month}`],
      [1, `report90849332?page=0&count=50&${month}`],
      [1, `tinhluong?page=0&count=50&startDate=${startDate}`],
      [1, `ketquathang?startDate=${startDate}`],
    ],
  }
}

/** Pages that visitors of the shop read; they are not part of the API. */
export const shopPages: Paths = [
  [3, 'sim'],
  [2, (turn) => `sim?nha_mang=${carriers[turn % 3]}&sap_xep=gia_tang`],
  [2, (turn) => `sim?so_dien_thoai=*${100 + ((turn * 37) % 900)}`],
]

/** Look-ups of a number at the carrier, by level; details are only for leaders. */
export const lookupsOn = (now: Date): Weighted<readonly [Level, (phone: string) => string]> => {
  const { week } = rangesOf(now)
  return [
    [30, ['seller', (phone) => `lookup/balance?phone=${phone}`]],
    [35, ['seller', (phone) => `lookup/package?phone=${phone}&page=1`]],
    [20, ['seller', (phone) => `lookup/history?phone=${phone}`]],
    [10, ['seller', (phone) => `lookup/messages999?phone=${phone}&huong_ket_qua=O&page=1&${week}`]],
    [5, ['leader', (phone) => `lookup/info?phone=${phone}&type=MC`]],
  ]
}
