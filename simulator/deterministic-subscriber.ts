/** A subscriber derived from its number, so that repeated requests get the same one. */
import { addDays } from '#kit/contract/dates.ts'
import type { SubscriberType } from '#subjects/registrations/contract/calls/lookup.ts'
import { catalogue, type CataloguePackage } from './catalogue.ts'
import { chanceOf } from './random.ts'

/** One period of a package; `cycle` counts from 1. */
type Registration = {
  package: CataloguePackage
  from: string
  to: string
  cycle: number
  cycles: number
}

export type Subscriber = {
  phone: string
  /** đồng. */
  balance: number
  sim: string
  numberType: string | undefined
  contractDate: string
  limit: number
  limitF1: number
  /** Newest first; the first one is current. */
  registrations: Registration[]
}

const dayNumber = (day: string): number => Math.floor(Date.parse(day) / 86_400_000)

/** Consecutive registrations backwards from the one current on `today`; they shift with time. */
function registrationsOf(phone: string, today: string): Registration[] {
  const chance = chanceOf(phone, 'packages')
  const current = chance.pick(catalogue)
  let to = addDays(today, current.days - 1 - ((dayNumber(today) + chance.between(0, 359)) % current.days))
  return Array.from({ length: chance.between(1, 5) }, (_, back) => {
    const pack = back === 0 ? current : chance.pick(catalogue)
    const cycles = chance.between(1, 12)
    const from = addDays(to, 1 - pack.days)
    const registration = {
      package: pack,
      from,
      to,
      cycle: back === 0 ? chance.between(1, cycles) : cycles,
      cycles,
    }
    to = addDays(from, -1 - chance.between(0, 20))
    return registration
  })
}

/** Numbers that end in 0000 do not exist. */
export const subscriberExists = (phone: string): boolean => !phone.endsWith('0000')

/** The subscriber of 9 digits on a day ('YYYY-MM-DD'). */
export function subscriberOf(phone: string, today: string): Subscriber {
  const chance = chanceOf(phone, 'subscriber')
  return {
    phone,
    balance: chance.happens(0.15) ? 0 : chance.between(1, 2_600) * 100,
    sim: chance.pick(['4G', '4G', '5G', '3G']),
    numberType: chance.happens(0.3)
      ? chance.pick(['Số đẹp', 'Số học sinh - sinh viên', 'Số doanh nghiệp'])
      : undefined,
    contractDate: addDays('2014-01-01', chance.between(0, 3_900)),
    limit: chance.between(1, 10) * 100_000,
    limitF1: chance.between(1, 20) * 50_000,
    registrations: registrationsOf(phone, today),
  }
}

/** The carrier's name of a subscriber type. */
export const typeNames: Record<SubscriberType, string> = { MC: 'Thuê bao trả trước', MG: 'Thuê bao trả sau' }
