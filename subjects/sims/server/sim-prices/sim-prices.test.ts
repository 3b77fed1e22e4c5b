/** Prices of a filtered set: previewed, changed in one step, undone where untouched (D3-SIM-09). */
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import type { AnswerOf } from '#kit/contract/call.ts'
import {
  priceTexts,
  type oneStep,
  type previewPrices,
  type PriceStep,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import { titlesOf } from '#test/bell.ts'
import { setUpShop, type Shop } from '#test/sims.ts'
import type { TestServer } from '#test/server.ts'
import { priceWork } from './work.ts'

let server: TestServer
let shop: Shop
setUpShop(
  async (made) => {
    ;({ server, shop } = made)
  },
  { RATE_PER_SECOND: '1000' },
)

beforeEach(() => server.pool.query('TRUNCATE price_steps CASCADE'))

type Preview = AnswerOf<typeof previewPrices>
type Asked = { change?: object; filter?: Record<string, string>; [more: string]: unknown }

const path = '/api/v1/simso/doiGia'
const up5 = { prices: ['gia_khach_hang'], direction: 'up', unit: 'percent', amount: 5 }

async function preview({ change, filter = {}, ...more }: Asked = {}, by = 'quanly') {
  const answer = await (
    await server.as(by)
  ).post(`${path}/xemTruoc`, { change: { ...up5, ...change }, filter, ...more })
  return { ...answer, data: answer.data as Preview }
}

/** Starts the step of a preview. */
async function start(request: Asked = {}, shownPreview?: Preview, by = 'quanly') {
  const { changes, low, sums } = shownPreview ?? (await preview(request, by)).data
  const expected = {
    changes,
    low,
    before: sums.reduce((sum, one) => sum + one.before, 0),
    after: sums.reduce((sum, one) => sum + one.after, 0),
  }
  const { change, filter = {}, ...more } = request
  const body = { change: { ...up5, ...change }, filter, expect: expected, ...more }
  const answer = await (await server.as(by)).post(path, body)
  return { ...answer, data: answer.data as PriceStep }
}

const undo = async (id: string, by = 'quanly') => (await server.as(by)).post(`${path}/${id}/hoantac`)
const stepOf = async (id: string) =>
  (await (await server.as('quanly')).get(`${path}/${id}`)).data as AnswerOf<typeof oneStep>

const prices = async (column = 'gia_khach_hang'): Promise<number[]> =>
  (
    await server.pool.query<{ price: number }>(
      `SELECT ${column} AS price FROM simso WHERE deleted_at IS NULL ORDER BY so_dien_thoai`,
    )
  ).rows.map(({ price }) => price)

/** Fills the stock with more numbers than one chunk has. */
async function fillStock(n: number): Promise<void> {
  await server.pool.query(sql`
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_khach_hang, gia_si_1, gia_si_2, gia_si_3, types)
    SELECT so, so, 'VIETTEL', 1, 100000, 200000, 150000, 160000, 170000, 'sim_taxi'
    FROM (SELECT '09' || 70000000 + n AS so FROM generate_series(1, ${n}::int) n) s`)
}

const never = new AbortController().signal

test("changes in per cent and đồng, up and down, of each of the five prices are rounded to thousands; the preview's counts, sums and rows match the step (D3-SIM-09)", async () => {
  await shop.sim({ number: '0912000001', price: 430_000 })
  await shop.sim({ number: '0912000002', price: 545_400, nha_mang: 'VIETTEL' })
  const { data } = await preview({ filter: { nha_mang: 'VINAPHONE' } })
  expect(data).toMatchObject({
    count: 1,
    changes: 1,
    kept: 0,
    sums: [{ price: 'gia_khach_hang', before: 430_000, after: 452_000 }],
  })
  expect(data.values).toEqual([
    expect.objectContaining({
      fate: 'changes',
      before: { gia_khach_hang: 430_000 },
      after: { gia_khach_hang: 452_000 },
      above: 452_000 - 111_001,
    }),
  ])
  for (const [change, wanted] of [
    [{}, [452_000, 573_000]],
    [{ direction: 'down' }, [429_000, 544_000]],
    [{ unit: 'dong', amount: 20_500 }, [450_000, 565_000]],
    [{ direction: 'down', amount: 2.25 }, [440_000, 552_000]],
  ] as const) {
    const { status, data: step } = await start({ change })
    expect([change, status, step.state, step.changed]).toEqual([change, 200, 'done', 2])
    expect(await prices()).toEqual(wanted)
    expect(step.after).toBe(wanted[0] + wanted[1])
  }
  const two = await start({ change: { prices: ['gia_goc', 'gia_si_1'], unit: 'dong', amount: 1_000 } })
  expect([await prices('gia_goc'), await prices('gia_si_1'), await prices('gia_si_2')]).toEqual([
    [112_000, 112_000],
    [223_000, 223_000],
    [333_003, 333_003],
  ])
  expect(two.data.after).toBe(2 * (112_000 + 223_000))
})

test('held, ordered and sold numbers keep their price, as do their orders, and the preview says why (D3-SIM-09)', async () => {
  const [free, held, ordered, sold] = [await shop.sim(), await shop.sim(), await shop.sim(), await shop.sim()]
  await shop.hold(held.id)
  const order = (await shop.send(ordered.id)).data as { ma_don: string }
  await shop.send(sold.id, { phone: '0987654322' })
  await shop.pay(await shop.orderOf(sold.id), 'da_thanh_toan')
  const { data } = await preview({ fate: 'kept' })
  expect([data.count, data.changes, data.kept]).toEqual([4, 1, 3])
  expect(Object.fromEntries(data.values.map(({ id, why }) => [id, why]))).toEqual({
    [held.id]: 'sale111 đang giữ',
    [ordered.id]: `đơn ${order.ma_don} chờ trả tiền`,
    [sold.id]: 'đã bán',
  })
  expect((await preview({ part: free.number.slice(4) })).data.values.map(({ id }) => id)).toEqual([free.id])
  await start()
  expect(await prices()).toEqual([1_827_000, 1_740_000, 1_740_000, 1_740_000])
  const { rows } = await server.pool.query(`SELECT DISTINCT ordered_gia_khach_hang AS price FROM sim_order`)
  expect(rows).toEqual([{ price: 1_740_000 }])
})

test('a resulting price of 0 or less refuses the whole step; prices below the base price are counted first; a price of 0 counts as none and stays (D3-SIM-09)', async () => {
  await shop.sim({ number: '0912000001', price: 150_000 })
  await shop.sim({ number: '0912000002', price: 1_740_000 })
  await shop.sim({ number: '0912000003', price: 0 })
  const cheap = { unit: 'dong', direction: 'down', amount: 150_000 }
  expect((await preview({ change: cheap })).data).toMatchObject({ changes: 1, refused: 1, kept: 1 })
  const refused = await start({ change: cheap })
  expect([refused.status, refused.body.msg]).toEqual([400, priceTexts.refused(1)])
  expect(await prices()).toEqual([150_000, 1_740_000, 0])
  const low = { ...cheap, amount: 50_000 }
  const { data: seen } = await preview({ change: low })
  expect([seen.changes, seen.low]).toEqual([2, 1])
  // The figures must include the low ones.
  expect((await start({ change: low }, { ...seen, low: 0 })).status).toBe(409)
  expect((await start({ change: low }, seen)).status).toBe(200)
  expect(await prices()).toEqual([100_000, 1_690_000, 0])
  // A price already below the base price that rises does not count.
  expect((await preview({ change: { unit: 'dong', amount: 1_000 } })).data.low).toBe(0)
})

test('a step whose numbers differ from its preview is refused, as is a repeated step; of two at once one is done (D3-SIM-09)', async () => {
  const sim = await shop.sim()
  await shop.sim()
  const { data: seen } = await preview()
  await shop.hold(sim.id)
  const moved = await start({}, seen)
  expect([moved.status, moved.body.msg]).toEqual([409, priceTexts.moved])
  await shop.release(sim.id)
  const replies = await Promise.all([start({}, seen), start({}, seen, 'admin')])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await prices()).toEqual([1_827_000, 1_827_000])
  expect((await start({}, seen)).status).toBe(409)
  // A repeat of the request after a lost answer is the same step.
  const manager = await server.as('quanly')
  const { data: now } = await preview()
  const body = {
    change: up5,
    filter: {},
    expect: { changes: 2, low: 0, before: now.sums[0]?.before, after: now.sums[0]?.after },
  }
  const key = { 'idempotency-key': 'price-step-1' }
  const answers = [await manager.post(path, body, key), await manager.post(path, body, key)]
  expect(answers[1]?.text).toBe(answers[0]?.text)
  expect(await prices()).toEqual([1_918_000, 1_918_000])
})

