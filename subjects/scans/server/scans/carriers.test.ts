/** Limits and pauses of scans are separate per carrier (D3-SCN-02, D3-SCN-03). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { carrierOf } from '#subjects/sims/contract/sim-types.ts'
import type { ScanNow } from '#subjects/scans/contract/calls/scans.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { clearScans, countsOf, makeScan, scanNow, startScanServer } from '#test/scans.ts'
import type { TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { readPace } from './read-scan.ts'

let carrier: TestCarrier
let server: TestServer
let close: () => Promise<void>

beforeAll(async () => void ({ carrier, server, close } = await startScanServer()))
afterAll(() => close())
beforeEach(() => clearScans(server.pool))

const [vinaphone, mobifone, viettel] = [912_000_000, 903_000_000, 962_000_000]
const claim = async (of: string, perMinute: number, parallel: number): Promise<number> =>
  (await server.pool.query(sql`SELECT * FROM scan_claim(${of}, ${perMinute}, ${parallel}, 60)`)).rowCount ?? 0
const now = async (): Promise<ScanNow> =>
  (await (await server.as('quanly')).get('/api/v1/quetdata/now')).data as ScanNow

test('database and product assign a number to the same carrier (D3-SCN-02)', async () => {
  const starts = Array.from({ length: 100 }, (_, n) => `${String(n).padStart(2, '0')}1234567`)
  const { rows } = await server.pool.query<{ phone: string; of: string }>(sql`
    SELECT phone, carrier_of(phone) AS of FROM unnest(${starts}::text[]) phone`)
  expect(rows).toEqual(starts.map((phone) => ({ phone, of: carrierOf(`0${phone}`) ?? 'KHAC' })))
})

test('look-ups at one carrier do not reduce the limit of another (D3-SCN-02)', async () => {
  for (const first of [vinaphone, mobifone, viettel, 561_000_000])
    await makeScan(server.pool, 'quetdata', `${first}.xlsx`, 10, { first, state: 'running' })
  await server.pool.query(sql`
    INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, nguon)
    SELECT 'sale111', 'A', '903000001', 'Tra cứu', 'tra_cuu' FROM generate_series(1, 60)`)
  await server.pool.query(sql`
    INSERT INTO lookup_turns (user_id, kind, nha_mang) SELECT id, 'package', 'VIETTEL' FROM users WHERE username = 'sale111'`)
  await server.pool.query(`UPDATE scan_pace SET next_at = now() - interval '1 hour'`)
  expect(await claim('MOBIFONE', 60, 4)).toBe(0)
  expect(await claim('VINAPHONE', 60_000, 4)).toBe(4)
  expect(await claim('VINAPHONE', 60_000, 4)).toBe(0)
  expect(await claim('VIETTEL', 60_000, 4)).toBe(3)
  // Sixty look-ups by users at another carrier do not reduce this one's minute.
  expect(await claim('KHAC', 60, 4)).toBe(1)
  await server.pool.query('DELETE FROM lookup_turns')
  const people = Object.fromEntries((await now()).carriers.map(({ nha_mang, people: n }) => [nha_mang, n]))
  expect(people).toEqual({ VINAPHONE: 0, MOBIFONE: 60, VIETTEL: 0, KHAC: 0 })
})

test('a carrier has its own limits if set, otherwise the common ones (D3-SCN-02)', async () => {
  const quanly = await server.as('quanly')
  const set = await quanly.put('/api/v1/setting/scan.perMinute.VINAPHONE', { value: 90 })
  expect(set.status).toBe(200)
  await setSettings(server.pool, { 'scan.parallel': 20, 'scan.parallel.VIETTEL': 2, 'scan.perMinute': 600 })
  expect((await readPace(server.pool)).limits).toEqual([
    { nha_mang: 'VINAPHONE', perMinute: 90, parallel: 20 },
    { nha_mang: 'MOBIFONE', perMinute: 600, parallel: 20 },
    { nha_mang: 'VIETTEL', perMinute: 600, parallel: 2 },
    { nha_mang: 'KHAC', perMinute: 600, parallel: 20 },
  ])
  await setSettings(server.pool, { 'scan.perMinute.VINAPHONE': '', 'scan.parallel.VIETTEL': '' })
  expect((await readPace(server.pool)).limits[0]).toMatchObject({ perMinute: 600 })
})

test('a look-up by a person counts for the carrier of its number while it runs and afterwards (D3-SCN-02)', async () => {
  await carrier.fault({ mode: 'slow', ms: 400, times: 1 })
  const lookup = (await server.as('sale111')).get('/api/v1/lookup/balance?phone=0962000001')
  const waiting = async () =>
    (await server.pool.query<{ of: string }>('SELECT nha_mang AS of FROM lookup_turns')).rows
  await expect.poll(waiting, { interval: 10 }).toEqual([{ of: 'VIETTEL' }])
  await lookup
  expect((await now()).carriers.find(({ nha_mang }) => nha_mang === 'VIETTEL')).toMatchObject({ people: 1 })
})

test('a failing carrier pauses its own numbers while others continue; a file says which carrier it waits for (D3-SCN-03, D3-SCN-02)', async () => {
  const failing = await makeScan(server.pool, 'quetdata', 'a.xlsx', 3, { first: mobifone, state: 'running' })
  const mixed = await makeScan(server.pool, 'quetdata', 'b.xlsx', 3, { first: vinaphone, state: 'running' })
  await server.pool.query(sql`
    SELECT scan_carrier('MOBIFONE', 'không trả lời', true, clock_timestamp())`)
  await server.pool.query(
    `UPDATE scan_pace SET paused_until = clock_timestamp() + interval '1 hour' WHERE failures > 0`,
  )
  expect((await now()).files.map(({ id, waitsFor }) => [id, waitsFor])).toEqual(
    expect.arrayContaining([
      [failing, ['MOBIFONE']],
      [mixed, []],
    ]),
  )
  await carrier.seen()
  await scanNow(server, carrier)
  expect((await carrier.seen()).map(({ body }) => String(body.isdn).slice(0, 2))).toEqual(['91', '91', '91'])
  expect(await countsOf(server.pool, mixed)).toMatchObject({ state: 'done', answered: 3 })
  expect(await countsOf(server.pool, failing)).toMatchObject({ state: 'running', answered: 0 })
  const state = Object.fromEntries((await now()).carriers.map((one) => [one.nha_mang, one]))
  expect(state.MOBIFONE).toMatchObject({ why: 'không trả lời', pausedUntil: expect.any(String) })
  expect(state.VINAPHONE).toMatchObject({ why: null, pausedUntil: null, scans: expect.any(Number) })
  // A pause of another carrier does not apply.
  const quanly = await server.as('quanly')
  await quanly.post('/api/v1/quetdata/tryNow', { nha_mang: 'VIETTEL' })
  await scanNow(server, carrier)
  expect(await carrier.seen()).toEqual([])
  await quanly.post('/api/v1/quetdata/tryNow', { nha_mang: 'MOBIFONE' })
  await scanNow(server, carrier)
  expect(await countsOf(server.pool, failing)).toMatchObject({ state: 'done', answered: 3 })
})

test("the time left is that of the slowest carrier: by the file's progress there, or by its limit before the first look-up (D3-SCN-04, D3-SCN-02)", async () => {
  await setSettings(server.pool, { 'scan.perMinute': 600, 'scan.perMinute.VIETTEL': 12 })
  const id = await makeScan(server.pool, 'quetdata', 'lech.xlsx', 24, { first: viettel, state: 'running' })
  const minutesLeft = async () => (await now()).files.find((file) => file.id === id)?.minutesLeft
  expect(await minutesLeft()).toBeNull()
  // A minute in which another carrier was fast: the 24 numbers still need two.
  const went = (nha_mang: string, n: number) => sql`
    INSERT INTO scan_minutes (kind, file_id, minute, nha_mang, n)
    VALUES ('quetdata', ${id}, date_trunc('minute', now()), ${nha_mang}, ${n})`
  await server.pool.query(sql`UPDATE scan_files SET chay_tu = now() - interval '1 minute' WHERE id = ${id}`)
  await server.pool.query(went('VINAPHONE', 400))
  expect(await minutesLeft()).toBeCloseTo(2, 1)
  // At its measured pace of three a minute: eight minutes.
  await server.pool.query(went('VIETTEL', 3))
  expect(await minutesLeft()).toBeGreaterThan(7.9)
  expect(await minutesLeft()).toBeLessThan(10)
  await setSettings(server.pool, { 'scan.perMinute.VIETTEL': '' })
})
