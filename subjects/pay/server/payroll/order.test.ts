/** Months are the same in whatever order events arrive; and money is rounded half up, in one place. */
import { basename } from 'node:path'
import * as fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { divideHalfUp, roundHalfUp } from '#kit/contract/money.ts'
import { amountFor, transferAmount } from '#subjects/money/contract/refund-amounts.ts'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { addClockings, addPrices, asSettings, firstParameters, vn } from '#test/payroll-books.ts'
import { rounds } from '#test/rounds.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { ownTree, routineFiles } from '#platform/server/db/sql-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await organisationDatabase()
  await addPrices(database.pool)
})
afterAll(() => database.drop())

const people = ['sale111', 'sale112', 'sale121', 'sale211', 'leader11']
const start = vn('2024-03-15 09:00').getTime()
const hour = 3_600_000
/** Ids are derived from numbers, so that the same facts have the same ids in every order. */
const idOf = (kind: number, n: number): string =>
  `0000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`

type Report = {
  source: string
  phone: number
  at: number
  owner: string
  price: number
  difference: number
  ratio: number
  /** Later manual values: a late failure, another owner. */
  set: { status: string | null; owner: string | null; ratio: number | null } | null
}
type Asked = {
  phone: number
  at: number
  staff: string
  type: number
  other: number
  recovery: string | null
}
type Month = {
  reports: Report[]
  asked: Asked[]
  /** Decision on the first request of each number. */
  decided: number[]
  /** Numbers whose lines a user deletes. */
  deleted: number[]
  worked: { user: string; day: number; until: number }[]
  typed: { user: string; bonus: number; sanction: number; days: number | null }[]
}

const anybody = fc.constantFrom(...people)
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 2 })
// Few numbers and times, half of them around the end of a month, so that many events interact.
const phone = fc.nat(2)
const anyTime = fc.oneof(
  fc.nat(9).map((n) => start + n * 6 * hour),
  fc.nat(9).map((n) => vn('2024-03-31 12:00').getTime() + n * 4 * hour),
)
const report: fc.Arbitrary<Report> = fc.record({
  source: fc.constantFrom('mfy', '9084', '9084new2', '9332', 'ketqua', 'import'),
  phone,
  at: anyTime,
  owner: anybody,
  price: fc.nat(2_000_001),
  difference: fc.integer({ min: -200_001, max: 200_001 }),
  ratio: fc.constantFrom(100, 90, 33.33, 0),
  set: maybe(
    fc.record({
      status: maybe(fc.constantFrom('FAILD', 'SUCCESS')),
      owner: maybe(anybody),
      ratio: maybe(fc.nat(100)),
    }),
  ),
})
const request: fc.Arbitrary<Asked> = fc.record({
  phone,
  at: anyTime,
  staff: anybody,
  type: fc.constantFrom(1, 2, 4),
  other: fc.nat(50_001),
  recovery: maybe(fc.constantFrom('truy_thu', 'truy_thu', 'truy_thu', 'da_truy_thu', 'binh_thuong')),
})
const month: fc.Arbitrary<Month> = fc.record({
  reports: fc.array(report, { minLength: 4, maxLength: 10 }),
  asked: fc.array(request, { minLength: 2, maxLength: 5 }),
  decided: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(-9999, -9999, -10_000, -10_005, 0))),
  deleted: fc.uniqueArray(phone, { maxLength: 1 }),
  worked: fc.array(
    fc.record({
      user: anybody,
      day: fc.integer({ min: 1, max: 28 }),
      until: fc.integer({ min: 9, max: 18 }),
    }),
    { maxLength: 4 },
  ),
  typed: fc.uniqueArray(
    fc.record({
      user: anybody,
      bonus: fc.nat(900_001),
      sanction: fc.nat(90_001),
      days: maybe(fc.nat(52).map((n) => n / 2)),
    }),
    { maxLength: 3, selector: (one) => one.user },
  ),
})

type Event = { run: (db: Queryable) => Promise<unknown>; after: Event[] }

