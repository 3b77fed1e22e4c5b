/** Incremental floor: a reader who applies the changes gets the same floor as a full read (D3-FLR-05). */
import { randomUUID } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withChanges, type Floor, type FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { requireInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'
import { actorOf } from '#kit/server/actor.ts'
import type { Ctx } from '#kit/server/context.ts'
import { asSystem } from '#kit/server/system.ts'
import { openFloorChanges } from '#platform/server/floor-changes.ts'
import { storeResults } from '#subjects/registrations/server/results/store-results.ts'
import { changedSince, openKeptFloors, type KeptFloor } from './kept-floors.ts'
import { floorText } from './read-floor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM floor_people')
  const file = await makePool(server.pool, {
    rows: 1_000,
    held: { sale111: 300, sale112: 300, sale113: 300 },
  })
  await permitFiles(server.pool, 'chinhanh1', [file])
  server.api.services.publish('uploadchiadata')
})
afterEach(() => requireInvariants(server.pool))

const { take, recorded } = careCalls(() => server)
const read = async (by: string, former?: Floor, query: Record<string, string> = {}): Promise<Floor> => {
  const params = new URLSearchParams({ ...query, ...(former && { since: former.mark }) })
  return (await (await server.as(by)).get(`/api/v1/sangoi?${params}`)).data as Floor
}
const named = ({ people }: Floor): string[] => people.map(({ username }) => username)

/** The figures that do not change with time alone. */
const figures = ({ people, sums, groups, more, title }: Floor) => ({
  people: people.map((one: FloorPerson) => ({ ...one, idleSeconds: 0, endsAt: null })),
  sums: { ...sums, idleSeconds: 0, endsAt: null },
  groups,
  more,
  title,
})

test('after a claim or a result a reader gets only the person who called (D3-FLR-05)', async () => {
  const former = await read('leader11')
  expect(former.whole).toBe(true)
  const { id } = await take('sale111')
  const first = await read('leader11', former)
  expect([first.whole, named(first)]).toEqual([false, ['sale111']])
  expect(first.people[0]).toMatchObject({ state: 'calling', left: 299 })
  await recorded('sale111', id, refuse)
  await take('sale112')
  const both = await read('leader11', first)
  expect(named(both).toSorted()).toEqual(['sale111', 'sale112'])
  expect(named(await read('leader11', former)).toSorted(), 'one who missed an answer').toEqual([
    'sale111',
    'sale112',
  ])
  expect(named(await read('leader11', both))).toEqual([])
  expect(
    (await read('leader12', former)).people.every(({ group }) => group !== former.people[0]?.group),
  ).toBe(true)
})

test('after any change other than a claim or a result a reader gets everybody (D3-FLR-05)', async () => {
  const former = await read('leader11')
  const [from, to] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'sale112')]
  await (await server.as('leader11')).post(`/api/v1/sangoi/${from}/chuyen`, { to, numbers: 4 })
  const moved = await read('leader11', former)
  expect(moved.whole).toBe(true)
  expect(moved.people.find(({ id }) => id === to)?.left).toBe(304)
  for (const mark of ['', 'x', `${former.mark.split('.')[0]}.x.1`, 'x.1.2', `x.1.${Date.parse(moved.at)}`])
    expect([mark, (await read('leader11', { ...moved, mark })).whole]).toEqual([mark, true])
})

/** Stores a registration result of the carrier for the phone. */
const register = (phone: string) =>
  asSystem(server.api.services, randomUUID(), (ctx) =>
    storeResults(
      [
        {
          SubAgent: 'd1',
          NumberPhone: phone,
          PackageCode: 'VD90',
          Price: 90_000,
          Time: new Date().toISOString(),
          Status: 1,
          Result: 'Đăng ký thành công',
          username_nv: null,
        },
      ],
      ctx,
    ),
  )

test('a number in hand that the carrier registers meanwhile can still be released (D3-FLR-02, D3-FLR-05)', async () => {
  const { id, phone } = await take('sale111')
  const former = await read('admin')
  await register(phone)
  const after = await read('admin', former)
  expect([after.whole, named(after)]).toEqual([false, ['sale111']])
  const [person] = after.people
  const answer = await (
    await server.as('leader11')
  ).post(`/api/v1/sangoi/${person?.id}/nha`, { ...person?.inHand, reason: 'away' })
  expect([answer.status, answer.data]).toEqual([200, { customer: id }])
})

test('a blacklisted number is pushed to the floors, a change that does not show on them is not (D3-FLR-05)', async () => {
  const { publish } = server.api.services
  server.published.length = 0
  publish('customer', [])
  expect(server.published).not.toContain('floor')
  publish('blacklist')
  expect(server.published).toContain('floor')
})

test('a reader who comes from another process gets all changes it may have missed, or everybody (D3-FLR-05)', () => {
  const now = Date.now()
  const people = [
    { id: 'a', news: { n: 1, at: now - 20_000 } },
    { id: 'b', news: { n: 3, at: now } },
  ]
  const floor = { id: 'here', people, whole: { n: 1, at: now - 20_000, readAt: 0 } } as unknown as KeptFloor
  const since = (...mark: (string | number)[]) =>
    changedSince(floor, mark.join('.'))?.people.map(({ id }) => id)
  expect(since('here', 2, 0, 0)).toEqual(['b'])
  expect(since('here', 0, 0, 0)).toBeUndefined()
  const there = (ago: number, wholeAgo: number) => since('there', 9, now - ago, now - wholeAgo)
  expect(there(3_000, 15_000)).toEqual(['b'])
  expect(there(15_000, 15_000), 'what it has judged since').toEqual(['a', 'b'])
  expect(there(3_000, 25_000), 'read whole here after the reader got everybody').toBeUndefined()
})

