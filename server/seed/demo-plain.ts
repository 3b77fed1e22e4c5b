/** The demo's blacklist, refund prices and management costs. */
import { addDays, todayVn } from '../../contract/dates.ts'
import { at, weekdayOf } from './demo-days.ts'
import type { Cell } from './demo-copy.ts'
import type { Care } from './demo-care.ts'
import type { DemoFile } from './demo-ledger.ts'
import { costItems, performers } from './demo-costs.ts'
import { demoPackages, pricesOf } from './demo-packages.ts'
import { randomOf, type Random } from './demo-random.ts'

const day = 86_400_000
const iso = (time: number): string => new Date(time).toISOString()

const reasons = [
  'Khách yêu cầu không gọi',
  'Khiếu nại nhiều lần',
  'Đã báo nhà mạng chặn cuộc gọi',
  'Khách đăng ký danh sách không quảng cáo (DNC)',
  'Nhầm chủ thuê bao',
  'Số nội bộ, không gọi',
  'Số của cơ quan nhà nước',
  'Khách lớn tuổi, người nhà đề nghị không gọi',
  'Khách chửi bới nhân viên',
  'Số tổng đài doanh nghiệp',
  'Doạ kiện vì bị làm phiền giờ nghỉ trưa',
  'Khách đã chuyển mạng giữ số',
  'Đang khiếu nại bị trừ cước',
  'Gọi nhiều lần ngoài giờ, khách phản ánh lên tổng đài',
] as const

const entries = 300
const askedNotToBeCalled = 16

/** Blacklist rows (id, phone, description, created): numbers blocked in files, callers who asked for it, others. */
export function blacklistRows(files: readonly DemoFile[], cares: readonly Care[], fresh: () => string, now: Date): Cell[][] {
  const random = randomOf('blacklist')
  const row = (phone: string, reason: string, time: number): Cell[] => [random.uuid(time), phone, reason, iso(time)]
  const some = (): string => random.pick(reasons)
  const blocked = files.flatMap(({ numbers, uploadedAt }) =>
    numbers
      .filter(({ place }) => place === 'blocked')
      .map(({ phone }) => row(phone, some(), uploadedAt - random.int(1, 40 * day))),
  )
  const refused = cares.filter(({ status, number, reinvitedAt }) => status === 'REJECTED' && number.place === 'called' && reinvitedAt === null)
  const every = Math.max(Math.floor(refused.length / askedNotToBeCalled), 1)
  const asked = refused
    .filter((_, n) => n % every === every - 1)
    .map(({ number, username, at: time }) => row(number.phone, `Khách yêu cầu không gọi lại (${username} ghi nhận)`, time + 5000))
  const others = Array.from({ length: Math.max(entries - blocked.length - asked.length, 0) }, () =>
    row(fresh(), some(), now.getTime() - random.int(60_000, 75 * day)),
  )
  return [...blocked, ...asked, ...others].slice(0, entries)
}

/** Refund prices (id, package, its prices, created): the table as it was entered some months ago. */
export function priceRows(now: Date): Cell[][] {
  const random = randomOf('prices')
  const entered = at(addDays(todayVn(now), -110), 9.5)
  return demoPackages.map((item, n) => {
    const time = entered + n * 41_000
    return [random.uuid(time), item.code, ...pricesOf(item), iso(time)]
  })
}

const costs = 240
const costDays = 31

/** Days of the month with the weight of their entries: today has some, Sundays few. */
function costDay(today: string, n: number, random: Random): string {
  if (n < 14) return today
  const days = Array.from({ length: costDays }, (_, back) => addDays(today, -back))
  return random.weighted(days.map((each) => [each, weekdayOf(each) === 0 ? 0.2 : 1] as const))
}

const notes = ['Đã có hoá đơn', 'Chờ hoá đơn', 'Thanh toán tiền mặt', 'Chuyển khoản', 'Tạm ứng'] as const

/** Management costs (id, performer, day, content, unit price, quantity, note, created). */
export function costRows(now: Date): Cell[][] {
  const random = randomOf('costs')
  const today = todayVn(now)
  return Array.from({ length: costs }, (_, n) => {
    const entry = costDay(today, n, random)
    const time = Math.min(at(entry, 8 + random.next() * 9), now.getTime() - random.int(1, 600) * 1000)
    const item = random.pick(costItems)
    const [least, most] = item.price
    const price = Math.round((least + random.next() * (most - least)) / item.step) * item.step
    const quantity = item.halves && random.chance(0.3) ? random.int(1, 6) + 0.5 : random.int(...item.quantity)
    const note = random.chance(0.45) ? random.pick(notes) : null
    return [random.uuid(time), random.pick(performers), entry, random.pick(item.contents), price, quantity, note, iso(time)]
  })
}
