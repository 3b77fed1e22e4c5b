/** Attendance files as time clocks and people write them (D3-FILE-09). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysLost } from '#kit/contract/import-words.ts'
import { undoTexts, type UndoSummary } from '#platform/contract/calls/import-undo.ts'
import { csv, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import { brokenInvariants } from '#platform/server/db/invariants.ts'
import { runUndo } from './undo-job.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const november = '?thangTinhLuong=11/2026'
const upload = (name: string) => server.ready('admin', 'chamcong', name, sample(`field/${name}`), november)
const stored = async (username: string) =>
  (
    await server.pool.query<{ ngay: string; vao: number; ra: number | null }>(
      `SELECT ngay::text, vao, ra FROM timekeeping WHERE username = $1 AND thang = '2026-11-01' ORDER BY ngay, vao`,
      [username],
    )
  ).rows
const odd = async (username: string) =>
  (
    (
      await (
        await server.as('admin')
      ).get(`/api/v1/tinhluong/batthuong?startDate=11/2026&username=${username}`)
    ).data as { values: { ngay: string; bat_thuong: string[] }[] }
  ).values.map(({ ngay, bat_thuong }) => [ngay, bat_thuong])

test('time texts of the time clock are saved as the times they mean (D3-FILE-09)', async () => {
  const { id, counts } = await upload('cham-cong-12-gio.csv')
  expect(counts.bad).toBe(0)
  await server.save('admin', id)
  const hour = 3600
  expect(await stored('sale114')).toEqual([
    { ngay: '2026-11-02', vao: 8 * hour + 131, ra: 17 * hour + 1900 },
    { ngay: '2026-11-03', vao: 8 * hour + 300, ra: 17.5 * hour },
    { ngay: '2026-11-04', vao: 300, ra: 8 * hour },
    { ngay: '2026-11-05', vao: 8 * hour, ra: 24 * hour },
    { ngay: '2026-11-06', vao: 8 * hour, ra: 17 * hour },
    { ngay: '2026-11-07', vao: 8 * hour + 300, ra: 17.5 * hour },
  ])
})

test('one punch used as both times is reported as an anomaly instead of a day of 0 hours (D3-FILE-09, D3-PAY-14)', async () => {
  const { id } = await upload('cham-cong-mot-lan-bam.csv')
  const { values } = await server.rows('admin', id)
  expect(values.map(({ row, verdict, notes }) => [row, verdict, notes])).toEqual([
    [2, 'odd', { gioRa: 'Thiếu giờ ra: lưu vào chấm công bất thường' }],
    [3, 'new', {}],
  ])
  await server.save('admin', id)
  expect(await odd('sale212')).toEqual([['2026-11-05', ['thieu_ra']]])
})

test('times past midnight that a spreadsheet stores as durations belong to their day (D3-FILE-09)', async () => {
  const { id, counts } = await upload('cham-cong-thoi-luong.xlsx')
  expect(counts.bad).toBe(0)
  const { values } = await server.rows('admin', id)
  const name = String(values[0]?.values.username)
  await server.save('admin', id)
  expect((await stored(name)).map(({ vao, ra }) => [vao, ra])).toEqual([
    [22 * 3600, 26.25 * 3600],
    [8 * 3600, 24 * 3600],
  ])
})

const days = async (username: string): Promise<string[]> =>
  (await stored(username)).map(({ ngay }) => ngay.slice(8))
const save = async (id: string, confirmations: object) =>
  (await server.as('admin')).post(`/api/v1/imports/${id}/save`, { again: 1, ...confirmations })
const undone = async (id: string) => {
  const admin = await server.as('admin')
  const reply = await admin.post(`/api/v1/imports/${id}/undo`, {})
  expect([reply.status, reply.text]).toEqual([200, reply.text])
  await runUndo(server.api.services, id, new AbortController().signal)
  return (await admin.get(`/api/v1/imports/${id}/undo`)).data as UndoSummary
}

test('stored days missing from a partial file are named before saving, and are deleted or kept as chosen (D3-FILE-09, D2-Q-153)', async () => {
  const first = await upload('cham-cong-tuan-1.csv')
  expect(first.lost).toEqual([])
  expect((await save(first.id, {})).status).toBe(200)
  await server.run(first.id)
  expect(await days('sale113')).toEqual(['02', '03', '04', '05', '06'])
  const second = await upload('cham-cong-tuan-2.csv')
  const lost = [{ username: 'sale113', days: ['02', '03', '04', '05', '06'].map((day) => `2026-11-${day}`) }]
  expect(second.lost).toEqual(lost)
  const refused = await save(second.id, {})
  expect([refused.status, refused.body.msg]).toEqual([409, daysLost(lost)])
  expect(refused.body.msg).toContain('sale113 5 ngày (02/11, 03/11, 04/11, 05/11, 06/11)')
  // Adding keeps the eight stored days; undoing removes only those of the file.
  expect((await save(second.id, { days: 'add' })).status).toBe(200)
  await server.run(second.id)
  expect(await days('sale113')).toEqual(['02', '03', '04', '05', '06', '09', '10', '11'])
  expect(await undone(second.id)).toMatchObject({ state: 'done', removes: 3, stays: 0 })
  expect(await days('sale113')).toEqual(['02', '03', '04', '05', '06'])
})

test('taking back a file of clock times restores the days it replaced and the typed days it cleared (D3-FILE-09, D3-FILE-05)', async () => {
  await server.pool.query(`INSERT INTO payroll_input (username, thang, ngay_cong, updated_by)
    VALUES ('sale113', '2026-11-01', 21.5, 'admin')`)
  const before = await stored('sale113')
  const second = await upload('cham-cong-tuan-2.csv')
  expect((await save(second.id, { days: 'replace' })).status).toBe(200)
  await server.run(second.id)
  expect(await days('sale113')).toEqual(['09', '10', '11'])
  const typed = async () =>
    (await server.pool.query(`SELECT ngay_cong::float AS n FROM payroll_input WHERE username = 'sale113'`))
      .rows
  expect(await typed()).toEqual([{ n: null }])
  expect(await undone(second.id)).toMatchObject({ state: 'done', removes: 3 })
  expect(await stored('sale113')).toEqual(before)
  expect(await typed()).toEqual([{ n: 21.5 }])
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('taking back an earlier file keeps the days of a later file and restores none beside them (D3-FILE-09)', async () => {
  const second = await upload('cham-cong-tuan-2.csv')
  await save(second.id, { days: 'replace' })
  await server.run(second.id)
  const third = await server.ready(
    'admin',
    'chamcong',
    'tuan-3.csv',
    csv([
      ['Tên đăng nhập', 'Tên', 'Ngày', 'Thứ', 'Giờ vào', 'Giờ ra'],
      ['sale113', '', '16/11/2026', '', '08:00', '17:00'],
    ]),
    november,
  )
  await save(third.id, { days: 'replace' })
  await server.run(third.id)
  expect(await undone(second.id)).toMatchObject({ removes: 0, stays: 3 })
  expect(await days('sale113')).toEqual(['16'])
})

test('adding a file replaces the days it contains without doubling them; days that it would delete since it was read are asked about (D3-FILE-09)', async () => {
  const again = await server.ready(
    'admin',
    'chamcong',
    'sua.csv',
    csv([
      ['Tên đăng nhập', 'Tên', 'Ngày', 'Thứ', 'Giờ vào', 'Giờ ra'],
      ['SALE113', '', '16/11/2026', '', '09:00', '18:00'],
    ]),
    november,
  )
  expect(again.lost).toEqual([])
  await server.pool.query(`INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id)
    VALUES ('2026-11-01', 'sale113', '2026-11-17', 28800, 61200, gen_random_uuid())`)
  expect((await save(again.id, {})).status).toBe(409)
  expect((await save(again.id, { days: 'add' })).status).toBe(200)
  await server.run(again.id)
  expect(await stored('sale113')).toEqual([
    { ngay: '2026-11-16', vao: 9 * 3600, ra: 18 * 3600 },
    { ngay: '2026-11-17', vao: 8 * 3600, ra: 17 * 3600 },
  ])
})

test('clock times used by a closed month stay when their file is taken back; an API import keeps no former state and asks nothing (D3-FILE-06, D2-PAY-37)', async () => {
  const storedDays = async () =>
    (await server.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM timekeeping_replaced')).rows[0]?.n
  const before = await storedDays()
  const body = {
    thangTinhLuong: '11/2026',
    importId: crypto.randomUUID(),
    data: [{ username: 'sale113', gioVao: '20/11/2026 08:00', gioRa: '20/11/2026 17:00' }],
  }
  expect((await (await server.as('admin')).post('/api/v1/tinhluong/saveFileChamCong', body)).status).toBe(200)
  expect([await days('sale113'), await storedDays()]).toEqual([['20'], before])
  const first = await upload('cham-cong-tuan-1.csv')
  await save(first.id, { days: 'replace' })
  await server.run(first.id)
  await server.pool.query(
    `INSERT INTO payroll_closing (thang, chot_boi, tham_so, viec) VALUES ('2026-11-01', 'admin', '{}', '[]')`,
  )
  expect(await undone(first.id)).toMatchObject({
    removes: 0,
    stays: 5,
    kept: expect.arrayContaining([
      expect.objectContaining({ why: undoTexts.closed, name: 'sale113, 02-11-2026' }),
    ]),
  })
  expect(await days('sale113')).toEqual(['02', '03', '04', '05', '06'])
})

test('raw punches are read as a layout of their own: first and last punch of a person and day are the times, a single one is an anomaly (D3-FILE-09, D3-PAY-14)', async () => {
  const { id, counts } = await server.ready(
    'admin',
    'chamcongluot',
    'luot.csv',
    sample('field/cham-cong-luot-bam.csv'),
    november,
  )
  expect(counts).toMatchObject({ new: 2, odd: 3, joined: 6, bad: 2 })
  const { values } = await server.rows('admin', id)
  expect(values.map(({ row, verdict, reason }) => [row, verdict, reason])).toEqual([
    [2, 'new', 'Vào 07:58:10, ra 17:31:05 (4 lượt)'],
    [3, 'joined', 'Gộp vào dòng 2'],
    [4, 'odd', null],
    [5, 'joined', 'Gộp vào dòng 2'],
    [6, 'joined', 'Gộp vào dòng 2'],
    [7, 'new', 'Vào 08:02:00, ra 17:30:00 (2 lượt)'],
    [8, 'joined', 'Gộp vào dòng 7'],
    [9, 'odd', null],
    [10, 'joined', 'Gộp vào dòng 9'],
    [11, 'odd', 'Vào 08:00:00, ra 17:00:00 (2 lượt)'],
    [12, 'joined', 'Gộp vào dòng 11'],
    [13, 'bad', "Giờ bấm 'x' không phải giờ"],
    [14, 'bad', 'Lượt bấm không có ngày'],
  ])
  expect(values[2]?.notes).toEqual({ gioVao: 'Thiếu giờ ra: lưu vào chấm công bất thường' })
  await server.save('admin', id)
  const secondsOf = (hours: number, minutes: number, seconds = 0) => hours * 3600 + minutes * 60 + seconds
  expect(await stored('sale111')).toEqual([
    { ngay: '2026-11-02', vao: secondsOf(7, 58, 10), ra: secondsOf(17, 31, 5) },
    { ngay: '2026-11-03', vao: secondsOf(8, 2), ra: secondsOf(17, 30) },
  ])
  expect(await stored('sale112')).toEqual([
    { ngay: '2026-11-02', vao: secondsOf(8, 5), ra: null },
    { ngay: '2026-11-03', vao: secondsOf(8, 0), ra: null },
  ])
  expect(await odd('sale112')).toEqual([
    ['2026-11-02', ['thieu_ra']],
    ['2026-11-03', ['thieu_ra']],
  ])
  expect(await undone(id)).toMatchObject({ state: 'done', removes: 5, stays: 0 })
  expect(await stored('sale111')).toEqual([])
})