/** Events of a month, each with the events it must come after. */
function eventsOf({ reports, asked, decided, deleted, worked, typed }: Month): Event[] {
  const number = (n: number): string => String(910_000_000 + n)
  const event = (run: Event['run'], after: Event[] = []): Event => ({ run, after })
  const lines = reports.map((one, n) => {
    const id = idOf(1, n)
    return event((db) =>
      db.query(sql`
        INSERT INTO revenue_line (id, track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, doanh_thu, chenh_lech, own_ti_le,
          username_he_thong, own_username)
        VALUES (${id}, ${one.source}, ${id}, ${number(one.phone)}, 'VD90', ${new Date(one.at)}, ${one.price}, ${one.difference},
          ${one.ratio}, ${one.owner}, ${one.owner})`),
    )
  })
  const requests = asked.map((one, n) =>
    event((db) =>
      db.query(sql`
        INSERT INTO requestrefund (id, staff_username, staff_fullname, number_phone, package_code, request_type, request_method,
          other_refund, created_time)
        VALUES (${idOf(2, n)}, ${one.staff}, '', ${number(one.phone)}, 'VD90', ${one.type}, 1, ${one.other}, ${new Date(one.at)})`),
    ),
  )
  const of = <T extends { phone: number }>(source: readonly T[], made: Event[], phoneOf: number): Event[] =>
    made.filter((_, n) => source[n]?.phone === phoneOf)
  const settings = reports.flatMap(({ set }, n) => {
    const [line] = lines.slice(n)
    if (!set || !line) return []
    // Precedence follows the time of the statement, not of its arrival.
    return event(
      (db) =>
        db.query(sql`
        UPDATE revenue_line SET set_status = ${set.status}, set_username = ${set.owner}, set_ti_le = ${set.ratio},
          set_at = ${new Date(start + n * hour)} WHERE id = ${idOf(1, n)}`),
      [line],
    )
  })
  const recoveries = asked.flatMap(({ recovery }, n) => {
    const [made] = requests.slice(n)
    if (recovery === null || !made) return []
    return event(
      (db) =>
        db.query(sql`
        UPDATE requestrefund SET trang_thai_truy_thu_hoan_theo_goi = ${recovery},
          username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'admin' WHERE id = ${idOf(2, n)}`),
      [made],
    )
  })
  const deletions = deleted.map((n) =>
    event(
      (db) =>
        db.query(sql`
        UPDATE revenue_line SET deleted_at = '2024-05-01', deleted_by = 'admin'
        WHERE line_id = id AND so_dien_thoai_cs = ${number(n)} AND track0 IN ('mfy', '9332', 'import')`),
      of(reports, lines, n),
    ),
  )
  // A decided refund keeps its line (D3-LINE-02), so a decision must come after all events of its number.
  const decisions = decided.flatMap((code, n) => {
    const first = asked.findIndex((one) => one.phone === n)
    if (first === -1 || code === 0) return []
    return event(
      (db) =>
        db.query(sql`
        UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = ${code} WHERE id = ${idOf(2, first)}`),
      [...of(reports, lines, n), ...of(asked, requests, n), ...deletions],
    )
  })
  const days = worked.map(({ user: username, day, until }) =>
    event((db) =>
      addClockings(db, '2024-03', [
        {
          username,
          day: `2024-03-${String(day).padStart(2, '0')}`,
          in: 28_800,
          out: until * 3600,
          decision: null,
        },
      ]),
    ),
  )
  const amounts = typed.map((one) =>
    event((db) =>
      db.query(sql`
        INSERT INTO payroll_input (username, thang, "thiDuaThang", "cheTaiKhac", ngay_cong, updated_by)
        VALUES (${one.user}, '2024-03-01', ${one.bonus}, ${one.sanction}, ${one.days}, 'admin')`),
    ),
  )
  return [...lines, ...requests, ...settings, ...recoveries, ...deletions, ...decisions, ...days, ...amounts]
}

/** Orders the events by their weights, each after the events it needs. */
function inOrder(events: readonly Event[], weights: readonly number[]): Event[] {
  const remaining = events.map((event, n) => ({ event, weight: weights[n % weights.length] ?? 0, n }))
  const done: Event[] = []
  while (remaining.length > 0) {
    const ready = remaining.filter(({ event }) => event.after.every((needed) => done.includes(needed)))
    const [next] = ready.toSorted((a, b) => a.weight - b.weight || a.n - b.n)
    if (!next) throw new Error('events wait for each other')
    done.push(next.event)
    remaining.splice(remaining.indexOf(next), 1)
  }
  return done
}

const defaults = JSON.stringify(asSettings(firstParameters))

/** All figures of both months: pay of everybody, figures by unit, and the result of the operation. */
async function figuresOf(db: Queryable): Promise<Record<string, unknown>> {
  const figures: Record<string, unknown> = {}
  for (const first of ['2024-03-01', '2024-04-01']) {
    figures[`pay ${first}`] = (
      await db.query(sql`SELECT * FROM payroll_rows(${first}, ${defaults}, NULL) ORDER BY username`)
    ).rows
    figures[`earned ${first}`] = (
      await db.query(
        sql`SELECT * FROM revenue_between(${first}::date, (${first}::date + interval '1 month - 1 day')::date)`,
      )
    ).rows
  }
  figures.lines = (
    await db.query(sql`
      SELECT line_id, id, username_nv, status, ti_le_doanh_thu, doanh_thu_tinh_luong, tien_hoan, request_id, brand_id, group_id,
        deleted_at IS NULL AS stands FROM revenue_line ORDER BY id`)
  ).rows
  figures.refunds = (
    await db.query(sql`
      SELECT id, hieu_luc, trang_thai_truy_thu_hoan_theo_goi, trang_thai_truy_thu_hoan_them, brand_id, group_id
      FROM requestrefund ORDER BY id`)
  ).rows
  return figures
}

