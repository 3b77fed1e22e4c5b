/** The demo's refund prices, and expenses of its offices in the quarter. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { costItems, otherItems, performers, supportItems, type CostItem } from './costs.ts'
import { instantAt, monthsOf, weekdayOf } from '#platform/app/server/seed/demo-days.ts'
import { volumeOn } from './days.ts'
import { demoPackages, type DemoPackage } from './packages.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'

export type Price = { id: string; item: DemoPackage; at: number }

/** One row per package, as entered some months ago. */
export function refundPrices(now: Date): Price[] {
  const random = randomOf('prices')
  const entered = instantAt(addDays(todayVn(now), -110), 9.5)
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

/** Entries of a day: today pro rata, but at least one. */
function entriesOn(day: string, aDay: number, now: Date, random: Random): number {
  const today = todayVn(now)
  const wanted = aDay * volumeOn(day, today)
  const drawn = Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0)
  if (day < today) return weekdayOf(day) === 0 ? 0 : drawn
  const elapsed = Math.min(
    1,
    Math.max(0, now.getTime() - instantAt(today, 8)) / (instantAt(today, 17.5) - instantAt(today, 8)),
  )
  return Math.max(1, Math.round(drawn * elapsed))
}

const notes = ['Đã có hoá đơn', 'Chờ hoá đơn', 'Thanh toán tiền mặt', 'Chuyển khoản', 'Tạm ứng'] as const

type Items = readonly [CostItem, ...CostItem[]]

function costOn(day: string, items: Items, now: Date, random: Random): Cost {
  const time = Math.min(instantAt(day, 8 + random.next() * 9), now.getTime() - random.int(1, 600) * 1000)
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
}

/** Expenses of the quarter, with this many entries on a working day. Those of a past day are the same at any `now`. */
function costsOf(name: string, items: Items, aDay: number, now: Date): Cost[] {
  const costs: Cost[] = []
  for (let day = monthsOf(now)[0]; day <= todayVn(now); day = addDays(day, 1)) {
    const random = randomOf(`${name} ${day}`)
    for (let remaining = entriesOn(day, aDay, now, random); remaining > 0; remaining--)
      costs.push(costOn(day, items, now, random))
  }
  return costs
}

/** The three registers by their table. */
export const demoCosts = (now: Date): Record<'chiphiquanly' | 'chiphihotro' | 'chiphikhac', Cost[]> => ({
  chiphiquanly: costsOf('costs', costItems, 2.8, now),
  chiphihotro: costsOf('support costs', supportItems, 0.8, now),
  chiphikhac: costsOf('other costs', otherItems, 0.6, now),
})