test('invalid amounts, prices, filters and roles are refused; roles below manager learn no price from it (D3-SIM-09, D2-SIM-20)', async () => {
  await shop.sim()
  for (const change of [
    { amount: 0 },
    { amount: -5 },
    { amount: 2.555 },
    { amount: 1.5, unit: 'dong' },
    { amount: 100, direction: 'down' },
    { prices: [] },
    { prices: ['gia'] },
    { prices: ['gia_khach_hang', 'gia_khach_hang'] },
  ])
    expect([change, (await preview({ change })).status]).toEqual([change, 400])
  expect((await preview({ filter: { so_dien_thoai: 'x' } })).status).toBe(400)
  for (const username of ['chinhanh1', 'sale111', 'doitac1']) {
    const caller = await server.as(username)
    expect((await preview({}, username)).status).toBe(403)
    expect([(await caller.post(path, {})).status, (await caller.get(path)).status]).toEqual([403, 403])
    expect((await caller.post(`${path}/018f0000-0000-7000-8000-00000000dead/hoantac`)).status).toBe(403)
  }
})

test('every number has an audit entry with the reason, and a step can be taken back; numbers changed since stay and are named (D3-SIM-09)', async () => {
  const [, touched, heldSim, unchangedSim] = [
    await shop.sim(),
    await shop.sim(),
    await shop.sim(),
    await shop.sim(),
  ]
  const manager = await server.as('quanly')
  const { data: older } = await start({ change: { prices: ['gia_si_1'] } })
  const { data: step } = await start({ reason: 'Giá Tết 2027' })
  const history = (await manager.get(`/api/v1/simso/${unchangedSim.id}/history`)).data as {
    values: { username: string; changes: { field: string; after: unknown }[] }[]
  }
  expect(history.values[0]).toMatchObject({ username: 'quanly' })
  expect(history.values[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
    ['gia_khach_hang', 1_827_000],
    ['ly_do_gia', 'Giá Tết 2027'],
  ])
  await (await server.as('admin')).put(`/api/v1/simso/${touched.id}`, { gia_khach_hang: 9_000_000 })
  // A change of another column does not prevent the undo.
  await (await server.as('admin')).put(`/api/v1/simso/${unchangedSim.id}`, { ghi_chu: 'xem lại' })
  await shop.send(heldSim.id)
  expect((await undo(step.id)).data).toMatchObject({ state: 'undone', msg: priceTexts.undone(2, 2) })
  expect(await prices()).toEqual([1_740_000, 9_000_000, 1_827_000, 1_740_000])
  const undone = await stepOf(step.id)
  expect(undone.step).toMatchObject({ state: 'undone', changed: 4, restored: 2, stayed: 2, undoable: false })
  expect(undone.kept.map(({ so_dien_thoai_co_dau_cham: number, why }) => [number, why])).toEqual([
    [touched.dotted, priceTexts.other],
    [heldSim.dotted, priceTexts.held],
  ])
  // The earlier step; deleted numbers are left out.
  expect((await undo(older.id)).data).toMatchObject({ restored: 3, stayed: 1 })
  expect((await undo(step.id)).data).toMatchObject({ state: 'undone', restored: 2 })
})

