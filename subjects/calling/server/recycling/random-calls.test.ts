/**
 * Random rules, files, results and days compared with a naive model of the calling rules (D3-REC-03, D3-RULE-01, D3-RULE-02): rows that
 * share phones, and a blacklist.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#test/clock.ts'
import type { TestDatabase } from '#test/database.ts'
import { organisationAt } from '#test/organisation.ts'
import { clearPools, makePool } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { setSettings } from '#test/settings.ts'
import { planAnew } from './plan.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await organisationAt(new Date('2031-03-03T08:00:00+07:00'))
})
afterAll(() => db.drop())

const minute = 60_000
const day = 24 * 60 * minute
const people = ['sale111', 'sale112', 'sale121'] as const
type Person = (typeof people)[number]
const groupOf: Record<Person, string> = { sale111: 'leader11', sale112: 'leader11', sale121: 'leader12' }
const results = ['KBM', 'KLLĐ', 'REJECTED', 'APPROVED', 'APPOINTMENT'] as const
type Result = (typeof results)[number]
type Like = 'any' | 'other' | 'same'
const parts = ['sang', 'trua', 'chieu', 'toi'] as const

type Rule = {
  after: number
  most: number
  parts: string[]
  part: Like
  caller: Like
  within: number | null
  untilExpiry: boolean
}
type Call = { at: number; by: Person; status: Result }
type Number_ = {
  file: string
  phone: string
  calls: Call[]
  appointment: { by: Person; at: number } | null
  holder: Person | null
}
type Bounds = {
  from: number
  until: number
  dayOff: number
  perPhone: number
  perDays: number
  coolDown: number
}

/** Pseudo-random numbers reproducible from a seed. */
function random(seed: number) {
  let state = seed
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  return { next, of: <T>(list: readonly T[]): T => list[next(list.length)] as T }
}
type Random = ReturnType<typeof random>

/** Vietnamese time of day in minutes, and day of the week (0 is Sunday). */
const local = (instant: number) => {
  const shifted = new Date(instant + 7 * 60 * minute)
  return {
    minutes: shifted.getUTCHours() * 60 + shifted.getUTCMinutes(),
    weekday: shifted.getUTCDay(),
    day: Math.floor(shifted.getTime() / day),
  }
}
const partOf = (instant: number): string => {
  const { minutes } = local(instant)
  if (minutes < 660) return 'sang'
  if (minutes < 810) return 'trua'
  return minutes < 1080 ? 'chieu' : 'toi'
}
const same = (like: Like, isSame: boolean): boolean => like === 'any' || (like === 'same') === isSame

/** Expiry of every number of the test. */
const expiry = '2031-03-20'
const expired = Date.parse('2031-03-21T00:00:00+07:00')

/** Whether the rule of a number's last result allows `person` to call it at `instant`. */
function mayCall(one: Number_, rule: Rule | undefined, person: Person, instant: number): boolean {
  const last = one.calls.at(-1)
  if (!rule || !last || one.calls.length >= rule.most || groupOf[last.by] !== groupOf[person]) return false
  if (instant < last.at + rule.after * minute || !rule.parts.includes(partOf(instant))) return false
  if (!same(rule.part, partOf(last.at) === partOf(instant)) || !same(rule.caller, last.by === person))
    return false
  if (rule.within !== null && instant >= (one.calls[0]?.at ?? 0) + rule.within * day) return false
  return !rule.untilExpiry || instant < expired
}
const open = ({ from, until, dayOff }: Bounds, instant: number): boolean => {
  const { minutes, weekday } = local(instant)
  return minutes >= from && minutes < until && weekday !== dayOff
}
const full = (
  phone: string,
  numbers: readonly Number_[],
  { perPhone, perDays }: Bounds,
  instant: number,
): boolean =>
  numbers
    .filter((one) => one.phone === phone)
    .flatMap(({ calls }) => calls)
    .filter((call) => call.at > instant - perDays * day).length >= perPhone

