/** First day of a new organisation: jobs ticked by data, and roles that can work immediately. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstScreens } from '#subjects/settings/contract/first-screens.ts'
import { firstDaySteps, proposedHours, type FirstDay } from '#subjects/settings/contract/calls/first-day.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { careCalls, refuse } from '#test/care.ts'
import { getOrder, confirmOrder, nextPhone } from '#test/invite.ts'
import { ownAdmin, ownDatabase } from '#test/own.ts'
import { testDatabase } from '#test/database.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { buyer, simStock } from '#test/sims.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'

let carrier: TestCarrier
let server: TestServer
let admin: Caller
beforeAll(async () => {
  carrier = await startTestCarrier()
  server = await startTestServer(carrier.env, undefined, ownDatabase)
  admin = await server.as(ownAdmin.username)
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const state = async (): Promise<FirstDay> => (await admin.get('/api/v1/batdau')).data as FirstDay
const first = async (): Promise<string[]> =>
  ((await admin.get('/api/v1/auth/me')).data as { first: string[] }).first
const ids = new Map<string, string>()
const people: [string, number, string?, string?][] = [
  ['cn1', 3],
  ['tn1', 4, 'cn1'],
  ['nv1', 5, 'cn1', 'tn1'],
]
async function make([username, priority, brand, group]: [string, number, string?, string?]): Promise<void> {
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM roles WHERE priority = ${priority}`,
  )
  const made = await admin.post('/api/v1/users', {
    username,
    password: 'cap-lan-dau-1',
    fullname: username,
    email: `${username}@congty.example`,
    role_id: rows[0]?.id,
    brand_id: ids.get(brand ?? '') ?? null,
    group_id: ids.get(group ?? '') ?? null,
  })
  if (made.status !== 200) throw new Error(made.text)
  ids.set(username, (made.data as { id: string }).id)
}

test('D3-SETUP-03: the roles of an own organisation have the same rights as those of the demo', async () => {
  const rights = `
    SELECT r.name, r.priority, array_agg(p.code ORDER BY p.code) FILTER (WHERE p.code IS NOT NULL) AS codes
    FROM roles r LEFT JOIN role_permissions rp ON rp.role_id = r.id LEFT JOIN permissions p ON p.id = rp.permission_id
    GROUP BY r.id ORDER BY 2, 1`
  const demo = await testDatabase()
  try {
    const ownRights = (await server.pool.query(rights)).rows
    expect(ownRights).toHaveLength(7)
    expect(ownRights).toEqual((await demo.pool.query(rights)).rows)
  } finally {
    await demo.drop()
  }
})

test('D3-SETUP-01: in an empty organisation no job is ticked, and administrators start at the list until it is done or dismissed', async () => {
  expect(await state()).toEqual({
    done: [],
    entered: false,
    called: false,
    hours: false,
    carrier: true,
    putAway: false,
  })
  expect(await first()).toEqual(['firstDay', ...firstScreens[1]])
  expect((await admin.put('/api/v1/batdau', { cat_di: true })).data).toMatchObject({ putAway: true })
  expect((await admin.put('/api/v1/batdau', { cat_di: true })).status).toBe(200)
  expect(await first()).toEqual([...firstScreens[1]])
  expect((await admin.put('/api/v1/batdau', { cat_di: false })).data).toMatchObject({ putAway: false })
})

test('D3-SETUP-01, D3-SETUP-03: each job is ticked by its data alone, and then a seller can look up, invite by code, refund and order a SIM without further setup', async () => {
  const ticked: string[] = []
  const does = async (step: (typeof firstDaySteps)[number], work: () => Promise<unknown>): Promise<void> => {
    await work()
    ticked.push(step)
    expect((await state()).done).toEqual(ticked)
  }
  const [branch, leader, seller] = people
  await does('branches', () => make(branch!))
  await does('leaders', () => make(leader!))
  await does('staff', () => make(seller!))
  await does('prices', () => server.pool.query(refundPrices))
  const put = (key: string, value: unknown) => admin.put(`/api/v1/setting/${key}`, { value, version: 0 })
  await put('vietqr.bank_bin', '970436')
  await put('vietqr.account', '0011001234567')
  expect((await state()).done).toEqual(ticked)
  await does('bank', () => put('vietqr.name', 'CONG TY VI DU'))
  await does('pay', () => put('tinh_luong_luong_co_ban', 5_000_000))
  let pool = ''
  await does('file', async () => (pool = await makePool(server.pool, { rows: 3, active: false })))
  await does('permission', () => permitFiles(server.pool, 'cn1', [pool]))
  const { rows } = await server.pool.query<{ name: string }>(`SELECT "FileName" AS name FROM data_files`)
  await does('split', () =>
    admin.post('/api/v1/uploadchiadata/handleFileUserQuantityOption', {
      FileName: rows[0]?.name,
      assigns: { cn1: 3 },
    }),
  )
  expect(await first()).toContain('firstDay')
  await does('active', () =>
    server.pool.query(sql`UPDATE data_files SET is_activated = 1 WHERE id = ${pool}`),
  )
  expect(ticked).toEqual([...firstDaySteps])
  expect(await first()).not.toContain('firstDay')

  await server.pool.query(`UPDATE users SET must_change_password = false WHERE username = 'nv1'`)
  expect(await state()).toMatchObject({ entered: true, called: false })
  const nv1 = await server.as('nv1')
  const phone = nextPhone()
  expect((await nv1.get(`/api/v1/lookup/balance?phone=0${phone}`)).status).toBe(200)
  const order = await getOrder(nv1, phone)
  expect((await confirmOrder(nv1, phone, order)).status).toBe(200)
  expect((await nv1.post('/api/v1/requestrefund/createHoanTienGoiCuoc', refundBody(phone))).status).toBe(200)
  const sim = await simStock(server.pool).sim()
  const bought = await nv1.post('/api/v1/simso/sendOrder', { id: sim.id, ...buyer, payment_method: 'cod' })
  expect(bought.status).toBe(200)
  // The customer of the first call.
  const { take, recorded } = careCalls(() => server)
  await recorded('nv1', (await take('nv1')).id, refuse)
  expect(await state()).toMatchObject({ called: true })
})

test('D3-RULE-01: the list proposes calling hours 08:00 to 21:00 until both ends were set once', async () => {
  const set = (key: string, value: string) => admin.put(`/api/v1/setting/${key}`, { value, version: 0 })
  expect((await state()).hours).toBe(false)
  expect(proposedHours).toEqual({ 'care.from': '08:00', 'care.until': '21:00' })
  expect((await set('care.from', proposedHours['care.from'])).status).toBe(200)
  expect((await state()).hours).toBe(false)
  expect((await set('care.until', proposedHours['care.until'])).status).toBe(200)
  expect((await state()).hours).toBe(true)
  expect((await admin.put('/api/v1/setting/care.from', { value: '', version: 1 })).status).toBe(200)
  expect((await state()).hours).toBe(true)
})

test('D3-SETUP-01: with all jobs done the list still names what is missing for selling: a server without a carrier', async () => {
  const { services } = server.api
  const { carrier: carrierBefore } = services
  delete services.carrier
  expect(await state()).toMatchObject({ done: [...firstDaySteps], carrier: false })
  Object.assign(services, { carrier: carrierBefore })
  expect(await state()).toMatchObject({ carrier: true })
})

test('D3-SETUP-01: the list is for administrators', async () => {
  const nv1 = await server.as('nv1')
  expect((await nv1.get('/api/v1/batdau')).status).toBe(403)
  expect((await nv1.put('/api/v1/batdau', { cat_di: true })).status).toBe(403)
  expect(((await nv1.get('/api/v1/auth/me')).data as { first: string[] }).first).toEqual([...firstScreens[5]])
})
