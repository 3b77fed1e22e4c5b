/** The demo's clock times and typed amounts of its quarter, and a changed parameter. */
import sql from 'sql-template-tag'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { typedNames, type TypedAmount } from '#subjects/pay/contract/pay-lists.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { monthsOf } from '#platform/app/server/seed/demo-days.ts'
import { firstDay } from './newcomers.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { demoAccounts, newcomers } from '#platform/app/server/seed/organisation.ts'

type Clocking = {
  id: string
  username: string
  month: string
  day: string
  /** Seconds after 00:00; null when forgotten. */
  from: number | null
  until: number | null
  importId: string
}
type Typed = { username: string; month: string; basis: string | null } & Partial<Record<TypedAmount, number>>
export type DemoPayroll = { clockings: Clocking[]; typed: Typed[]; since: string }

const namesOf = (is: (priority: number) => boolean): string[] =>
  demoAccounts.filter(({ priority }) => is(priority)).map(({ username }) => username)

/** People who clock in: branches, leaders and salespeople, and the office, which has nothing typed; not partners. */
const clocking = namesOf((priority) => priority >= 3 && priority <= 5)
const office = namesOf((priority) => priority === 6)
const newest = newcomers.map(({ username }) => username)
const sunday = 0
const saturday = 6

/** One day of a person: a full day, a Saturday morning, half a day off, sometimes a forgotten or repeated row. */
function dayOf(random: Random, username: string, day: string, importId: string): Clocking[] {
  const weekday = new Date(day).getUTCDay()
  if (weekday === sunday || random.chance(0.03)) return []
  const from = 8 * 3600 + random.int(-1_500, 1_200)
  const half = weekday === saturday || random.chance(0.04)
  const until = (half ? 12 : 17) * 3600 + random.int(0, 2_400)
  const row = (begin: number | null, end: number | null): Clocking => ({
    id: random.uuid(Date.parse(day)),
    username,
    month: `${day.slice(0, 7)}-01`,
    day,
    from: begin,
    until: end,
    importId,
  })
  if (random.chance(0.012)) return [row(from, null)]
  if (random.chance(0.006)) return [row(from, until), row(from + 60, until)]
  if (random.chance(0.03) && !half) return [row(from, 11 * 3600 + 2_400), row(13 * 3600, until)]
  return [row(from, until)]
}

/** Typed amounts of a person in a month, of which the share `gone` has passed. */
function typedOf(random: Random, username: string, month: string, elapsed: number): Typed {
  const randomAmount = (share: number, step: number, most: number): number =>
    random.chance(share) ? Math.round(random.int(1, most) * elapsed) * step : 0
  const sanction = randomAmount(0.18, 50_000, 6)
  return {
    username,
    month,
    hoaHongDichVu: randomAmount(0.6, 25_000, 16),
    hoaHongSim: randomAmount(0.5, 50_000, 6),
    thiDuaThang: randomAmount(0.4, 100_000, 5),
    thuongKhuyenKhich: randomAmount(0.35, 100_000, 3),
    hoTroBaoHiemXaHoi: randomAmount(0.2, 250_000, 1),
    nhanKhac: randomAmount(0.15, 40_000, 4),
    baoHiemXaHoi: random.chance(0.8) && elapsed === 1 ? 525_000 : 0,
    cheTaiKhieuNai: sanction,
    kyQuyTamUng: randomAmount(0.25, 500_000, 3),
    basis: sanction > 0 && random.chance(0.6) ? 'Biên bản khiếu nại của khách, điều 12 nội quy' : null,
  }
}

/** Wrong rows of this month: an unknown name, and a night without work. */
const wrong = [
  { username: 'sal112', from: 8 * 3600, until: 17 * 3600 },
  { username: 'sale212', from: 8 * 3600, until: 25 * 3600 },
] as const

/** The three months up to yesterday. */
export function payrollOf(now: Date): DemoPayroll {
  const random = randomOf('payroll')
  const today = todayVn(now)
  const months = monthsOf(now)
  const [before, , since] = months
  const imports = new Map(months.map((month) => [month, random.uuid(Date.parse(month))]))
  const importOf = (day: string): string => imports.get(`${day.slice(0, 7)}-01`) ?? ''
  const days: string[] = []
  for (let day = before; day < today; day = addDays(day, 1)) days.push(day)
  const clockingsOf = (people: readonly string[], draw: Random): Clocking[] =>
    people.flatMap((username) => days.flatMap((day) => dayOf(draw, username, day, importOf(day))))
  const began = firstDay(now)
  const ordinary = [
    ...clockingsOf(clocking, random),
    ...clockingsOf(office, randomOf('payroll office')),
    ...clockingsOf(newest, randomOf('payroll newcomers')).filter(({ day }) => day >= began),
  ]
  const yesterday = addDays(today, -1)
  const odd = wrong.map((row) => ({
    ...row,
    id: random.uuid(Date.parse(yesterday)),
    month: since,
    day: yesterday,
    importId: importOf(since),
  }))
  const elapsed = (month: string): number => (month === since ? (Number(today.slice(8)) - 1) / 31 : 1)
  return {
    since,
    clockings: [...ordinary, ...(yesterday >= since ? odd : [])],
    typed: clocking.flatMap((username) =>
      months.map((month) => typedOf(random, username, month, elapsed(month))),
    ),
  }
}

/** Writes them; a bonus raised this month shows a dated parameter. */
export async function savePayroll(
  { clockings, typed, since }: DemoPayroll,
  client: PoolClient,
): Promise<void> {
  await copyRows(client, 'timekeeping', clockings, {
    id: ({ id }) => id,
    thang: ({ month }) => month,
    username: ({ username }) => username,
    ngay: ({ day }) => day,
    vao: ({ from }) => from,
    ra: ({ until }) => until,
    import_id: ({ importId }) => importId,
  })
  await copyRows<Typed>(client, 'payroll_input', typed, {
    username: ({ username }) => username,
    thang: ({ month }) => month,
    ...Object.fromEntries(typedNames.map((name) => [name, (row: Typed) => row[name] ?? 0])),
    canCuCheTai: ({ basis }) => basis,
    updated_by: () => 'quanly',
  })
  await client.query(sql`
    INSERT INTO dated_setting (key, tu_ngay, value, ly_do, username)
    VALUES ('tinh_luong_chuyen_can', ${since}, '350000', 'Thông báo tăng thưởng chuyên cần của công ty', 'quanly')`)
}
