/** The demo of any instant holds together, and is the same every time. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, todayVn } from '#kit/contract/dates.ts'
import type { TestDatabase } from '#test/database.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { longRun, rounds } from '#test/rounds.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { planDemo, seedDemo } from './demo.ts'
import { demoAccounts } from './organisation.ts'

/** All rows by business keys: account ids differ from database to database. */
async function digest(pool: Pool): Promise<string> {
  const parts = [
    'SELECT phone_number, description, "createdAt" FROM blacklist ORDER BY id',
    'SELECT * FROM giahoantien ORDER BY id',
    'SELECT * FROM chiphiquanly ORDER BY id',
    'SELECT * FROM mesbank ORDER BY id',
    `SELECT c.id, c.phone, c.package, c.status, c.stage, c.rank, c.state, u.username, c.appointment_at
      FROM customer c LEFT JOIN users u ON u.id = c.holder_id ORDER BY c.id`,
    'SELECT id, customer_id, kind, by_username, at FROM movements ORDER BY id',
    'SELECT id, username, status, package, note, created_at FROM care_history ORDER BY id',
    `SELECT id, "SubAgent", "NumberPhone", "PackageCode", "Time", "Status", username_nv
      FROM customer_message_9084 ORDER BY id`,
    'SELECT id, source, msisdn, status, "genDate", username_nv FROM invitation_history ORDER BY id',
  ]
  const hash = createHash('sha256')
  for (const statement of parts) hash.update(JSON.stringify((await pool.query(statement)).rows))
  return hash.digest('hex')
}

/** Every second of them with every change, all in the long run. */
const instants = [
  ['on a Sunday noon', '2026-11-15T05:00:00Z'],
  ['on the first of a month before work', '2026-12-01T00:10:00Z'],
  ['shortly after midnight', '2026-12-01T17:25:00Z'],
  ['on a Monday morning', '2026-11-16T02:30:00Z'],
  ['in an afternoon', '2026-11-18T09:40:00Z'],
  ['late in the evening', '2026-11-18T16:52:00Z'],
  ['on a Friday evening', '2026-11-27T13:40:00Z'],
  ['in a leap year', '2028-03-01T08:00:00Z'],
] as const

describe('the demo of an instant', () => {
  const databases: TestDatabase[] = []
  const filled = async (now: string): Promise<TestDatabase> => {
    const database = await organisationDatabase()
    databases.push(database)
    await seedDemo(database.pool, new Date(now))
    return database
  }
  afterAll(() => Promise.all(databases.map((database) => database.drop())))

  // Each filling is half a minute on a busy machine.
  test.runIf(longRun)(
    'breaks no invariant on a Sunday',
    async () => {
      expect(await brokenInvariants((await filled('2026-11-15T05:00:00Z')).pool)).toEqual({})
    },
    150_000,
  )

  test.runIf(longRun)(
    'is the same every time',
    async () => {
      const now = '2026-11-15T05:00:00Z'
      const [first, second] = [await filled(now), await filled(now)]
      expect(await digest(first.pool)).toBe(await digest(second.pool))
    },
    150_000,
  )

  test.each(instants.filter((_, n) => n % rounds(2, 1) === 0))('holds together %s', (_, instant) => {
    const now = new Date(instant)
    const { files, ledger, cares, blacklist, sales } = planDemo(now)
    expect(cares.filter(({ at }) => at > now.getTime())).toEqual([])
    expect(ledger.filter(({ at }) => at > now.getTime())).toEqual([])
    expect(cares.filter(({ at }) => at >= Date.parse(dayStart(todayVn(now)))).length).toBeGreaterThan(3)
    const numbers = files.flatMap((file) => file.numbers)
    // Who is calling at the start (D3-FLR-01).
    const inHand = numbers.filter(({ stage }) => stage === 'open')
    expect(inHand.length).toBeLessThanOrEqual(11)
    expect(inHand.filter(({ claimedAt }) => now.getTime() - (claimedAt ?? 0) > 22 * 60_000)).toEqual([])
    expect(
      numbers.filter(({ appointmentAt }) => (appointmentAt ?? 0) > now.getTime()).length,
    ).toBeGreaterThan(9)
    expect(blacklist).toHaveLength(300)
    const leaderOf = new Map(demoAccounts.map(({ username, group }) => [username, group]))
    const waiting = sales.privates.filter(({ decision }) => decision === '0')
    expect(new Set(waiting.map(({ username }) => leaderOf.get(username)))).toEqual(
      new Set(sales.privates.map(({ username }) => leaderOf.get(username))),
    )
    expect(new Set([...numbers, ...blacklist].map(({ phone }) => phone)).size).toBeGreaterThan(numbers.length)
  })
})
