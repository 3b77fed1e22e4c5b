/**
 * The numbers and working times of people who began on the last working day
 * (platform/app/server/seed/demo-newcomers.ts).
 */
import { todayVn } from '#kit/contract/dates.ts'
import { instantAt, hour, minute, workdayBefore } from '#platform/app/server/seed/demo-days.ts'
import { createdDay } from '#platform/app/server/seed/demo-newcomers.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'
import { newcomers } from '#platform/app/server/seed/organisation.ts'
import { lastAppointments } from './appointments.ts'
import { slotsUntil } from './days.ts'
import { leftWith, move, type DemoFile, type Ledger } from './ledger.ts'
import type { Seller, SellerDay } from './seller-day.ts'

const leader = 'leader11'

/** Minutes without a call before the start, calls on an ordinary day, and their success. */
const habits: Readonly<Record<string, readonly [quiet: number, pace: number, skill: number]>> = {
  sale114: [25, 28, 0.8],
  sale115: [7, 30, 0.9],
  sale116: [18, 27, 0.7],
  sale117: [6, 26, 0.8],
  sale118: [3, 36, 1],
  sale119: [9, 32, 0.9],
  sale120: [4, 38, 1.1],
  sale130: [5, 34, 0.9],
}

/** Their first day of work. */
export const firstDay = (now: Date): string => workdayBefore(todayVn(now))

/** The first list of customers of the newcomers. */
export const firstList = (now: Date) =>
  ({
    kind: 'list',
    name: 'khach-cho-nguoi-moi',
    owner: 'chinhanh1',
    rows: 1000,
    carriers: ['VinaPhone', 'MobiFone'],
    day: createdDay(now),
    clock: 11,
  }) as const

/** How many numbers of the list each one gets. */
export const firstNumbers: readonly (readonly [string, number])[] = newcomers.map(({ username }) => [
  username,
  120,
])

/**
 * The leader's remaining numbers of a file in use go to the newcomers, so that they have their own quantity of it
 * like their colleagues.
 */
export function giveToNewcomers(file: DemoFile, now: Date, ledger: Ledger): void {
  const time = Math.max(file.uploadedAt, instantAt(createdDay(now), 14)) + 2 * hour
  const pool = leftWith(file, leader)
  const share = Math.floor(pool.length / newcomers.length)
  const id = randomOf(`newcomers ${file.id}`).uuid(time)
  const before = { ...file.quotas }
  for (const { username } of newcomers) {
    const numbers = pool.splice(pool.length - share)
    for (const number of numbers)
      move(ledger, number, {
        kind: 'split',
        by: leader,
        at: time,
        batch: id,
        holder: username,
        stage: 'left',
        status: 'ASSIGNED',
      })
    leftWith(file, username).push(...numbers)
    file.quotas[username] = share
  }
  const moved = share * newcomers.length
  file.batches.push({ id, by: leader, at: time, moved, before, after: { ...file.quotas } })
}

/** Their working times: a day before, and today until shortly before `now`. */
export function newcomerDesks(now: Date): SellerDay[] {
  const since = instantAt(firstDay(now), 0)
  const outcomes = randomOf('calls of newcomers')
  return newcomers.map(({ username, brand = '', group = null }, n) => {
    const [quiet, pace, skill] = habits[username] ?? [5, 20, 1]
    const seller: Seller = { username, leader: group, branch: brand, pace, skill }
    const slots = slotsUntil(now.getTime() - quiet * minute, now, pace, randomOf(`days of ${username}`))
    const worked = slots.filter(({ start }) => start >= since)
    // A fixed even place: overdue appointments come from the calls themselves.
    const fixed = lastAppointments(worked, 2 * (n % 4), now)
    return { ...seller, slots: worked, fixed, outcomes, appointments: [], unanswered: [], owed: 0 }
  })
}