/** Whether other rows of the phone or the blacklist hold a number back; for an own appointment the caller's own rows do not count. */
function heldByPhone(
  one: Number_,
  numbers: readonly Number_[],
  instant: number,
  restMinutes: number,
  requester: Person | null,
) {
  const others = numbers.filter((other) => other !== one && other.phone === one.phone)
  if (others.some(({ holder, appointment }) => holder || (appointment && appointment.by !== requester)))
    return 'held by another row of the phone'
  const calls = others.flatMap(({ calls: made }) => made)
  const rests = calls.some((call) => call.at > instant - restMinutes * minute && call.by !== requester)
  return rests ? 'its phone was called a short while ago' : null
}

const randomRule = ({ next, of }: Random): Rule => ({
  after: of([15, 60, 240, 1440]),
  most: 2 + next(4),
  parts: next(3) === 0 ? [...parts] : parts.filter(() => next(3) > 0).concat(of(parts)),
  part: of(['any', 'other', 'same']),
  caller: of(['any', 'any', 'other', 'same']),
  within: next(2) ? null : 1 + next(6),
  untilExpiry: next(2) === 0,
})
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

async function writeRules(file: string | null, rules: Partial<Record<Result, Rule>>): Promise<void> {
  for (const status of ['KBM', 'KLLĐ', 'REJECTED'] as const) {
    const rule = rules[status]
    await db.pool.query(sql`
      INSERT INTO recycle_rules (file_id, status, active, active_since, after_minutes, most, parts, part, caller, within_days, until_expiry)
      VALUES (${file}, ${status}, ${rule !== undefined}, '2031-01-01', ${rule?.after ?? 60}, ${rule?.most ?? 2},
        ${[...new Set(rule?.parts ?? parts)]}::text[], ${rule?.part ?? 'any'}, ${rule?.caller ?? 'any'}, ${rule?.within ?? null}, ${rule?.untilExpiry ?? false})
      ON CONFLICT (file_id, status) DO UPDATE SET active = EXCLUDED.active, active_since = EXCLUDED.active_since,
        after_minutes = EXCLUDED.after_minutes, most = EXCLUDED.most, parts = EXCLUDED.parts, part = EXCLUDED.part,
        caller = EXCLUDED.caller, within_days = EXCLUDED.within_days, until_expiry = EXCLUDED.until_expiry`)
  }
  if (file)
    await db.pool.query(
      sql`INSERT INTO recycle_files VALUES (${file}, 'own') ON CONFLICT (file_id) DO UPDATE SET mode = 'own'`,
    )
}

type Handed = { id: string; source: string; opens: Date | null; more: boolean }

async function claim(person: Person, reason: string | null): Promise<Handed | null> {
  const { rows } = await db.pool.query<Handed & { given: boolean }>(sql`
    SELECT n.given, n.customer_id AS id, n.body::json -> 'value' ->> 'source' AS source, n.opens_at AS opens, n.more
    FROM users u, next_care(u.id, u.username, ${reason}) n WHERE u.username = ${person}`)
  const [handed] = rows
  return handed?.given ? handed : null
}

async function record(person: Person, id: string, status: Result, appointment: Date | null): Promise<void> {
  await db.pool.query(sql`
    WITH movement AS MATERIALIZED (SELECT set_config('vas.movement', 'result', true))
    UPDATE customer c SET stage = 'called', status = ${status === 'APPROVED' ? 'APPROVED' : 'TAKECARE'}, appointment_at = ${appointment}
    FROM movement WHERE c.id = ${id}`)
  await db.pool.query(sql`
    INSERT INTO care_history (customer_id, user_id, username, phone, status, appointment_at)
    SELECT c.id, u.id, u.username, c.phone, ${status}, ${appointment} FROM customer c, users u
    WHERE c.id = ${id} AND u.username = ${person}`)
}

