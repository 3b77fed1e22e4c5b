/** A month is closed in the background: exactly once, as of one moment, also after crashes; the requester is notified. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeTexts, type CloseState } from '#subjects/pay/contract/calls/payroll-close.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { addClockings, addLine, addPrices, vn } from '#test/payroll-books.ts'
import { closeMonth } from '#test/payroll-calls.ts'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import { bellOf, quietBell, titlesOf } from '#test/bell.ts'
import { signInAs, type Answer } from '#test/server.ts'
import { runCloseRequest } from './close-job.ts'

const path = '/api/v1/chotluong'
const running = 'Đang chốt lương tháng 03/2021 theo yêu cầu của quanly, xong sẽ báo; không cần bấm lại'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
  await addPrices(server.pool)
  await addLine(server.pool, { at: vn('2021-03-03 10:00'), owner: 'sale111', price: 20_000_000 })
  await addLine(server.pool, { at: vn('2021-05-03 10:00'), owner: 'sale111', price: 90_000 })
})
afterAll(() => server.close())

/** Every test starts with nothing closed. */
afterEach(async () => {
  await server.pool.query(
    'TRUNCATE payroll_closing, payroll_adjustment, payroll_touched, payroll_closing_asked CASCADE',
  )
  trailBefore = (await trail()).length
  await quietBell(server)
})

let trailBefore = 0
const trail = async (): Promise<unknown[]> =>
  (await server.pool.query(`SELECT FROM audit_log WHERE resource = 'chotluong' AND action = 'close'`)).rows
const ask = async (username = 'quanly', month = '03/2021', ly_do = ''): Promise<Answer> =>
  (await server.as(username)).post(path, { thangTinhLuong: month, ly_do })
const show = async (month = '03/2021'): Promise<CloseState> =>
  (await (await server.as('quanly')).get(`${path}?startDate=${month}`)).data as CloseState
const work = (): Promise<void> => runCloseRequest(server.api.services)
/** Number of closings, audit entries and pending requests. */
async function times(): Promise<{ closings: number; trail: number; asked: number }> {
  const { rows } = await server.pool.query<{ closings: number; asked: number }>(`
    SELECT (SELECT count(*)::int FROM payroll_closing) AS closings,
      (SELECT count(*)::int FROM payroll_closing_asked) AS asked`)
  return { closings: -1, asked: -1, ...rows[0], trail: (await trail()).length - trailBefore }
}

/** Runs `body` before each write to `table` until `run` ends. */
async function meanwhile(table: string, body: string, run: () => Promise<void>): Promise<void> {
  await server.pool.query(`
    CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NEW; END $$;
    CREATE TRIGGER meddles BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION meddle()`)
  try {
    await run()
  } finally {
    await server.pool.query(`DROP TRIGGER meddles ON ${table}; DROP FUNCTION meddle`)
  }
}

test('the call returns at once; until the month is closed everybody sees who started it and the progress, and a second click is told so (D3-PAY-05)', async () => {
  const first = await ask()
  expect(first).toMatchObject({
    status: 200,
    body: { msg: 'Đang chốt lương tháng 03/2021' },
    data: { dang_chot: { thang: '03/2021', username: 'quanly', buoc: 0 } },
  })
  const admin = await server.as('admin')
  const second = { status: 409, body: { msg: running } }
  for (const username of ['quanly', 'admin']) expect(await ask(username)).toMatchObject(second)
  expect(await admin.post(`${path}/molai`, { thangTinhLuong: '02/2021', ly_do: 'x' })).toMatchObject(second)
  expect(await show()).toMatchObject({ da_chot: false, khong_chot_duoc: running, khong_mo_duoc: running })
  expect((await admin.get(`${path}/dangchot`)).data).toEqual(first.data)
  expect((await (await server.as('sale111')).get(`${path}/dangchot`)).status).toBe(403)
  // Several processes look at the same moment.
  await Promise.all([work(), work(), work()])
  await work()
  expect(await times()).toEqual({ closings: 1, trail: 1, asked: 0 })
  expect(await show()).toMatchObject({ da_chot: true, dang_chot: null, khong_xong: null, tinh_lai_lech: 0 })
  expect(await titlesOf(server, 'quanly')).toEqual(['Đã chốt lương tháng 03/2021'])
  expect((await admin.get(`${path}/dangchot`)).data).toEqual({ dang_chot: null })
})

test('a condition that fails when the job runs leaves the month open, and the requester is told why (D3-PAY-05)', async () => {
  await ask()
  await addClockings(server.pool, '2021-03', [
    { username: 'sale112', day: '2021-03-02', in: 28_800, out: null, decision: null },
  ])
  await work()
  const loi = 'Còn 1 việc chặn chốt: chấm công bất thường. Xử lý xong, hoặc ghi lý do để vẫn chốt'
  const title = `Chưa chốt được lương tháng 03/2021: ${loi}`
  expect(await titlesOf(server, 'quanly')).toEqual([title])
  expect(await show()).toMatchObject({
    da_chot: false,
    dang_chot: null,
    khong_chot_duoc: null,
    khong_xong: { username: 'quanly', loi },
  })
  expect(await times()).toMatchObject({ closings: 0, trail: 0 })
  // It is not retried automatically; requested with a reason it is closed.
  await work()
  expect(await titlesOf(server, 'quanly')).toEqual([title])
  await closeMonth(server, 'quanly', '03/2021', { ly_do: 'Trả đúng ngày' })
  expect(await show()).toMatchObject({
    da_chot: true,
    khong_xong: null,
    lan_chot: [{ ly_do: 'Trả đúng ngày' }],
  })
  await server.pool.query(`DELETE FROM timekeeping WHERE username = 'sale112'`)
})

