/** Impossible working times, and concurrent writes to a row. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Clocking } from '#subjects/pay/contract/calls/payroll.ts'
import { nothingTyped, payrollCalls, type PayrollCalls } from '#test/payroll-calls.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let calls: PayrollCalls
beforeAll(async () => {
  server = await startTestServer()
  calls = payrollCalls(server)
})
afterAll(() => server.close())

const get: PayrollCalls['get'] = (...args) => calls.get(...args)
const post: PayrollCalls['post'] = (...args) => calls.post(...args)
const put: PayrollCalls['put'] = (...args) => calls.put(...args)
const rowOf: PayrollCalls['rowOf'] = (...args) => calls.rowOf(...args)

test('swapped times, another date in the column and times beyond the month are stored and count 0 until decided; a repeated row counts once (D3-PAY-14, D2-Q-154)', async () => {
  const row = (ngay: string, gioVao: string, gioRa: string) => ({ username: 'sale212', ngay, gioVao, gioRa })
  const send = (thangTinhLuong: string, data: object[]) =>
    post('quanly', '/saveFileChamCong', { thangTinhLuong, data })
  const month = '07/2025'
  const sent = await send(month, [
    // Exchanged times: with dates, by the day column alone, and a day too early.
    row('', '01/07/2025 17:00', '01/07/2025 08:00'),
    row('02/07/2025', '17:00', '08:00'),
    row('', '03/07/2025 08:00', '02/07/2025 17:00'),
    row('05/07/2025', '04/07/2025 08:00', '04/07/2025 17:00'),
    // Real nights, and a duplicate day.
    row('07/07/2025', '22:00', '06:00'),
    row('', '08/07/2025 22:00', '09/07/2025 06:00'),
    row('10/07/2025', '08:00', '17:00'),
    row('10/07/2025', '08:00', '17:00'),
    row('11/07/2025', '08:00', '11:30'),
    row('11/07/2025', '11:30', '15:00'),
    row('31/07/2025', '20:00', '04:00'),
  ])
  expect(sent.data).toMatchObject({ saved: 11, errors: [] })
  const odd = async (of = month) =>
    ((await get('quanly', `/batthuong?startDate=${of}`)).data as { values: Clocking[] }).values.map(
      ({ ngay, gioRa, bat_thuong }) => [ngay?.slice(-2), gioRa, ...bat_thuong],
    )
  expect(await odd()).toEqual([
    ['01', '08:00:00', 'ra_truoc_vao'],
    ['02', '32:00:00', 'doi_gio'],
    ['03', '17:00:00 (hôm trước)', 'ra_truoc_vao'],
    ['04', '17:00:00', 'lech_ngay'],
  ])
  const days = async (of = month) => (await rowOf('sale212', of))?.ngayCongThucTe
  expect(await days()).toBe(5)
  const tooLong = await send(month, [row('', '01/07/2025 08:00', '01/07/2015 17:00')])
  expect(tooLong.data).toMatchObject({ errors: [{ row: 1, msg: 'Giờ ra cách giờ vào hơn một năm' }] })
  // The night of the last day and the next morning overlap by an hour.
  await send('08/2025', [row('01/08/2025', '03:00', '11:00')])
  expect([await odd('08/2025'), await days('08/2025'), (await odd()).at(-1), await days()]).toEqual([
    [['01', '11:00:00', 'trung']],
    0,
    ['31', '28:00:00', 'trung'],
    4,
  ])
  // One decision covers all copies of the row.
  const [copied] = (
    (await get('quanly', `/batthuong?startDate=${month}&username=sale212`)).data as { values: Clocking[] }
  ).values
  await server.pool.query(`
    INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id) SELECT thang, username, ngay, vao, ra, import_id
    FROM timekeeping WHERE id = '${copied?.id ?? ''}'`)
  const dong = [{ id: copied?.id, version: copied?.version }]
  expect((await post('quanly', '/batthuong', { dong, quyet_dinh: 'bo' })).data).toEqual({ saved: 1 })
  expect((await odd()).map(([day]) => day)).toEqual(['02', '03', '04', '31', '01'])
})

test('of two simultaneous edits of a row one is told that it was changed (D2-PAY-39, D2-Q-155)', async () => {
  const typed = { ...nothingTyped, username: 'sale211', thangTinhLuong: '02/2025' }
  const locker = await server.pool.connect()
  await locker.query('BEGIN; LOCK TABLE payroll_input IN EXCLUSIVE MODE')
  const writes = [1, 2].map((nhanKhac) => put('quanly', { ...typed, nhanKhac, version: 0 }))
  // Until both wait: for the row, or for each other.
  await expect
    .poll(
      async () =>
        (
          await locker.query(
            `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND NOT granted`,
          )
        ).rowCount,
      { interval: 20, timeout: 5_000 },
    )
    .toBe(2)
  await locker.query('COMMIT')
  locker.release()
  const answers = await Promise.all(writes)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