/** The figures after the events in this order; rolled back afterwards. */
async function afterAllOf(events: readonly Event[]): Promise<Record<string, unknown>> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    for (const { run } of events) await run(client)
    return await figuresOf(client)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

test('D3-PAY-01, D3-LINE-01, D3-LINE-02: any order of lines, refunds, recoveries, late failures and reassignments gives the same months (D2-DREV-32, D2-REVF-08, D2-PAYF-27)', async () => {
  const met = { refunds: 0, reports: 0, owed: 0 }
  await fc.assert(
    fc.asyncProperty(month, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), async (facts, weights) => {
      const events = eventsOf(facts)
      const [plain, shuffled] = [await afterAllOf(events), await afterAllOf(inOrder(events, weights))]
      expect(shuffled).toEqual(plain)
      const lines = plain.lines as { id: string; line_id: string; request_id: string | null }[]
      met.refunds += lines.filter(({ request_id: of }) => of !== null).length
      met.reports += lines.filter(({ id, line_id: of }) => id !== of).length
      const pay = plain['pay 2024-03-01'] as { truyThuSauChietKhau: number }[]
      met.owed += pay.filter(({ truyThuSauChietKhau }) => truyThuSauChietKhau > 0).length
    }),
    // Short runs use a fixed seed, so that the interactions in them are known.
    { numRuns: rounds(8, 400), seed: rounds(11, Date.now()) },
  )
  // Months without interactions would prove nothing.
  expect(Math.min(met.refunds, met.reports, met.owed)).toBeGreaterThan(2)
}, 600_000)

test('D2-Q-63: contract and database round half up alike, also below zero', async () => {
  const parts = fc.tuple(fc.integer({ min: -1e13, max: 1e13 }), fc.constantFrom(1, 2, 10, 100, 10_000))
  const values = [
    ...fc.sample(parts, rounds(2_000, 50_000)),
    ...[-5, -4, -1, 1, 4, 5, 15, -15, 25, -25].map((n): [number, number] => [n, 10]),
  ]
  // Halves are too rare in random numbers.
  const halves = fc
    .sample(fc.integer({ min: -1e9, max: 1e9 }), 500)
    .map((n): [number, number] => [2 * n + 1, 2])
  const all = [...values, ...halves]
  const { rows } = await database.pool.query<{ n: number }>(sql`
    SELECT vnd(a.over::numeric / a.under) AS n
    FROM unnest(${all.map(([over]) => over)}::numeric[], ${all.map(([, under]) => under)}::numeric[]) WITH ORDINALITY AS a(over, under, place)
    ORDER BY a.place`)
  const stored = rows.map(({ n }) => n)
  expect(all.map(([over, under]) => divideHalfUp(BigInt(over), BigInt(under)))).toEqual(stored)
  // A double is exact enough up to 10^11 with four decimals.
  const near = all.map(([over, under]) => (Math.abs(over / under) <= 1e11 ? roundHalfUp(over / under) : null))
  expect(near).toEqual(stored.map((n, index) => (near[index] === null ? null : n)))
})

test('D2-Q-63, D2-Q-62, D2-REFUND-59, D2-REFUND-60: the dialogs compute what the database stores', async () => {
  const rate = fc.integer({ min: 0, max: 9_999 }).map((n) => n / 100)
  const all = fc.sample(fc.tuple(fc.integer({ min: 0, max: 1e9 }), rate), rounds(1_000, 20_000))
  const { rows } = await database.pool.query<{ transfer: number; discounted: number; wanted: number }>(sql`
    SELECT transfer_amount(a.amount, a.rate) AS transfer, refund_after_discount(a.amount, a.rate) AS discounted,
      vnd(a.amount * 100 / (100 - a.rate)) AS wanted
    FROM unnest(${all.map(([amount]) => amount)}::bigint[], ${all.map(([, percent]) => percent)}::numeric[]) WITH ORDINALITY
      AS a(amount, rate, place) ORDER BY a.place`)
  expect(
    all.map(([amount, percent]) => ({
      transfer: transferAmount(amount, percent),
      discounted: transferAmount(amount, percent),
      wanted: amountFor(amount, percent),
    })),
  ).toEqual(rows)
})

test('D2-Q-63: the database routines round amounts in one place', async () => {
  const found = (await routineFiles(ownTree)).flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter(
        (line) =>
          /\b(?:round|floor|ceil|ceiling|trunc)\((?!extract)/.test(line) && !line.trim().startsWith('--'),
      )
      .map((line) => `${basename(name)}: ${line.trim().slice(0, 34)}`),
  )
  // Apart from vnd and clocks, two percentages.
  expect(found.toSorted()).toEqual([
    'radar.sql: CASE WHEN c.revenue > 0 THEN round',
    "radar.sql: coalesce(l.fullname, ''), round(c.",
    'refunds.sql: RETURN floor(p_amount + 0.5)::bigi',
  ])
})
