/** Invented subscribers: valid mobile prefixes with 000 in the middle, so that no real number is among them. */
import { addDays } from '#kit/contract/dates.ts'
import type { Subscriber } from './ledger.ts'
import { demoPackages, type DemoPackage } from './packages.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'

type Carrier = DemoPackage['carrier']

const prefixes = {
  VinaPhone: ['81', '82', '83', '84', '85', '88', '91', '94'],
  MobiFone: ['70', '76', '77', '78', '79', '89', '90', '93'],
} as const satisfies Record<Carrier, readonly [string, ...string[]]>

/** A source of unique phones of 9 digits. */
export function phoneSource(random: Random): (carrier: Carrier) => string {
  const drawn = new Set<string>()
  return (carrier) => {
    for (;;) {
      const phone = `${random.pick(prefixes[carrier])}000${String(random.int(0, 9999)).padStart(4, '0')}`
      if (!drawn.has(phone)) {
        drawn.add(phone)
        return phone
      }
    }
  }
}

const ofCarrier = (carrier: Carrier): DemoPackage[] => demoPackages.filter((item) => item.carrier === carrier)
const choices: Record<Carrier, DemoPackage[]> = {
  VinaPhone: ofCarrier('VinaPhone'),
  MobiFone: ofCarrier('MobiFone'),
}
/** Most packages last one month. */
const weighted = (carrier: Carrier) => choices[carrier].map((item) => [item, 1 / item.months] as const)
const holdings = { VinaPhone: weighted('VinaPhone'), MobiFone: weighted('MobiFone') }

const perMonth = ({ price, months }: DemoPackage): number => price / Math.min(months, 10)

/** Package → packages that are not a downgrade. */
const better = new Map(
  demoPackages.map((current) => [
    current,
    choices[current.carrier]
      .filter((item) => item !== current && perMonth(item) >= perMonth(current))
      .map(({ code }) => code),
  ]),
)

/** One to four better packages; owners of the best are offered it again. */
function offers(current: DemoPackage, random: Random): string[] {
  const codes = better.get(current) ?? []
  if (codes.length === 0) return [current.code]
  const start = random.int(0, codes.length - 1)
  return [...codes.slice(start), ...codes.slice(0, start)].slice(0, random.int(1, 4))
}

/** The carrier's state name by days left; some are locked for late payment. */
function stateOf(daysLeft: number, random: Random): string {
  if (random.chance(0.03)) return 'Tạm khoá 1 chiều'
  if (daysLeft < 0) return 'Hết hạn'
  return daysLeft <= 7 ? 'Sắp hết hạn' : 'Đang hoạt động'
}

/** A subscriber in the carrier's list of `day`, whose package ended recently or will soon. */
export function subscriber(carrier: Carrier, day: string, phone: string, random: Random): Subscriber {
  const current = random.weighted(holdings[carrier])
  const daysLeft = random.int(-14, 30)
  const expiresAt = addDays(day, daysLeft)
  return {
    phone,
    type: random.chance(0.88) ? 'MC' : 'MG',
    package: current,
    registeredAt: addDays(expiresAt, -30 * current.months),
    expiresAt,
    cycle: random.int(1, 12),
    state: stateOf(daysLeft, random),
    canRegister: offers(current, random),
    freeCycles: current.months === 12 ? random.int(0, 2) : 0,
  }
}
