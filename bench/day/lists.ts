/** Lists, look-ups and reports as the screens of each level ask for them: filters of owner and dates, pages, polls. */
import { addDays, firstOfMonthVn, todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { evenly, weighted, type Call, type Staff } from './calls.ts'
import type { Level, Person } from './people.ts'

const day = (value: string): string => encodeURIComponent(toFilterDate(value))
const range = (from: string, to: string): string => `startDate=${day(from)}&endDate=${day(to)}`
const month = range(firstOfMonthVn(), todayVn())
const today = range(todayVn(), todayVn())
const week = range(addDays(todayVn(), -6), todayVn())
const lastMonth = addDays(firstOfMonthVn(), -1)
/** MM/YYYY of last month, as the payroll asks for it. */
export const payMonth = `${lastMonth.slice(5, 7)}/${lastMonth.slice(0, 4)}`
const thisMonth = `${todayVn().slice(5, 7)}/${todayVn().slice(0, 4)}`

type Path = string | ((turn: number, by: Pick<Person, 'under'>) => string)
type Asked = readonly (readonly [weight: number, path: Path])[]

/** One of the reader's people. */
const oneOf = (turn: number, { under }: Pick<Person, 'under'>): string =>
  under[(turn * 13) % under.length] ?? ''

/** What a salesperson's screens read: the care screen after each result and each minute, own lists, polls. */
const bySeller: Asked = [
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
  [3, (turn) => `simso?page=${turn % 3}&count=50&nha_mang=${['VIETTEL', 'VINAPHONE', 'MOBIFONE'][turn % 3]}`],
  [2, (turn) => `blacklist?page=0&count=50&message=0${810_000_000 + (turn % 1000) * 3}`],
  [3, 'dashboard?period=today'],
  [2, `dsdttinhluong?page=0&count=50&${month}`],
  [2, 'auth/me'],
]

const byLeader: Asked = [
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

const byManager: Asked = [
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
/** The office reads money alone. */
const byOffice: Asked = byManager.filter(
  ([, path]) => typeof path === 'string' && /^(banduyet|requestrefund|mesbank|mfy|thongbao)/.test(path),
)

const visits: Asked = [
  [3, 'sim'],
  [2, (turn) => `sim?nha_mang=${['VIETTEL', 'VINAPHONE', 'MOBIFONE'][turn % 3]}&sap_xep=gia_tang`],
  [2, (turn) => `sim?so_dien_thoai=*${100 + ((turn * 37) % 900)}`],
]

const reportsOf: Readonly<Record<'seller' | 'leader' | 'manager', Asked>> = {
  seller: [
    [3, `tilebatso?page=0&count=10&${month}`],
    [3, `tinhluong?page=0&count=50&startDate=${encodeURIComponent(thisMonth)}`],
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
    [1, `tinhluong?page=0&count=50&startDate=${encodeURIComponent(thisMonth)}`],
    [1, `ketquathang?startDate=${encodeURIComponent(thisMonth)}`],
  ],
}

export type Reader = { list: () => Call; lookup: () => Call; report: () => Call }

/** Turns through `asked`, for whoever asks. */
function inTurn(asked: Asked): (by: Pick<Person, 'under'>) => string {
  const next = weighted(asked)
  let turn = 0
  return (by) => {
    const path = next()
    turn += 1
    return typeof path === 'string' ? path : path(turn, by)
  }
}

/** A look-up asks about a number that exists at the carrier; details are for leaders. */
function lookupsOf(staff: Staff, phone: () => string): () => Call {
  const kinds = weighted<readonly [Level, (number: string) => string]>([
    [30, ['seller', (number) => `lookup/balance?phone=${number}`]],
    [35, ['seller', (number) => `lookup/package?phone=${number}&page=1`]],
    [20, ['seller', (number) => `lookup/history?phone=${number}`]],
    [10, ['seller', (number) => `lookup/messages999?phone=${number}&huong_ket_qua=O&page=1&${week}`]],
    [5, ['leader', (number) => `lookup/info?phone=${number}&type=MC`]],
  ])
  return () => {
    const [level, path] = kinds()
    return { person: staff.next(level), path: `/api/v1/${path(`0${phone()}`)}` }
  }
}

/** Chooses the reads of the mix. `note` receives each desk answer, so that approvals find rows to decide. */
export function readerOf(
  staff: Staff,
  phone: () => string,
  note: (by: Person, data: unknown) => void,
): Reader {
  const asked = {
    seller: inTurn(bySeller),
    leader: inTurn(byLeader),
    branch: inTurn(byLeader),
    manager: inTurn(byManager),
    office: inTurn(byOffice),
  }
  const levels = weighted<Level | 'visitor'>([
    [70, 'seller'],
    [14, 'leader'],
    [4, 'branch'],
    [4, 'manager'],
    [4, 'office'],
    [4, 'visitor'],
  ])
  const visit = inTurn(visits)
  const address = evenly()
  const reports = {
    seller: inTurn(reportsOf.seller),
    leader: inTurn(reportsOf.leader),
    manager: inTurn(reportsOf.manager),
  }
  const reportLevels = weighted<keyof typeof reports>([
    [40, 'seller'],
    [40, 'leader'],
    [20, 'manager'],
  ])
  return {
    list() {
      const level = levels()
      if (level === 'visitor') {
        const headers = { 'x-forwarded-for': `198.18.${Math.floor(address() * 250)}.7` }
        return { person: { token: '' }, path: `/${visit({ under: [] })}`, headers }
      }
      const person = staff.next(level)
      const path = asked[level](person)
      const decides = path === 'banduyet' && (level === 'manager' || level === 'office')
      return {
        person,
        path: `/api/v1/${path}`,
        ...(decides && { got: (data: unknown) => note(person, data) }),
      }
    },
    lookup: lookupsOf(staff, phone),
    report() {
      const level = reportLevels()
      const person = staff.next(level)
      return { person, path: `/api/v1/${reports[level](person)}` }
    },
  }
}