test('a closing whose requester was locked meanwhile is still done, in their name (D3-SEC-12)', async () => {
  await ask()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  await work()
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'quanly'`)
  expect(await times()).toMatchObject({ closings: 1, trail: 1 })
  expect((await show()).lan_chot).toMatchObject([{ chot_boi: 'quanly' }])
})

test('a closing accepted by an earlier version is refused once its requester is locked (D3-SEC-12)', async () => {
  await ask()
  await server.pool.query('DELETE FROM accepted_work')
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  await work()
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'quanly'`)
  expect(await times()).toMatchObject({ closings: 0, trail: 0 })
  expect((await show()).khong_xong?.loi).toBe('tài khoản yêu cầu chốt đã khoá hoặc không còn quyền')
})

test('rows that do not match their sources prevent the closing, and the server reports the failure (D3-PAY-06)', async () => {
  await ask()
  await meanwhile('payroll_closed_row', `NEW.dong := NEW.dong || '{"luongThucNhan": 1}'`, work)
  expect((await show()).khong_xong?.loi).toBe('máy chủ gặp lỗi; hãy thử lại, nếu vẫn lỗi thì báo quản trị')
  expect(await times()).toMatchObject({ closings: 0, trail: 0 })
})

test('a database that times out is retried a limited number of times', async () => {
  await ask()
  await meanwhile('payroll_closing', 'RAISE query_canceled', async () => {
    for (let tries = 1; tries <= 5; tries += 1) await expect(work()).rejects.toThrow('query_canceled')
    expect((await show()).dang_chot).not.toBeNull()
    await work()
  })
  expect(await show()).toMatchObject({ dang_chot: null, khong_xong: { username: 'quanly' } })
  expect(await bellOf(server, 'quanly')).toMatchObject([{ kind: 'job', tone: 'bad' }])
})

test('a month is closed at one moment: a write committed before it is included, a later one is an adjustment (D3-PAY-06, D3-PAY-07)', async () => {
  const line = `INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
    VALUES ('ketqua', $1, $2, 'VD90', 1000000, '2021-03-20 10:00+07', 'sale112')`
  const [before, after] = [await server.pool.connect(), await server.pool.connect()]
  await ask()
  await before.query('BEGIN')
  await before.query(line, ['late 1', '355000011'])
  await after.query('BEGIN')
  await after.query(line, ['late 2', '355000012'])
  await before.query('COMMIT')
  await work()
  await after.query('COMMIT')
  for (const client of [before, after]) client.release()
  const { rows } = await server.pool.query(`
    SELECT s.loai, s.so_dien_thoai FROM payroll_closing c, payroll_kept_sources(c.id, ARRAY['sale112']) s`)
  expect(rows).toEqual([{ loai: 'dong', so_dien_thoai: '355000011' }])
  const due = await server.pool
    .query(`SELECT loai, so_dien_thoai FROM payroll_due('2021-04-01', ARRAY['sale112'])
    WHERE loai = 'dong'`)
  expect(due.rows).toEqual([{ loai: 'dong', so_dien_thoai: '355000012' }])
  await server.pool.query(`DELETE FROM revenue_line WHERE track1 LIKE 'late %'`)
})

test('servers killed midway leave the month open, the next one closes it, and no two close it twice (threats F1)', async () => {
  const token = await signInAs(server.pool, 'quanly')
  const step = async (): Promise<number | undefined> =>
    (await server.pool.query<{ buoc: number }>('SELECT buoc FROM payroll_closing_asked')).rows[0]?.buoc
  const start = (): Promise<ServerProcess> => startProcess(server.url)
  await meanwhile('payroll_closing', 'PERFORM pg_sleep(2)', async () => {
    const first = await start()
    await call(`${first.url}${path}`, 'POST', token, { thangTinhLuong: '03/2021' })
    await expect.poll(step, { interval: 20, timeout: 20_000 }).toBe(2)
    // The statement has started by then.
    await sleep(500)
    await first.kill()
    expect(await times()).toEqual({ closings: 0, trail: 0, asked: 1 })
    const others = await Promise.all([start(), start()])
    await expect.poll(times, { timeout: 30_000 }).toEqual({ closings: 1, trail: 1, asked: 0 })
    await sleep(1_000)
    for (const other of others) await other.kill()
  })
  expect(await times()).toEqual({ closings: 1, trail: 1, asked: 0 })
  expect(await show()).toMatchObject({ da_chot: true, tinh_lai_lech: 0, lan_chot: [{ chot_boi: 'quanly' }] })
}, 90_000)

test('a parameter set while a month is being closed waits or is refused, and is never applied in part (D3-PAY-06)', async () => {
  await ask()
  const locker = await server.pool.connect()
  await locker.query('BEGIN')
  // The lock that a writer of parameters holds until it commits (platform/server/db/payroll-lock.ts).
  await locker.query(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('chotluong', 0))`)
  await work()
  expect(await times()).toEqual({ closings: 0, trail: 0, asked: 1 })
  await locker.query('COMMIT')
  locker.release()
  await work()
  expect(await times()).toEqual({ closings: 1, trail: 1, asked: 0 })
})

test('a parameter change that cannot wait for the end of a closing is refused with its name (D3-PAY-07)', async () => {
  const locker = await server.pool.connect()
  await locker.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('chotluong', 0))`)
  const manager = await server.as('quanly')
  const body = { value: 26, tu_ngay: '01/12/2026', ly_do: 'Nghị quyết' }
  const answer = await manager.put('/api/v1/setting/tinh_luong_ngay_cong_chuan', body)
  expect([answer.status, answer.body.msg]).toEqual([409, closeTexts.busy])
  await locker.query('ROLLBACK')
  locker.release()
})
