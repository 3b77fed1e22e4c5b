/** The demo's refund prices and management costs. */
import { addDays, todayVn } from '../../contract/dates.ts'
import { costItems, otherItems, performers, supportItems, type CostItem } from './demo-costs.ts'
import { at, weekdayOf } from './demo-days.ts'
import { demoPackages, type DemoPackage } from './demo-packages.ts'
import { randomOf, type Random } from './demo-random.ts'

export type Price = { id: string; item: DemoPackage; at: number }

/** One row for each package, as the table was entered some months ago. */
export function refundPrices(now: Date): Price[] {
  const random = randomOf('prices')
  const entered = at(addDays(todayVn(now), -110), 9.5)
  return demoPackages.map((item, n) => {
    const time = entered + n * 41_000
    return { id: random.uuid(time), item, at: time }
  })
}

export type Cost = {
  id: string
  performer: string
  day: string
  content: string
  price: number
  quantity: number
  note: string | null
  at: number
}

const costDays = 31
/** Entries of today, so that a month that has just begun is not empty. */
const costsToday = 14

function costDay(today: string, n: number, random: Random): string {
  if (n < costsToday) return today
  const days = Array.from({ length: costDays }, (_, back) => addDays(today, -back))
  return random.weighted(days.map((day) => [day, weekdayOf(day) === 0 ? 0.2 : 1] as const))
}

const notes = ['Đã có hoá đơn', 'Chờ hoá đơn', 'Thanh toán tiền mặt', 'Chuyển khoản', 'Tạm ứng'] as const

type Items = readonly [CostItem, ...CostItem[]]

/** What was spent in the last month, fewest on Sundays. */
function costsOf(name: string, items: Items, length: number, now: Date): Cost[] {
  const random = randomOf(name)
  const today = todayVn(now)
  return Array.from({ length }, (_, n) => {
    const day = costDay(today, n, random)
    const time = Math.min(at(day, 8 + random.next() * 9), now.getTime() - random.int(1, 600) * 1000)
    const { contents, price, step, quantity, halves } = random.pick(items)
    return {
      id: random.uuid(time),
      performer: random.pick(performers),
      day,
      content: random.pick(contents),
      price: Math.round(random.int(...price) / step) * step,
      quantity: halves && random.chance(0.3) ? random.int(1, 6) + 0.5 : random.int(...quantity),
      note: random.chance(0.45) ? random.pick(notes) : null,
      at: time,
    }
  })
}

/** The three registers by their table. */
export const demoCosts = (now: Date): Record<'chiphiquanly' | 'chiphihotro' | 'chiphikhac', Cost[]> => ({
  chiphiquanly: costsOf('costs', costItems, 240, now),
  chiphihotro: costsOf('support costs', supportItems, 90, now),
  chiphikhac: costsOf('other costs', otherItems, 60, now),
})