test('a step followed by a later one of the same prices cannot be taken back before it (D3-SIM-09)', async () => {
  await shop.sim()
  const before = await prices()
  const { data: first } = await start()
  const { data: second } = await start()
  const early = await undo(first.id)
  expect([early.status, early.body.msg]).toEqual([409, priceTexts.laterFirst])
  expect((await undo(second.id)).status).toBe(200)
  expect((await undo(first.id)).status).toBe(200)
  expect(await prices()).toEqual(before)
})

test('any manager may take back a step for 30 days, and sees all steps (D3-SIM-09)', async () => {
  await shop.sim()
  await shop.sim()
  const { data: step } = await start()
  const manager = await server.as('quanly')
  await server.pool.query(`UPDATE price_steps SET started_at = started_at - interval '30 days'`)
  expect([(await undo(step.id)).status, (await stepOf(step.id)).step.undoable]).toEqual([409, false])
  await server.pool.query(`UPDATE price_steps SET started_at = started_at + interval '30 days'`)
  expect((await undo(step.id, 'admin')).data).toMatchObject({ state: 'undone', restored: 2 })
  expect(await prices()).toEqual([1_740_000, 1_740_000])
  const listed = (await manager.get(path)).data as { values: PriceStep[] }
  expect(listed.values.find(({ id }) => id === step.id)).toMatchObject({
    by: 'quanly',
    total: 2,
    before: 3_480_000,
    after: 3_654_000,
  })
})