test('a person who has held a number too long is sent although nobody called, and the sums include it; a new hour sends everybody (D3-FLR-01, D3-FLR-05)', async () => {
  await take('sale111')
  await server.pool.query(
    `UPDATE customer SET claimed_at = date_trunc('hour', now()) + interval '1 minute' WHERE stage = 'open'`,
  )
  let minute = 0
  /** Database whose clock is fixed to one minute of the hour. */
  const db = {
    query: async (statement: Sql) => {
      const { rows } = await server.pool.query<{ at?: Date }>(statement)
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
      return {
        rows: rows.map((row) => ('at' in row ? { ...row, at: new Date(hour + minute * 60_000) } : row)),
      }
    },
  }
  const ctx = { db, actor: { priority: 1, permissions: new Set() }, scope: { all: true } } as unknown as Ctx
  const changes = openFloorChanges()
  const floorOf = openKeptFloors(changes)
  const after = async (minutes: number, since: string): Promise<Floor> => {
    minute = minutes
    changes.note([])
    return JSON.parse(floorText(await floorOf(undefined, ctx), { since }, ctx)) as Floor
  }
  const former = await after(2, '')
  expect(former.sums.states).toMatchObject({ calling: 1, held: 0 })
  const early = await after(15, former.mark)
  expect([early.whole, named(early)]).toEqual([false, []])
  const late = await after(17, early.mark)
  expect([late.whole, named(late)]).toEqual([false, ['sale111']])
  expect(late.people[0]).toMatchObject({ state: 'held', help: ['forgotten'] })
  expect(late.sums.states).toMatchObject({ calling: 0, held: 1 })
  expect((await after(61, late.mark)).whole).toBe(true)
})

/** The floor as kept by another process for an account; `note` reports a change to it. */
async function anotherProcess(username: string) {
  const actor = await actorOf(server.pool, await userId(server.pool, username))
  const ctx = { db: server.pool, ...actor } as unknown as Ctx
  const changes = openFloorChanges()
  const floorOf = openKeptFloors(changes)
  return {
    note: changes.note,
    read: async ({ mark }: Floor): Promise<Floor> =>
      JSON.parse(floorText(await floorOf(undefined, ctx), { since: mark }, ctx)) as Floor,
  }
}

type Step = (username: string) => Promise<unknown>

test('a floor updated by changes equals a complete reading, whatever happened in between (D3-FLR-01, D3-FLR-05)', async () => {
  const random = randomOf(`floor ${process.env.TEST_SEED ?? '1'}`)
  const sellers = ['sale111', 'sale112', 'sale113'] as const
  const admin = await server.as('admin')
  const hand: Step = (username) => take(username)
  const result: Step = async (username) => {
    const { id } = await take(username)
    const body = random.pick<object>([refuse, appointment(30), { status: 'APPROVED', package: 'VD90' }])
    await recorded(username, id, body)
  }
  const move: Step = async (username) => {
    const to = await userId(server.pool, random.pick(sellers))
    await admin.post(`/api/v1/sangoi/${await userId(server.pool, username)}/chuyen`, { to, numbers: 2 })
  }
  const release: Step = async (username) => {
    const person = (await read('admin')).people.find((one) => one.username === username)
    if (person?.inHand)
      await admin.post(`/api/v1/sangoi/${person.id}/nha`, { ...person.inHand, reason: 'away' })
  }
  const carrier: Step = async (username) => register((await take(username)).phone)
  const steps: readonly (readonly [{ step: Step; alone: boolean }, number])[] = [
    [{ step: hand, alone: true }, 4],
    [{ step: result, alone: true }, 6],
    [{ step: carrier, alone: true }, 1],
    [{ step: move, alone: false }, 1],
    [{ step: release, alone: false }, 1],
  ]
  const there = await anotherProcess('leader11')
  let [leader, branch] = [await read('leader11'), await read('chinhanh1')]
  let partly = 0
  for (let n = 0; n < rounds(40, 400); n += 1) {
    const [{ step, alone }, username] = [random.weighted(steps), random.pick(sellers)]
    await step(username)
    there.note(alone ? [await userId(server.pool, username)] : undefined)
    if (random.chance(0.5)) {
      const answer = random.chance(0.5) ? await read('leader11', leader) : await there.read(leader)
      if (!answer.whole) partly += 1
      leader = withChanges(leader, answer)
    }
    if (random.chance(0.3)) branch = withChanges(branch, await read('chinhanh1', branch))
  }
  leader = withChanges(leader, await read('leader11', leader))
  branch = withChanges(branch, await read('chinhanh1', branch))
  server.api.services.publish('users')
  expect(figures(leader)).toEqual(figures(await read('leader11')))
  expect(figures(branch)).toEqual(figures(await read('chinhanh1')))
  expect(partly).toBeGreaterThan(3)
})

test('simultaneous identical requests share one reading, and a change starts another (D3-FLR-05)', async () => {
  const [first, second] = await Promise.all([read('leader11'), read('leader11')])
  expect(second).toEqual(first)
  await take('sale111')
  const [third, fourth] = await Promise.all([read('leader11', first), read('leader11', first)])
  expect(third.mark).not.toBe(first.mark)
  expect(fourth).toEqual(third)
})

test('an unknown group is refused each time, and affects no other floor (D3-FLR-01)', async () => {
  const leader = await server.as('leader11')
  const other = await userId(server.pool, 'leader21')
  for (let n = 0; n < 2; n += 1) expect((await leader.get(`/api/v1/sangoi?group=${other}`)).status).toBe(404)
  expect((await read('leader11')).people.length).toBeGreaterThan(2)
})