/** Plays so many steps of a seed; checks every hand-out, and that no number was wrongly withheld. */
async function play(seed: number, steps: number): Promise<{ again: number; refused: number }> {
  const chance = random(seed)
  const { next, of } = chance
  await clearPools(db.pool)
  await db.pool.query(
    'DELETE FROM settings; DELETE FROM recycle_files; DELETE FROM recycle_rules WHERE file_id IS NOT NULL; DELETE FROM recycling; DELETE FROM blacklist',
  )
  let now = Date.parse('2031-03-03T08:00:00+07:00')
  await setClock(db.pool, new Date(now))
  const bounds: Bounds = {
    from: of([0, 480]),
    until: of([1440, 1260]),
    dayOff: of([-1, 0]),
    perPhone: of([1000, 3, 4]),
    perDays: 1 + next(5),
    coolDown: of([0, 24]),
  }
  await setSettings(db.pool, {
    'care.coolDownHours': bounds.coolDown,
    ...(bounds.from > 0 && { 'care.from': clock(bounds.from) }),
    ...(bounds.until < 1440 && { 'care.until': clock(bounds.until) }),
    ...(bounds.dayOff === 0 && { 'care.daysOff': ['Chủ nhật'] }),
    ...(bounds.perPhone < 1000 && {
      'care.callsPerPhone': bounds.perPhone,
      'care.callsPerDays': bounds.perDays,
    }),
  })
  const numbers = new Map<string, Number_>()
  const rules = new Map<string, Partial<Record<Result, Rule>>>()
  const draw = (): Partial<Record<Result, Rule>> => ({
    KBM: randomRule(chance),
    ...(next(3) > 0 && { KLLĐ: randomRule(chance) }),
    ...(next(3) === 0 && { REJECTED: randomRule(chance) }),
  })
  // Phones with two packages, some of them once more in a second file.
  const files = [
    await makePool(db.pool, { rows: 3, packages: ['VD90', 'VD120'] }),
    await makePool(db.pool, { rows: 4 }),
  ]
  await db.pool.query(sql`
    UPDATE customer c SET phone = f.phone FROM customer f
    WHERE c.file_id = ${files[1]} AND f.file_id = ${files[0]} AND f.package = 'VD90' AND f.rank = c.rank AND c.rank < 3`)
  await db.pool.query(
    sql`UPDATE customer SET "packageExpiredAt" = ${expiry} WHERE file_id = ANY (${files}::uuid[])`,
  )
  await db.pool.query(sql`
    INSERT INTO data_options (user_id, files, ngay, tu_ngay) SELECT id, ${files}::uuid[], '{}', '2031-03-01' FROM users WHERE username = 'chinhanh1'`)
  const shared = draw()
  await writeRules(null, shared)
  for (const file of files) rules.set(file, shared)
  const { rows } = await db.pool.query<{ id: string; file: string; phone: string }>(sql`
    SELECT id, file_id AS file, phone FROM customer WHERE file_id = ANY (${files}::uuid[])`)
  for (const { id, file, phone } of rows)
    numbers.set(id, { file, phone, calls: [], appointment: null, holder: null })
  const all = [...numbers.values()]
  const blocked = new Set<string>()
  let [again, refused] = [0, 0]
  const inHand = new Map<Person, string>()

  /** Describes what is wrong with a hand-out; null when it is right. */
  const faultOf = (handed: Handed, person: Person): string | null => {
    const one = numbers.get(handed.id)
    const last = one?.calls.at(-1)
    if (!one) return 'a number of no file'
    if (full(one.phone, all, bounds, now)) return 'too many calls of the phone'
    if (blocked.has(one.phone)) return 'in the blacklist'
    if (one.holder) return 'in the hand of another'
    const phoneFault = heldByPhone(
      one,
      all,
      now,
      bounds.coolDown * 60,
      handed.source === 'appointment' ? person : null,
    )
    if (phoneFault) return phoneFault
    if (handed.source === 'appointment')
      return one.appointment?.by === person ? null : 'the appointment of another'
    if (!open(bounds, now)) return 'outside calling hours'
    if (one.appointment) return 'somebody has an appointment'
    if (handed.source === 'pool') return one.calls.length === 0 ? null : 'called before'
    return last && mayCall(one, rules.get(one.file)?.[last.status], person, now) ? null : 'not by its rule'
  }
  /** Numbers due by a rule for `person` now; those held by another row are looked at again within the hour. */
  const waitsFor = (person: Person): Number_[] =>
    all.filter((one) => {
      const status = one.calls.at(-1)?.status
      const isHeld =
        one.appointment ??
        one.holder ??
        heldByPhone(one, all, now, Math.max(60, bounds.coolDown * 60), null) ??
        (blocked.has(one.phone) || full(one.phone, all, bounds, now))
      return (
        status && !isHeld && open(bounds, now) && mayCall(one, rules.get(one.file)?.[status], person, now)
      )
    })
  const judge = (handed: Handed | null, person: Person): void => {
    const fault = handed && faultOf(handed, person)
    // A number due by a rule must not wait while a new number, or none, is handed out.
    const lost = !handed || handed.source === 'pool' ? waitsFor(person) : []
    if (fault !== null || lost.length > 0)
      throw new Error(
        JSON.stringify({
          fault,
          lost,
          seed,
          now: new Date(now),
          who: person,
          handed,
          bounds,
          rules: [...rules],
        }),
      )
    if (handed?.source === 'recycle') again += 1
    if (!handed || handed.source === 'pool') refused += 1
  }

  for (let step = 0; step < steps; step += 1) {
    now += of([7, 31, 95, 240, 700]) * minute
    await setClock(db.pool, new Date(now))
    if (next(40) === 0) {
      const file = of(files)
      const ownRules = draw()
      rules.set(file, ownRules)
      await writeRules(file, ownRules)
      await db.pool.query(
        `INSERT INTO backfills VALUES ('recycling', '00000000-0000-0000-0000-000000000000') ON CONFLICT DO NOTHING`,
      )
      await planAnew(db)
    }
    if (next(50) === 0) {
      const { phone } = of(all)
      blocked.add(phone)
      await db.pool.query(
        sql`INSERT INTO blacklist (phone_number, description) SELECT ${phone}, 'Không gọi' WHERE NOT EXISTS (SELECT FROM blacklist WHERE phone_number = ${phone})`,
      )
    }
    const person = of(people)
    const heldId = inHand.get(person)
    if (heldId !== undefined) {
      const one = numbers.get(heldId) as Number_
      const status = next(3) > 0 ? 'KBM' : of(results)
      const appointmentAt = status === 'APPOINTMENT' ? now + (1 + next(1500)) * minute : null
      await record(person, heldId, status, appointmentAt === null ? null : new Date(appointmentAt))
      one.calls.push({ at: now, by: person, status })
      one.appointment = appointmentAt === null ? null : { by: person, at: appointmentAt }
      one.holder = null
      inHand.delete(person)
      continue
    }
    const reason = next(3) === 0 ? 'Khách hẹn' : null
    const handed = await claim(person, reason)
    judge(handed, person)
    if (!handed) continue
    inHand.set(person, handed.id)
    ;(numbers.get(handed.id) as Number_).holder = person
  }
  return { again, refused }
}

test('with random rules, results, files and days no number is called sooner, more often, by others or at other times than its rules allow, and none is lost (D3-REC-03)', async () => {
  let [again, refused] = [0, 0]
  for (let seed = 1; seed <= rounds(4, 120); seed += 1) {
    const played = await play(seed * 7919, 120)
    again += played.again
    refused += played.refused
  }
  // Both must occur often enough for the checks to mean anything.
  expect(again).toBeGreaterThan(rounds(12, 400))
  expect(refused).toBeGreaterThan(rounds(30, 1000))
})
