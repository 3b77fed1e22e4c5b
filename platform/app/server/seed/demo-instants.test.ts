/** The demo of any instant is consistent: in short and long quarters, at every hour of a day. */
import { afterEach, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { demoAt } from '#test/organisation.ts'
import { longRun, rounds } from '#test/rounds.ts'
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import { hour, monthsOf } from './demo-days.ts'
import { readRecording } from './demo-load.ts'
import { demoAccounts, newcomers } from './organisation.ts'

/** The first with every change: the shortest quarter, before working hours. */
const instants = [
  ['on the first of a month before work', '2026-12-01T00:10:00Z'],
  ['on a Sunday noon, the last of the longest quarter', '2027-01-31T05:00:00Z'],
  ['shortly after midnight, after a Sunday', '2026-11-29T17:10:00Z'],
  ['in an afternoon', '2026-11-18T09:40:00Z'],
  ['late in the evening of the last of a month', '2026-10-31T16:52:00Z'],
  ['on the first of March', '2027-03-01T08:00:00Z'],
  ['in a leap year', '2028-03-01T08:00:00Z'],
] as const

/** Every hour of a Tuesday. */
const hours = Array.from(
  { length: 24 },
  (_, n) => new Date(Date.parse(dayStart('2026-11-24')) + n * hour + 17_000),
)

/** Tables filled by the closings and the bell. */
const after = ['bell_notices', 'payroll_closing', 'payroll_closed_row', 'payslip_message', 'payslip_confirmation', 'radar_seen', 'balances', 'floor_people'] // prettier-ignore

let database: TestDatabase | undefined
afterEach(async () => {
  await database?.drop()
  database = undefined
})

const rowsOf = async ({ pool }: TestDatabase, statement: string) =>
  (await pool.query<Record<string, unknown>>(statement)).rows

async function holdsTogether(now: Date): Promise<void> {
  database = await demoAt(now)
  expect(await brokenInvariants(database.pool)).toEqual({})
  const today = todayVn(now)
  const [before, last, running] = monthsOf(now)
  const [row] = await rowsOf(
    database,
    `
    SELECT (SELECT count(*)::int FROM care_history WHERE created_at > now()) AS future,
      (SELECT min(created_at) >= month_start('${before}') FROM care_history) AS lately,
      (SELECT count(*) > 3 FROM care_history WHERE created_at >= day_start('${today}')) AS today,
      (SELECT count(*)::int FROM customer WHERE stage = 'open') AS calling,
      (SELECT count(*)::int FROM customer WHERE stage = 'open' AND claimed_at < now() - interval '22 minutes') AS late,
      (SELECT count(*) > 9 FROM customer WHERE appointment_at > now()) AS coming,
      (SELECT count(*)::int FROM blacklist) AS blacklist,
      (SELECT array_agg(thang::text ORDER BY thang) FROM payroll_closing) AS closed,
      (SELECT count(*)::int FROM timekeeping WHERE thang <> date_trunc('month', ngay) OR ngay > '${today}' OR extract(isodow FROM ngay) = 7 AND ngay <> '${addDays(today, -1)}') AS misplaced,
      (SELECT count(*)::int FROM mesbank WHERE datetime > now()) + (SELECT count(*)::int FROM movements WHERE at > now())
        + (SELECT count(*)::int FROM revenue_line WHERE ngay_thanh_cong > now()) + (SELECT count(*)::int FROM audit_log WHERE at > now()) AS early,
      (SELECT count(*)::int FROM revenue_line WHERE named_at IS NULL AND ngay_thanh_cong < month_start('${running}') AND line_id = id
        AND kenh <> 'Đại lý') AS unnamed,
      (SELECT count(*)::int FROM (SELECT created_at AT TIME ZONE 'Asia/Ho_Chi_Minh' AS t FROM care_history) c WHERE t::date < '${today}'
        AND (extract(isodow FROM t) = 7 OR NOT (t::time BETWEEN '08:00' AND '11:45' OR t::time BETWEEN '13:15' AND '17:30'))) AS outside,
      (SELECT count(*)::int FROM timekeeping WHERE username = 'sal112' AND thang < '${running}') AS strayed,
      (SELECT max("hoaHongDichVu") <= ${(400_000 * (Number(today.slice(8)) - 1)) / 31 + 5_000} FROM payroll_input WHERE thang = '${running}') AS growing,
      (SELECT count(DISTINCT username)::int FROM care_history) AS callers`,
  )
  expect(row).toEqual({
    future: 0,
    lately: true,
    today: true,
    calling: 11,
    late: 0,
    coming: true,
    blacklist: 300,
    closed: [before, last],
    misplaced: 0,
    early: 0,
    unnamed: 0,
    outside: 0,
    strayed: 0,
    growing: true,
    callers: [...demoAccounts, ...newcomers].filter(({ priority }) => priority === 5).length,
  })
  const { tables } = await readRecording()
  for (const name of [...tables.map(({ table }) => table), ...after])
    expect([name, (await rowsOf(database, `SELECT FROM ${name} LIMIT 1`)).length]).toEqual([name, 1])
  // Working days without calls of a salesperson who was present.
  const idle = await rowsOf(
    database,
    `SELECT username, day FROM (SELECT username, (created_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS day, count(*) AS n FROM care_history GROUP BY 1, 2) d
     WHERE n < 5 AND day < '${today}'`,
  )
  expect(idle).toEqual([])
}

test.each(instants.slice(0, rounds(1, instants.length)))(
  'the demo is consistent when started %s',
  (_, instant) => holdsTogether(new Date(instant)),
  150_000,
)

test.runIf(longRun).each(hours)('the demo is consistent when started at %s', holdsTogether, 150_000)