test('a large step runs in the background, continues after a stop, skips numbers changed by others, and blocks a second step (D3-SIM-09)', async () => {
  await fillStock(2_500)
  const { status, data: step } = await start()
  expect([status, step.state, step.changed, step.total]).toEqual([200, 'running', 0, 2_500])
  expect(server.queued.filter(({ name }) => name === priceWork.job)).toEqual([
    { name: priceWork.job, data: { id: step.id } },
  ])
  const beside = await start({}, undefined, 'admin')
  expect([beside.status, beside.body.msg]).toEqual([409, priceTexts.working])
  // The server stops after the first chunk; a number of the last one is changed meanwhile.
  const stop = new AbortController()
  const { services } = server.api
  const stopping = {
    ...services,
    publish: (changed: Parameters<typeof services.publish>[0]) => (stop.abort(), services.publish(changed)),
  }
  await expect(priceWork.run(stopping, step.id, stop.signal)).rejects.toThrow('stopping')
  expect((await stepOf(step.id)).step).toMatchObject({ state: 'running', changed: 1_000 })
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM simso ORDER BY id DESC LIMIT 1')
  await (await server.as('admin')).put(`/api/v1/simso/${rows[0]?.id}`, { gia_khach_hang: 777_000 })
  server.queued.length = 0
  await priceWork.resume(services, 0)
  expect(server.queued).toEqual([{ name: priceWork.job, data: { id: step.id } }])
  await Promise.all([priceWork.run(services, step.id, never), priceWork.run(services, step.id, never)])
  const done = await stepOf(step.id)
  expect(done.step).toMatchObject({
    state: 'done',
    changed: 2_499,
    passed: 1,
    msg: priceTexts.done(2_499, 1),
  })
  expect(done.kept).toEqual([
    { so_dien_thoai_co_dau_cham: '0970002500', undoing: false, why: priceTexts.changedSince },
  ])
  expect(new Set(await prices())).toEqual(new Set([210_000, 777_000]))
  expect(await titlesOf(server, 'quanly')).toContain(priceTexts.done(2_499, 1))
  // The undo runs in the background as well.
  expect((await undo(step.id)).data).toMatchObject({ state: 'undoing' })
  await priceWork.run(services, step.id, never)
  expect((await stepOf(step.id)).step).toMatchObject({ state: 'undone', restored: 2_499, stayed: 0 })
  expect(new Set(await prices())).toEqual(new Set([200_000, 777_000]))
}, 60_000)

test('taking back a running step ends it and leaves nothing changed; one whose manager is locked continues in their name (D3-SIM-09, D3-SEC-12)', async () => {
  await fillStock(2_200)
  const { data: step } = await start()
  const stop = new AbortController()
  const { services } = server.api
  const stopping = {
    ...services,
    publish: (changed: Parameters<typeof services.publish>[0]) => (stop.abort(), services.publish(changed)),
  }
  await expect(priceWork.run(stopping, step.id, stop.signal)).rejects.toThrow('stopping')
  expect((await undo(step.id)).data).toMatchObject({ state: 'undoing', changed: 1_000 })
  await priceWork.run(services, step.id, never)
  expect((await stepOf(step.id)).step).toMatchObject({ state: 'undone', changed: 1_000, restored: 1_000 })
  expect(new Set(await prices())).toEqual(new Set([200_000]))
  const { data: second } = await start()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  await priceWork.run(services, second.id, never)
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'quanly'`)
  expect((await stepOf(second.id)).step).toMatchObject({ state: 'done', changed: 2_200, by: 'quanly' })
  // Undone by an administrator, it runs with the administrator's rights.
  expect((await undo(second.id, 'admin')).data).toMatchObject({ state: 'undoing' })
  await priceWork.run(services, second.id, never)
  const { rows } = await server.pool.query(sql`
    SELECT DISTINCT username FROM audit_log WHERE resource = 'simso' AND id > (
      SELECT min(id) FROM audit_log WHERE resource = 'simso' AND after ->> 'gia_khach_hang' = '210000') ORDER BY 1`)
  expect(rows).toEqual([{ username: 'admin' }, { username: 'quanly' }])
}, 60_000)
