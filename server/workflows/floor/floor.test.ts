/** 'Sàn gọi': what everybody does now, by counters that the calls themselves keep (D3-FLR-01, D3-FLR-04). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Floor, FloorPerson, FloorWall } from '../../../contract/workflows/floor.ts'
import { appointment, careCalls, refuse } from '../../../test/care.ts'
import { requireInvariants } from '../../../test/invariants.ts'
import { clearPools, makePool, permit, userId } from '../../../test/pool.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { setSettings } from '../../../test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM floor_people')
})
afterEach(() => requireInvariants(server.pool))

const { take, record, recorded } = careCalls(() => server)
const floor = async (by: string, query = ''): Promise<Floor> => {
  const answer = await (await server.as(by)).get(`/api/v1/sangoi${query}`)
  expect(answer.status).toBe(200)
  return answer.data as Floor
}
const wall = async (by: string): Promise<FloorWall> =>
  (await (await server.as(by)).get('/api/v1/sangoi/manhinh')).data as FloorWall
const of = async (username: string, by = 'leader11'): Promise<FloorPerson> => {
  const found = (await floor(by)).people.find((one) => one.username === username)
  if (!found) throw new Error(`${username} is not on the floor of ${by}`)
  return found
}
/** As if everything of the person's day lay so many minutes further back. */
const ago = (username: string, minutes: number) =>
  server.pool.query(
    `WITH who AS (SELECT id FROM users WHERE username = '${username}'), hand AS (
       UPDATE customer SET claimed_at = claimed_at - interval '${minutes} minutes'
       WHERE stage = 'open' AND holder_id = (SELECT id FROM who))
     UPDATE floor_people SET first_at = first_at - interval '${minutes} minutes',
       changed_at = changed_at - interval '${minutes} minutes' WHERE user_id = (SELECT id FROM who)`,
  )

async function busy(held: Record<string, number> = { sale111: 9, sale112: 5 }): Promise<string> {
  const file = await makePool(server.pool, { rows: 40, held })
  await permit(server.pool, 'chinhanh1', [file])
  return file
}

test('a person stands on the floor with the number in hand, counts of hour and day, and what is left (D3-FLR-01)', async () => {
  await busy()
  expect(await of('sale111')).toMatchObject({ state: 'absent', inHand: null, since: null, left: 9, shared: false })
  const first = await take('sale111')
  const calling = await of('sale111')
  expect(calling).toMatchObject({ state: 'calling', inHand: { customer: first.id }, left: 8, day: { calls: 0 } })
  expect(calling.inHand?.phone).toMatch(/^\*{4}\d{5}$/)
  expect((await of('sale111', 'admin')).inHand?.phone).toBe(first.phone)
  await recorded('sale111', first.id, refuse)
  await recorded('sale111', (await take('sale111')).id, { status: 'KBM', note: 'Không nghe' })
  await recorded('sale111', (await take('sale111')).id, { status: 'APPROVED', package: 'VD90' })
  const idle = await of('sale111')
  const counts = { calls: 3, reached: 2, agreed: 1 }
  expect(idle).toMatchObject({ state: 'idle', inHand: null, left: 6, hour: counts, day: counts, help: [] })
  expect(idle.byHour.reduce((sum, n) => sum + n, 0)).toBe(3)
  expect((await floor('leader11')).sums).toMatchObject({ day: counts, hour: counts, left: 11, states: { idle: 1 } })
})

test("the floor's figures are those of 'Tỉ lệ bắt số' and of the person's own screen, also after an edit (D3-FLR-01, D2-CAP-01)", async () => {
  await busy()
  for (const result of [refuse, { status: 'KLLĐ', note: 'Tắt máy' }, { status: 'KEEP', note: 'Giữ gói' }])
    await recorded('sale111', (await take('sale111')).id, result)
  const wrong = await recorded('sale111', (await take('sale111')).id, refuse)
  const seller = await server.as('sale111')
  const same = async () => {
    const today = (await seller.get('/api/v1/care/today')).data as Record<string, number>
    const report = (await (await server.as('leader11')).get('/api/v1/tilebatso')).data as {
      values: Record<string, number>[]
    }
    const row = report.values[0] ?? {}
    const { day, hour } = await of('sale111')
    expect(hour).toEqual(day)
    expect(day).toEqual({ calls: today.so_tra_ket_qua, reached: today.gap_khach, agreed: today.chap_nhan })
    expect(day).toEqual({
      calls: row.so_tra_ket_qua,
      reached: (row.so_tra_ket_qua ?? 0) - (row.khong_nghe_may ?? 0) - (row.khong_lien_lac_duoc ?? 0),
      agreed: row.chap_nhan,
    })
    return day
  }
  expect(await same()).toEqual({ calls: 4, reached: 3, agreed: 0 })
  const edit = await seller.put(`/api/v1/care/history/setStatus/${wrong}`, { status: 'APPROVED', package: 'VD90' })
  expect(edit.status).toBe(200)
  expect(await same()).toEqual({ calls: 4, reached: 3, agreed: 1 })
  await seller.put(`/api/v1/care/history/setStatus/${wrong}`, { status: 'KBM' })
  expect(await same()).toEqual({ calls: 4, reached: 2, agreed: 0 })
})
