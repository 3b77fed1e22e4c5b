/** What private customers and offers for tomorrow reveal about a phone beyond the daily limit. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
const phones = ['912000001', '912000002']
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.pool.query('TRUNCATE phone_searches, khr, moigoihomsau')
  await setSettings(server.pool, { 'phone.searches': 1 })
})
afterAll(() => server.close())

const day = '2026-11-20'

test('beyond the daily limit a leader does not learn that a number was approved for somebody else: not from the list, the count or what is left out (D3-SEC-05)', async () => {
  await server.pool.query(sql`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, trang_thai, nguoi_phe_duyet)
    SELECT unnest(${phones}::text[]), ${day}, 'sale211', 'Ai khác', '1', 'quanly'`)
  const leader = await server.as('leader11')
  for (const so_dien_thoai of phones)
    await leader.post('/api/v1/khr', { so_dien_thoai, ngay_thanh_cong: day, username_nv: 'sale111' })
  type Row = { id: string; trung: string | null }
  const rowsOf = async (username: string): Promise<Row[]> =>
    ((await (await server.as(username)).get('/api/v1/khr?username_nv=sale111')).data as { values: Row[] })
      .values
  expect((await rowsOf('quanly')).map(({ trung }) => trung !== null)).toEqual([true, true])
  const mine = await rowsOf('leader11')
  expect(mine.map(({ trung }) => trung !== null)).toEqual([false, true])
  const decision = { method: 'PUT', path: '/api/v1/khr/approve/:id', input: { trang_thai: '1' } }
  const ids = mine.map(({ id }) => id)
  const counted = await leader.post('/api/v1/bulk/count', { ...decision, ids })
  expect(counted.data).toMatchObject({ warned: [{ rows: 1 }], leftOut: 1 })
  const done = await leader.post('/api/v1/bulk', { ...decision, ids, versions: {} })
  expect(done.data).toMatchObject({ done: 1, refused: [{ id: ids[1] }] })
})

test('beyond the daily limit no balance is looked up, because it would reveal the owner of the number (D3-SEC-05)', async () => {
  const sale = await server.as('sale111')
  for (const phone of phones) await sale.post('/api/v1/moigoihomsau', { phone, package: 'VD90' })
  const due = async (): Promise<boolean[]> =>
    (
      await server.pool.query<{ due: boolean }>(
        'SELECT hoi_tkc_luc IS NOT NULL AS due FROM moigoihomsau ORDER BY "createdAt"',
      )
    ).rows.map((row) => row.due)
  expect(await due()).toEqual([true, false])
  await server.pool.query(`UPDATE moigoihomsau SET phone = '912000009' WHERE phone = ${`'${phones[1]}'`}`)
  expect(await due()).toEqual([true, true])
})
