/** The demo's private customers and reported sales, taken from calls with an agreement. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import type { Decision, Outcome } from '#kit/contract/outcomes.ts'
import { automatic } from '#kit/contract/outcomes.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { hour, minute } from '#platform/app/server/seed/demo-days.ts'
import type { Care } from './seller-day.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

type Handed = {
  id: string
  phone: string
  day: string
  username: string
  fullname: string
  at: number
  decision: Decision | '0'
  approver: string | null
}
type PrivateCustomer = Handed
export type ReportedSale = Handed & {
  package: string
  reason: string | null
  channel: string
  outcome: Outcome | '0'
  setter: string | null
}
export type DemoSales = { privates: PrivateCustomer[]; reported: ReportedSale[] }

const reasons = [
  'Tổng đài chưa trả tin, khách đã nhận gói',
  'Khách tự soạn tin sau cuộc gọi',
  'Đăng ký hộ tại cửa hàng',
  'Khách đăng ký lại sau khi nạp tiền',
  'Cú pháp lỗi lần đầu, lần hai thành công',
  'Kết quả về chậm',
] as const

const channels = baodo.fields.kenh.options.map(({ value }) => value)
const people = new Map(demoAccounts.map((account) => [account.username, account]))

/** Time until a decision: mostly the next morning. */
const decidedAfter = 20 * hour

/** A record entered some minutes after a call; with an approver if it is old enough to be decided. */
function handedIn(care: Care, now: Date, approverOf: (username: string) => string, random: Random): Handed {
  const { number, username } = care
  const at = Math.min(care.at + random.int(5, 180) * minute, now.getTime() - random.int(1, 30) * minute)
  const age = now.getTime() - at
  const isOld = age > decidedAfter && (age > 4 * decidedAfter || random.chance(0.94))
  return {
    id: random.uuid(at),
    phone: number.phone,
    day: addDays(todayVn(new Date(at)), random.chance(0.15) ? -1 : 0),
    username,
    fullname: people.get(username)?.fullname ?? username,
    at,
    decision: isOld ? (random.chance(0.86) ? '1' : '2') : '0',
    approver: isOld ? approverOf(username) : null,
  }
}

function reportedOf(care: Care, now: Date, random: Random): ReportedSale {
  const handed = handedIn(care, now, () => (random.chance(0.8) ? 'quanly' : 'admin'), random)
  const isDecided = now.getTime() - handed.at > decidedAfter / 2 && random.chance(0.85)
  return {
    ...handed,
    package: care.package,
    reason: random.chance(0.7) ? random.pick(reasons) : null,
    channel: channels[random.int(0, channels.length - 1)] ?? '9084 (3)',
    outcome: isDecided ? (random.chance(0.78) ? 'SUCCESS' : 'FAILD') : '0',
    setter: isDecided ? (random.chance(0.85) ? automatic.value : 'quanly') : null,
  }
}

const undecided = { decision: '0', approver: null } as const

/** Every eighth sale was reported, every ninth re-registration claimed as a private customer. */
export function salesOf(cares: readonly Care[], now: Date): DemoSales {
  const random = randomOf('sales')
  const leaderOf = (username: string): string => people.get(username)?.group ?? 'quanly'
  const sold = cares.filter(({ status }) => status === 'APPROVED')
  const again = cares.filter(({ status }) => status === 'RE-REGISTER' || status === 'KEEP')
  const reported = sold.filter((_, n) => n % 8 === 5).map((care) => reportedOf(care, now, random))
  const privates = again.filter((_, n) => n % 9 === 4).map((care) => handedIn(care, now, leaderOf, random))
  // The newest always wait for a decision, even after a Sunday: sales with different results, and one customer per leader.
  const newest = new Set(
    new Map(privates.map((customer) => [leaderOf(customer.username), customer])).values(),
  )
  const states = ['0', 'SUCCESS', 'FAILD', '0'] as const
  return {
    reported: [
      ...reported.slice(0, -states.length),
      ...reported.slice(-states.length).map((sale, n): ReportedSale => {
        const outcome = states[n] ?? '0'
        return { ...sale, ...undecided, outcome, setter: outcome === '0' ? null : 'quanly' }
      }),
    ],
    privates: privates.map((customer) => (newest.has(customer) ? { ...customer, ...undecided } : customer)),
  }
}

const columns = {
  id: ({ id }: Handed) => id,
  so_dien_thoai: ({ phone }: Handed) => phone,
  ngay_thanh_cong: ({ day }: Handed) => day,
  username_nv: ({ username }: Handed) => username,
  ten_nv: ({ fullname }: Handed) => fullname,
  nguoi_phe_duyet: ({ approver }: Handed) => approver,
  createdAt: ({ at }: Handed) => iso(at),
}

/** Writes both tables; prices and results of the sales are computed by the database, so their sources must exist before. */
export async function saveSales({ privates, reported }: DemoSales, client: PoolClient): Promise<void> {
  await copyRows(client, 'khr', privates, { ...columns, trang_thai: ({ decision }) => decision })
  await copyRows<ReportedSale>(client, 'baodo', reported, {
    ...columns,
    ly_do: ({ reason }) => reason,
    ten_goi_cuoc: (sale) => sale.package,
    kenh: ({ channel }) => channel,
    trang_thai: ({ outcome }) => outcome,
    nguoi_dat_trang_thai: ({ setter }) => setter,
    trang_thai_duyet: ({ decision }) => decision,
  })
}
