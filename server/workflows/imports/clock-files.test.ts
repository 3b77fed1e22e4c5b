/** Files of time clocks as machines and people write them (D3-FILE-09). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample, startImportServer, type ImportServer } from '../../../test/imports.ts'

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

test('clock texts of machines are saved as the times that they say (D3-FILE-09)', async () => {
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

test('one punch that stands as both times is an anomaly, no day of 0 hours without a word (D3-FILE-09, D3-PAY-14)', async () => {
  const { id } = await upload('cham-cong-mot-lan-bam.csv')
  const { values } = await server.rows('admin', id)
  expect(values.map(({ row, verdict, notes }) => [row, verdict, notes])).toEqual([
    [2, 'odd', { gioRa: 'Thiếu giờ ra: lưu vào chấm công bất thường' }],
    [3, 'new', {}],
  ])
  await server.save('admin', id)
  expect(await odd('sale212')).toEqual([['2026-11-05', ['thieu_ra']]])
})

test('times beyond midnight that a spreadsheet keeps as durations are of their day (D3-FILE-09)', async () => {
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
