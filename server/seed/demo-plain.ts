/** The demo's refund prices, and expenses of its offices in the quarter. */
import { addDays, todayVn } from '../../contract/dates.ts'
import { costItems, otherItems, performers, supportItems, type CostItem } from './demo-costs.ts'
import { at, monthsOf, weekdayOf } from './demo-days.ts'
import { demoPackages, type DemoPackage } from './demo-packages.ts'
import { randomOf, type Random } from './demo-random.ts'

export type Price = { id: string; item: DemoPackage; at: number }

/** One row per package, as entered some months ago. */
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

/** Days of the quarter up to today, repeated by entries per day: today pro rata, but at least once. */
function costDays(aDay: number, now: Date, random: Random): string[] {
  const today = todayVn(now)
  const elapsed = Math.min(1, Math.max(0, now.getTime() - at(today, 8)) / (at(today, 17.5) - at(today, 8)))
  const days: string[] = []
  for (let day = monthsOf(now)[0]; day <= today; day = addDays(day, 1)) {
    const drawn = Math.floor(aDay) + (random.chance(aDay % 1) ? 1 : 0)
    const count = day === today ? Math.max(1, Math.round(drawn * elapsed)) : weekdayOf(day) === 0 ? 0 : drawn
    days.push(...Array.from({ length: count }, () => day))
  }
  return days
}

const notes = ['Đã có hoá đơn', 'Chờ hoá đơn', 'Thanh toán tiền mặt', 'Chuyển khoản', 'Tạm ứng'] as const

type Items = readonly [CostItem, ...CostItem[]]

/** Expenses of the quarter, with this many entries per working day. */
function costsOf(name: string, items: Items, aDay: number, now: Date): Cost[] {
  const random = randomOf(name)
  return costDays(aDay, now, random).map((day) => {
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
  chiphiquanly: costsOf('costs', costItems, 2.8, now),
  chiphihotro: costsOf('support costs', supportItems, 0.8, now),
  chiphikhac: costsOf('other costs', otherItems, 0.6, now),
})
