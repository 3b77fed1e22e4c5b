/** Pace of scans: users first, limits, hours, a failing carrier, failed numbers, very long files. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ScanNow } from '#subjects/scans/contract/calls/scans.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { rounds } from '#test/rounds.ts'
import { clearScans, countsOf, makeScan, scanNow, startScanServer } from '#test/scans.ts'
import type { TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let carrier: TestCarrier
let server: TestServer
let close: () => Promise<void>

beforeAll(async () => void ({ carrier, server, close } = await startScanServer()))
afterAll(() => close())
beforeEach(() => clearScans(server.pool))

const claim = async (perMinute: number, parallel: number, carrierName = 'VINAPHONE'): Promise<number> =>
  (await server.pool.query(sql`SELECT * FROM scan_claim(${carrierName}, ${perMinute}, ${parallel}, 60)`))
    .rowCount ?? 0
const now = async (): Promise<ScanNow> =>
  (await (await server.as('quanly')).get('/api/v1/quetdata/now')).data as ScanNow
const vinaphone = async () => (await now()).carriers.find(({ nha_mang }) => nha_mang === 'VINAPHONE')

test('a scan runs at most as many look-ups at a time as the limit leaves beside waiting people (D3-SCN-02)', async () => {
  await makeScan(server.pool, 'quetdata', 'a.xlsx', 50, { state: 'running' })
  await server.pool.query(`
    INSERT INTO lookup_turns (user_id, kind, nha_mang) SELECT id, 'package', 'VINAPHONE' FROM users WHERE username IN ('sale111', 'sale112')`)
  await server.pool.query(`UPDATE scan_pace SET next_at = now() - interval '1 hour'`)
  expect(await claim(60_000, 5)).toBe(3)
  expect(await claim(60_000, 5)).toBe(0)
  await server.pool.query('DELETE FROM lookup_turns')
  await server.pool.query(`UPDATE scan_pace SET next_at = now() - interval '1 hour'`)
  expect(await claim(60_000, 5)).toBe(2)
})

test('scans get what people leave of the look-ups per minute; entries written by hand do not count (D3-SCN-02, D3-TRL-03)', async () => {
  await makeScan(server.pool, 'quetdata', 'a.xlsx', 50, { state: 'running' })
  const people = (n: number) =>
    server.pool.query(sql`
      INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, nguon)
      SELECT 'sale111', 'A', '912000001', 'Tra cứu', 'tra_cuu' FROM generate_series(1, ${n}::int)`)
  await people(50)
  // Manual log entries do not count against the carrier's limit.
  await server.pool.query(
    `UPDATE lstracuu SET nguon = 'nhap_tay' WHERE id = (SELECT id FROM lstracuu LIMIT 1)`,
  )
  await people(1)
  expect(await claim(51, 50)).toBe(1)
  // The remaining one is for the whole minute.
  expect(await claim(51, 50)).toBe(0)
  await server.pool.query(`UPDATE scan_pace SET next_at = now()`)
  await people(1)
  expect(await claim(51, 50)).toBe(0)
  expect(await vinaphone()).toMatchObject({ people: 51 })
})

test('look-ups are spread evenly over the minute, within the rate (D3-SCN-02)', async () => {
  await makeScan(server.pool, 'quetdata', 'a.xlsx', 500, { state: 'running' })
  const began = performance.now()
  let sent = await claim(600, 100)
  expect(sent).toBeLessThanOrEqual(11)
  for (let turn = 0; turn < 20; turn++) {
    await sleep(20)
    sent += await claim(600, 500)
    // Ten per second, and at most one missed second is made up.
    expect(sent).toBeLessThanOrEqual(11 + (performance.now() - began) / 100)
  }
  expect(sent).toBeGreaterThan(2)
})

test('a number of the program target counts as two look-ups (D3-SCN-02)', async () => {
  await makeScan(server.pool, 'quetdtct', 'a.xlsx', 1, { state: 'running' })
  await claim(60, 10)
  const { rows } = await server.pool.query(
    `SELECT next_at > now() + interval '0.9 seconds' AS later, next_at < now() + interval '2.2 seconds' AS soon FROM scan_pace WHERE nha_mang = 'VINAPHONE'`,
  )
  expect(rows).toEqual([{ later: true, soon: true }])
})

test('outside the hours nothing is looked up, and the screen names the hours (D3-SCN-02)', async () => {
  const id = await makeScan(server.pool, 'quetdata', 'a.xlsx', 2, { state: 'running' })
  const hour = (new Date().getUTCHours() + 7) % 24
  const [from, until] = hour >= 12 ? ['01:00', '02:00'] : ['21:00', '22:00']
  await setSettings(server.pool, { 'scan.from': from, 'scan.until': until })
  await carrier.seen()
  await scanNow(server, carrier)
  expect(await carrier.seen()).toEqual([])
  expect(await now()).toMatchObject({
    configured: true,
    open: false,
    openFor: 0,
    from,
    until,
  })
  expect(await vinaphone()).toMatchObject({ perMinute: 6000, parallel: 20 })
  const [end, minutes] = hour >= 12 ? ['23:59', 24 * 60 - 1] : ['12:00', 12 * 60]
  await setSettings(server.pool, { 'scan.from': '00:00', 'scan.until': end })
  const passed = (Date.now() / 60_000 + 7 * 60) % (24 * 60)
  expect(Math.abs((await now()).openFor - Math.max(0, minutes - passed))).toBeLessThan(2)
  await setSettings(server.pool, { 'scan.from': from, 'scan.until': until })
  expect((await countsOf(server.pool, id)).state).toBe('running')
})

test('running files take turns (D3-SCN-04)', async () => {
  await setSettings(server.pool, { 'scan.parallel': 1 })
  await makeScan(server.pool, 'quetdata', 'a.xlsx', 3, { state: 'running' })
  await makeScan(server.pool, 'quetdatakhonggoi', 'b.xlsx', 3, { first: 913_000_000, state: 'running' })
  await carrier.seen()
  await scanNow(server, carrier)
  const prefixes = (await carrier.seen()).map(({ body }) => String(body.isdn).slice(0, 3))
  expect(prefixes.slice(0, 4).toSorted()).toEqual(['912', '912', '913', '913'])
})

test('a failing carrier pauses the scan, which says so and continues by itself (D3-SCN-03)', async () => {
  const id = await makeScan(server.pool, 'quetdata', 'a.xlsx', 30, { state: 'running' })
  await carrier.fault({ mode: 'status', status: 503 })
  await carrier.seen()
  await scanNow(server, carrier)
  const requestCount = (await carrier.seen()).length
  expect(requestCount).toBeLessThanOrEqual(20)
  expect(await vinaphone()).toMatchObject({
    why: 'Kênh tra cứu của nhà mạng đang quá tải, thử lại sau ít giây',
    failingSince: expect.any(String),
    pausedUntil: expect.any(String),
  })
  expect(server.announced.map(({ to, content }) => [to, content])).toContainEqual([
    { username: 'admin' },
    expect.stringMatching(/^Tạm dừng quét số Vinaphone: .* Tự quét tiếp/),
  ])
  // No request during the pause, and one number at a time after it.
  await server.pool.query(
    `UPDATE scan_pace SET paused_until = clock_timestamp() + interval '1 hour' WHERE failures > 0`,
  )
  await scanNow(server, carrier)
  expect(await carrier.seen()).toEqual([])
  await (await server.as('quanly')).post('/api/v1/quetdata/tryNow')
  await scanNow(server, carrier)
  expect(await carrier.seen()).toHaveLength(1)
  await carrier.fault()
  await server.pool.query(
    `UPDATE scan_pace SET paused_until = clock_timestamp() + interval '0.2 seconds' WHERE failures > 0`,
  )
  await expect
    .poll(
      async () => {
        await scanNow(server, carrier)
        return (await countsOf(server.pool, id)).state
      },
      { timeout: 20_000 },
    )
    .toBe('done')
  expect(await countsOf(server.pool, id)).toMatchObject({ answered: 30, counted: 30, given_up: 0 })
  expect(await vinaphone()).toMatchObject({ why: null, failingSince: null, pausedUntil: null })
})

test('look-ups that fail together lengthen the pause by one step, not by one each (D3-SCN-03)', async () => {
  await makeScan(server.pool, 'quetdata', 'a.xlsx', 30, { state: 'running' })
  const databaseTime = async (): Promise<string> =>
    (await server.pool.query<{ at: string }>('SELECT clock_timestamp()::text AS at')).rows[0]?.at ?? ''
  const fail = (began: string) =>
    server.pool.query(sql`SELECT scan_carrier('VINAPHONE', 'không trả lời', true, ${began}::timestamptz)`)
  const pace = async () =>
    (
      await server.pool.query(
        `SELECT failures, paused_until < clock_timestamp() + interval '10 seconds' AS short FROM scan_pace WHERE nha_mang = 'VINAPHONE'`,
      )
    ).rows[0]
  const flight = await databaseTime()
  for (let n = 0; n < 20; n++) await fail(flight)
  expect(await pace()).toEqual({ failures: 1, short: true })
  await fail(await databaseTime())
  expect(await pace()).toEqual({ failures: 2, short: true })
})

test('a failed number is retried at the end, given up after three times, and retried by a new start (D3-SCN-01)', async () => {
  await setSettings(server.pool, { 'scan.parallel': 1 })
  const id = await makeScan(server.pool, 'quetdata', 'a.xlsx', 4, { state: 'running' })
  await carrier.fault({ mode: 'garbage', times: 1 })
  await carrier.seen()
  await scanNow(server, carrier)
  const numbers = (await carrier.seen()).map(({ body }) => body.isdn)
  expect(numbers).toEqual([1, 2, 3, 4, 1].map((n) => String(912_000_000 + n)))
  expect(await countsOf(server.pool, id)).toMatchObject({ answered: 4, state: 'done' })
  const bad = await makeScan(server.pool, 'quetdata', 'b.xlsx', 1, { state: 'running' })
  for (let tries = 0; tries < 3; tries++) {
    await server.pool.query(`UPDATE scan_numbers SET state = 'asking', until = now() WHERE state = 'waiting'`)
    await server.pool.query(
      sql`SELECT scan_put_back(id, kind, file_id, true, 'lỗi') FROM scan_numbers WHERE file_id = ${bad}`,
    )
  }
  expect(await countsOf(server.pool, bad)).toMatchObject({
    answered: 0,
    failed: 1,
    given_up: 1,
    state: 'done',
  })
  expect(
    (await (await server.as('quanly')).post('/api/v1/quetdata/start', { FileName: 'b.xlsx' })).status,
  ).toBe(200)
  await scanNow(server, carrier)
  expect(await countsOf(server.pool, bad)).toMatchObject({
    answered: 1,
    failed: 0,
    given_up: 0,
    state: 'done',
  })
})

test('a stored answer stays when a second one arrives (D3-SCN-01)', async () => {
  const id = await makeScan(server.pool, 'quetdata', 'a.xlsx', 1, { state: 'running' })
  await claim(6000, 10)
  const store = (status: string) =>
    server.pool.query(sql`
      SELECT scan_store(id, kind, file_id, ${JSON.stringify({ Status: status, unknown: false })}::jsonb) AS stored
      FROM scan_numbers WHERE file_id = ${id}`)
  expect([(await store('một')).rows, (await store('hai')).rows]).toEqual([
    [{ stored: true }],
    [{ stored: false }],
  ])
  const { rows } = await server.pool.query('SELECT "Status" AS status FROM scan_numbers')
  expect(rows).toEqual([{ status: 'một' }])
  expect(await countsOf(server.pool, id)).toMatchObject({ counted: 1, total: 1, state: 'done' })
})

test('a hundred answers that arrive together and cannot be stored for a while are kept and stored: no number is looked up twice (D3-SCN-01)', async () => {
  await setSettings(server.pool, { 'scan.parallel': 100 })
  const id = await makeScan(server.pool, 'quetdata', 'a.xlsx', 90, { state: 'running' })
  await server.pool.query(`UPDATE scan_pace SET next_at = now() - interval '1 hour'`)
  await carrier.fault({ mode: 'slow', ms: 500 })
  await carrier.seen()
  // Leases of 12 s.
  const scanned = scanNow(server, carrier, 5_000)
  const asking = `SELECT FROM scan_numbers WHERE state = 'asking'`
  await expect.poll(async () => (await server.pool.query(asking)).rowCount, { interval: 20 }).toBe(90)
  const client = await server.pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM scan_files FOR UPDATE')
  // Longer than the lock timeout; other users of the pool get a connection meanwhile.
  for (let look = 0; look < 6; look++) {
    await sleep(500)
    expect(server.pool.waitingCount).toBe(0)
  }
  await client.query('ROLLBACK')
  client.release()
  await scanned
  await carrier.fault()
  expect(await carrier.seen()).toHaveLength(90)
  expect(await countsOf(server.pool, id)).toMatchObject({
    answered: 90,
    counted: 90,
    given_up: 0,
    state: 'done',
  })
}, 60_000)

test('a very long file is processed in small parts by its index, and becomes a subscriber file in batches (D3-SCN-04)', async () => {
  const total = rounds(5_100, 200_000)
  const id = await makeScan(server.pool, 'quetdata', 'dai.xlsx', total, { state: 'running' })
  await server.pool.query('ANALYZE scan_numbers')
  expect(await claim(6000, 100)).toBeLessThanOrEqual(100)
  const { rows } = await server.pool.query<{ 'QUERY PLAN': string }>(sql`
    EXPLAIN SELECT id FROM scan_numbers WHERE file_id = ${id} AND state = 'waiting' AND nha_mang = 'VINAPHONE' ORDER BY tries, id LIMIT 20`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('scan_numbers_waiting')
  for (let from = 1; from <= total; from += 10_000)
    await server.pool.query(sql`
      UPDATE scan_numbers SET state = 'answered', until = NULL, "NumberCurrentPackage" = 'VD90'
      WHERE file_id = ${id} AND "PhoneNumber"::text BETWEEN ${String(912_000_000 + from)} AND ${String(912_009_999 + from)}`)
  await server.pool.query(sql`
    UPDATE scan_files SET so_da_quet = total_numbers, goi_da_quet = total_numbers, trang_thai = 'done' WHERE id = ${id}`)
  const before = process.memoryUsage().rss
  const made = await (
    await server.as('quanly')
  ).post('/api/v1/quetdata/createSubscriberFile', { FileName: 'dai.xlsx' })
  expect(made.data).toMatchObject({ saved: total })
  expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000)
  const gone = await (await server.as('quanly')).post('/api/v1/quetdata/deleteFile', { FileName: 'dai.xlsx' })
  expect(gone.data).toEqual({ removed: total })
}, 120_000)
