/** 'Hôm nay': every figure is that of its own screen (D3-NAV-06). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayStart, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import type { CareAnswer } from '#subjects/calling/contract/calls/care.ts'
import { lastDayWithin, type Today } from '#subjects/overview/contract/calls/today.ts'
import { demoDatabase } from '#test/organisation.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, undefined, demoDatabase)
})
afterAll(() => server.close())

async function read<T>(username: string, path: string, values: Record<string, string> = {}): Promise<T> {
  const answer = await (
    await server.as(username)
  ).get(`/api/v1/${path}?${new URLSearchParams(values).toString()}`)
  if (answer.status !== 200) throw new Error(`${username} ${path}: ${answer.text}`)
  return answer.data as T
}
const look = (username = 'sale111'): Promise<Today> => read<Today>(username, 'homnay')

test("today's screen shows the last day with calls, each figure as in its list; nothing when it is too long ago (D3-NAV-06)", async () => {
  const { last } = await look()
  if (!last) throw new Error('the demo has a last day')
  expect(last.day < todayVn()).toBe(true)
  const range = { startDate: toFilterDate(last.day), endDate: toFilterDate(last.day), count: '1' }
  const countOf = async (path: string, more: Record<string, string> = {}): Promise<number> =>
    (await read<{ count: number }>('sale111', path, { ...range, ...more })).count
  const lines = { ...range, status: 'SUCCESS' }
  const capture = await read<{ values: { da_nhan_so: number }[] }>('sale111', 'tilebatso', range)
  expect(last).toEqual({
    day: last.day,
    received: capture.values[0]?.da_nhan_so,
    called: await countOf('care/history'),
    reached: await countOf('care/history', { gap_khach: '1' }),
    agreed: await countOf('care/history', { status: 'APPROVED' }),
    registered: await countOf('report90849332', lines),
    revenue: (await read<{ doanhThu: number }>('sale111', 'report90849332', lines)).doanhThu,
  })
  expect(last.called).toBeGreaterThan(0)
  const later = await server.pool.query(sql`
    SELECT FROM care_history WHERE username = 'sale111' AND created_at >= ${dayStart(addDays(last.day, 1))}::timestamptz
      AND created_at < ${dayStart(todayVn())}::timestamptz`)
  expect(later.rowCount).toBe(0)
  await server.pool.query(sql`ALTER TABLE care_history DISABLE TRIGGER USER`)
  const shift = (days: number) =>
    server.pool.query(sql`
      UPDATE care_history SET created_at = created_at + make_interval(days => ${days}) WHERE username = 'sale111'
        AND created_at < ${dayStart(todayVn())}::timestamptz`)
  await shift(-lastDayWithin)
  expect((await look()).last).toBeNull()
  await shift(lastDayWithin)
  expect((await look()).last).toEqual(last)
})

test('the numbers left equal those shown in care, by file, and run out at the rate of that last day (D3-NAV-06)', async () => {
  const { left } = await look()
  expect(left.count).toBe((await read<CareAnswer>('sale111', 'care/current')).count)
  expect(left.files.reduce((sum, file) => sum + file.left, 0)).toBe(left.count)
  expect(left.count).toBeGreaterThan(0)
  expect(left.files.every((file) => file.left > 0)).toBe(true)
})

test('numbers of the own customer list count too, until the list is deleted (D3-NAV-06)', async () => {
  const before = await look()
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
    SELECT 'list', 'riêng.xlsx', username, id FROM users WHERE username = 'chinhanh1' RETURNING id`)
  const id = rows[0]?.id ?? ''
  await server.pool.query(sql`
    INSERT INTO customer (file_id, phone, package, rank, holder_id, stage)
    SELECT ${id}, 390000000 + n, 'VD90', n, u.id, CASE n WHEN 3 THEN 'called' ELSE 'left' END
    FROM generate_series(1, 3) n, users u WHERE u.username = 'sale111'`)
  const { left } = await look()
  expect(left.count).toBe(before.left.count + 2)
  expect(left.files.find((file) => file.id === id)).toEqual({
    id,
    FileName: 'riêng.xlsx',
    left: 2,
    shared: false,
  })
  expect(left.count).toBe((await read<CareAnswer>('sale111', 'care/current')).count)
  await server.pool.query(sql`UPDATE data_files SET deleted_at = now() WHERE id = ${id}`)
  expect((await look()).left.files).toEqual(before.left.files)
})

/** A file of 60 numbers, the only open one. */
async function onlyFile(): Promise<string> {
  const file = await makePool(server.pool, { rows: 60 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  await server.pool.query(sql`UPDATE data_files SET is_activated = 0 WHERE kind = 'pool' AND id <> ${file}`)
  return file
}

/** `n` numbers of the file were taken within `minutes` from 9:00 of a day. */
async function takeNumbers(
  file: string,
  {
    n,
    minutes,
    day,
    kind = 'claim',
    from = null,
  }: { n: number; minutes: number; day: string; kind?: string; from?: string | null },
): Promise<void> {
  await server.pool.query(sql`
    INSERT INTO movements (customer_id, file_id, from_holder, from_stage, to_holder, to_stage, kind, by_username, at)
    SELECT c.id, ${file}, (SELECT id FROM users WHERE username = ${from}), 'left', u.id, 'open', ${kind}, 'sale112',
      ${dayStart(day)}::timestamptz + interval '9 hours' + c.n * make_interval(mins => ${minutes}) / (${n}::int - 1)
    FROM (SELECT id, row_number() OVER (ORDER BY rank) - 1 AS n FROM customer WHERE file_id = ${file} ORDER BY rank LIMIT ${n}) c,
      users u WHERE u.username = 'sale112'`)
}

/** Hours that the numbers last from an instant, to a hundredth. */
const hoursFrom = (from: string, until: string | null): number | null =>
  until === null ? null : Math.round(((Date.parse(until) - Date.parse(from)) / 3_600_000) * 100) / 100

test.each([
  ['24 numbers in two hours: 60 last for five', 24, 120, 5],
  ['10 numbers in an hour', 10, 60, 6],
  ['too few numbers tell no rate', 9, 120, null],
  ['nor does less than an hour', 24, 59, null],
])(
  "the time at which the group's numbers run out follows the rate of all claims on the last day: %s (D3-NAV-06)",
  async (_, n, minutes, lasts) => {
    const day = (await look()).last?.day ?? ''
    const file = await onlyFile()
    await takeNumbers(file, { n, minutes, day })
    // Another day, another pool, and what is not handed out one by one.
    await takeNumbers(file, { n: 20, minutes: 300, day: addDays(day, -1) })
    await takeNumbers(file, { n: 20, minutes: 300, day: addDays(day, 1) })
    await takeNumbers(file, { n: 20, minutes: 300, day, from: 'leader11' })
    await takeNumbers(file, { n: 20, minutes: 300, day, kind: 'reinvite' })
    const { left, at } = await look()
    expect(left).toMatchObject({ count: 60, files: [{ id: file, left: 60, shared: true }] })
    expect(hoursFrom(at, left.until)).toBe(lasts)
  },
)

test('calling hours and their next start are shown, and the numbers last from that start; without calling hours nothing is shown (D3-NAV-06, D3-RULE-01)', async () => {
  const { hours, opensAt, last } = await look()
  expect([hours, opensAt]).toEqual([null, null])
  await takeNumbers(await onlyFile(), { n: 24, minutes: 120, day: last?.day ?? '' })
  const today = todayVn()
  await setSettings(server.pool, {
    'care.from': '08:00',
    'care.until': '20:00',
    'care.daysOff': [toFilterDate(today)],
  })
  const opens = new Date(`${addDays(today, 1)}T08:00:00+07:00`).toISOString()
  const closed = await look()
  expect(closed).toMatchObject({ hours: { from: '08:00', until: '20:00' }, opensAt: opens })
  expect(hoursFrom(opens, closed.left.until)).toBe(5)
})

test("today's screen is for salespeople: 403 for everybody else (D3-NAV-06)", async () => {
  for (const username of ['admin', 'quanly', 'chinhanh1', 'leader11', 'ketoan', 'doitac1'])
    expect([username, (await (await server.as(username)).get('/api/v1/homnay')).status]).toEqual([
      username,
      403,
    ])
})
