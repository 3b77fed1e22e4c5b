/** Timed holds of numbers by salespeople (D3-SIM-04). */
import sql from 'sql-template-tag'
import { channelOf } from '#platform/contract/channels.ts'
import { expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import type { Answer, TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { setUpShop, type Shop } from '#test/sims.ts'
import { trailOf } from '#test/trail.ts'
import { settleDue } from './clock.ts'

let server: TestServer
let shop: Shop
setUpShop((made) => ({ server, shop } = made))

const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg]
/** Moves the start of a hold back by `time`. */
const earlier = (sim: string, time: string) =>
  server.pool.query(`
    WITH s AS (UPDATE simso SET giu_den = giu_den - interval '${time}' WHERE id = '${sim}')
    UPDATE sim_hold SET at = at - interval '${time}', until = until - interval '${time}' WHERE sim_id = '${sim}'`)
const look = () =>
  settleDue(
    { ...server.api.services, publish: (changed) => server.published.push(channelOf(changed)) },
    'test',
  )

test('every signed-in user may hold a number for sale, which leaves the shop until the hold ends by itself (D3-SIM-04, D2-SIM-26)', async () => {
  for (const username of ['quanly', 'chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const sim = await shop.sim()
    const before = Date.now()
    expect(outcomeOf(await shop.hold(sim.id, username))).toEqual([
      200,
      expect.stringMatching(/^Đã giữ số đến \d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
    ])
    expect(await shop.state(sim.id)).toMatchObject({ sim: 'giu_so', holder: username })
    const { rows } = await server.pool.query<{ until: Date }>(
      sql`SELECT until FROM sim_hold WHERE sim_id = ${sim.id}`,
    )
    expect(Number(rows[0]?.until) - before).toBeGreaterThan(29 * 60_000)
    expect((await server.outsider.get(`/api/v1/simso/homepageFindOne/${sim.id}`)).status).toBe(404)
    await look()
    expect(await shop.state(sim.id)).toMatchObject({ sim: 'giu_so' })
    await earlier(sim.id, '31 minutes')
    server.published.length = 0
    await look()
    expect(server.published).toEqual(['simso'])
    expect(await shop.state(sim.id)).toMatchObject({ sim: 'con_sim', holder: null })
  }
  expect((await server.outsider.put(`/api/v1/simso/giuSo/${(await shop.sim()).id}`)).status).toBe(401)
  expect((await shop.hold('018f0000-0000-7000-8000-00000000dead')).status).toBe(404)
  const { rows } = await server.pool.query(sql`
    SELECT username, after ->> 'trang_thai' AS state FROM audit_log WHERE resource = 'simso' ORDER BY id DESC LIMIT 2`)
  expect(rows).toEqual([
    { username: '__AUTO', state: 'con_sim' },
    { username: 'doitac1', state: 'giu_so' },
  ])
})

test('the minutes of a hold and the number of holds per person are settings; the same number can be held again after a day (D3-SIM-04)', async () => {
  const sims = await Promise.all(Array.from({ length: 7 }, () => shop.sim()))
  const [first, second] = sims
  const answers: Answer[] = []
  for (const { id } of sims.slice(0, 6)) answers.push(await shop.hold(id))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409])
  expect(answers[5]?.body.msg).toBe('Bạn đang giữ 5 số, là số nhiều nhất được giữ cùng lúc')
  // An expired hold frees its place, also before the clock has processed it.
  await earlier(first?.id ?? '', '31 minutes')
  expect((await shop.hold(sims[5]?.id ?? '')).status).toBe(200)
  await setSettings(server.pool, { 'sim.holdLimit': 6, 'sim.holdMinutes': 2 })
  expect(outcomeOf(await shop.hold(first?.id ?? ''))).toEqual([
    409,
    expect.stringMatching(/^Bạn đã giữ số này lúc [\d: -]+, giữ lại được sau [\d: -]+$/),
  ])
  expect((await shop.hold(first?.id ?? '', 'sale112')).status).toBe(200)
  await earlier(first?.id ?? '', '3 minutes')
  await earlier(first?.id ?? '', '24 hours')
  expect((await shop.hold(first?.id ?? '')).status).toBe(200)
  await setSettings(server.pool, { 'sim.holdLimit': 5, 'sim.holdMinutes': 30 })
  expect(outcomeOf(await shop.hold(second?.id ?? '', 'sale112'))).toEqual([
    409,
    expect.stringMatching(new RegExp(`^Số ${second?.number} đang được sale111 giữ đến [\\d: -]+$`)),
  ])
})

test('only the holder’s own sendOrder takes the held number, and a request with a dead token is not treated as a customer (D3-SIM-04)', async () => {
  const sim = await shop.sim()
  await shop.hold(sim.id)
  for (const by of [undefined, 'sale112', 'quanly'])
    expect([by, (await shop.send(sim.id, {}, by)).status]).toEqual([by, 409])
  const dead = await server.app.inject({
    method: 'POST',
    url: '/api/v1/simso/sendOrder',
    headers: { authorization: 'Bearer nobody' },
    payload: { id: sim.id },
  })
  expect(dead.statusCode).toBe(401)
  expect((await shop.send(sim.id, {}, 'sale111')).status).toBe(200)
  expect(await shop.state(sim.id)).toMatchObject({ order: 'chua_thanh_toan', sim: 'giu_so', holder: null })
  const { rows } = await server.pool.query(sql`SELECT username_nv FROM sim_order WHERE sim_id = ${sim.id}`)
  expect(rows).toEqual([{ username_nv: 'sale111' }])
  // The order continues after the hold's end.
  await earlier(sim.id, '31 minutes')
  await look()
  expect(await shop.state(sim.id)).toMatchObject({ sim: 'giu_so' })
  const over = await shop.sim()
  await shop.hold(over.id, 'sale112')
  await earlier(over.id, '31 minutes')
  expect((await shop.send(over.id)).status).toBe(200)
})

test('a manager ends any hold, the holder only their own (D3-SIM-04)', async () => {
  const [one, two] = [await shop.sim(), await shop.sim()]
  await shop.hold(one.id)
  await shop.hold(two.id)
  for (const username of ['chinhanh1', 'leader11', 'sale112', 'doitac1'])
    expect([username, (await shop.release(one.id, username)).status]).toEqual([username, 403])
  expect(outcomeOf(await shop.release(one.id, 'quanly'))).toEqual([200, 'Đã trả số về kho'])
  expect((await shop.release(two.id)).status).toBe(200)
  expect((await trailOf(server.pool, 'simso', one.id)).at(-1)).toBe('quanly update')
  expect(await shop.state(one.id)).toMatchObject({ sim: 'con_sim', holder: null })
  expect(outcomeOf(await shop.release(one.id))).toEqual([409, 'Không có ai đang giữ số này'])
  expect((await shop.release('018f0000-0000-7000-8000-00000000dead')).status).toBe(404)
})

test('of several who hold one number at once one succeeds, and nobody exceeds the limit (D3-SIM-04)', async () => {
  const people = ['sale111', 'sale112', 'sale113', 'sale121']
  await Promise.all(people.map((username) => server.as(username)))
  for (let round = 0; round < rounds(5, 100); round += 1) {
    const sim = await shop.sim()
    const answers = await Promise.all([
      ...people.map((username) => shop.hold(sim.id, username)),
      shop.send(sim.id),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  }
  await shop.clear()
  const sims = await Promise.all(Array.from({ length: 9 }, () => shop.sim()))
  const many = await Promise.all(sims.map(({ id }) => shop.hold(id, 'sale122')))
  expect(many.filter(({ status }) => status === 200)).toHaveLength(5)
})
