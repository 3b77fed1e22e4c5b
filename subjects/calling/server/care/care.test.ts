/** The hand-out and its rules: who gets which number, results, appointments, counts. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careResults } from '#subjects/calling/contract/care-results.ts'
import { careCalls, refuse, type Care } from '#test/care.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { makePool, permitFiles, userId } from '#test/pool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())

const { next, record } = careCalls(() => server)

beforeEach(async () => {
  // Moves everything handed out before out of the way, so that each test starts with no number in hand.
  await server.pool.query(`
    BEGIN;
    SELECT set_config('vas.movement', 'delete', true);
    UPDATE customer SET stage = 'gone';
    UPDATE data_files SET deleted_at = now() WHERE deleted_at IS NULL;
    DELETE FROM data_options; DELETE FROM data_quotas; DELETE FROM blacklist;
    COMMIT;`)
})

test('new-care hands out a number of a permitted, activated file and keeps it until the result (D1-CARE-17, D1-Q-074)', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  await permitFiles(server.pool, 'sale111', [file])
  const first = await next('sale111')
  expect(first.value).toMatchObject({ source: 'pool', phone: expect.stringMatching(/^\d{9}$/) })
  expect(first.count).toBe(2)
  expect((await next('sale111')).value).toMatchObject({ id: first.value?.id, source: 'open' })
  const saved = await record('sale111', first.value?.id ?? '', refuse)
  expect(saved.body.msg).toBe('Thông tin chăm sóc khách hàng ghi nhận thành công.')
  expect((await next('sale111')).value?.id).not.toBe(first.value?.id)
})

test('the numbers of a stopped file do not count as left (D1-UPL-17, D1-Q-073)', async () => {
  const files = [
    await makePool(server.pool, { rows: 3 }),
    await makePool(server.pool, { rows: 4, active: false }),
  ]
  await permitFiles(server.pool, 'sale111', files)
  expect((await next('sale111')).count).toBe(2)
})

test('without a saved data permission at any level nothing is handed out (D1-DPERM-26, D1-Q-073)', async () => {
  await makePool(server.pool, { rows: 3 })
  const answer = await (await server.as('sale111')).get('/api/v1/customer/new-care')
  expect(answer.body.msg).toBe('Hết số để chăm sóc')
  expect((answer.data as Care).value).toBeNull()
})

test('file and date must be permitted at every level that has a data permission (D1-DPERM-26)', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  await permitFiles(server.pool, 'sale111', [file])
  await permitFiles(server.pool, 'chinhanh1', [file], -1)
  expect((await next('sale111')).value).toBeNull()
  await permitFiles(server.pool, 'chinhanh1', [file])
  await permitFiles(server.pool, 'leader11', [])
  expect((await next('sale111')).value).toBeNull()
  await permitFiles(server.pool, 'leader11', [file])
  expect((await next('sale111')).value).not.toBeNull()
})

test('a stopped file hands out no more numbers (D1-UPL-17)', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  await permitFiles(server.pool, 'sale111', [file])
  await server.pool.query('UPDATE data_files SET is_activated = 0, stopped_at = now() WHERE id = $1', [file])
  expect((await next('sale111')).value).toBeNull()
})

test('a salesperson with a quantity is handed that many numbers and no more; without one the quantity of the level above counts (D1-Q-073)', async () => {
  const file = await makePool(server.pool, { rows: 4, held: { sale111: 1, leader11: 1, chinhanh1: 1 } })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const ownCard = await next('sale111')
  await record('sale111', ownCard.value?.id ?? '', refuse)
  expect((await next('sale111')).value).toBeNull()
  const leaders = await next('sale112')
  await record('sale112', leaders.value?.id ?? '', refuse)
  expect((await next('sale112')).value).toBeNull()
  expect((await next('sale121')).value).not.toBeNull()
  expect((await next('sale122')).value).toBeNull()
})

test('a blacklisted phone is never handed out (D1-BLACK-23)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  await server.pool.query(`INSERT INTO blacklist (phone_number)
    SELECT phone FROM customer WHERE stage IN ('left', 'blocked')`)
  expect((await next('sale111')).value).toBeNull()
})

test.each([
  [{}, 'Bạn phải chọn kết quả!', 'D1-CARE-30'],
  [{ status: 'APPROVED', package: '  ' }, 'Bạn chưa nhập gói cước!', 'D1-CARE-31'],
  [{ status: 'APPOINTMENT', note: 'x' }, 'Bạn chưa nhập gói cước!', 'D1-CARE-32'],
  [{ status: 'APPOINTMENT', package: 'VD90', note: 'x' }, 'Bạn chưa nhập thời gian hẹn lại!', 'D1-CARE-33'],
  [{ status: 'KBM', note: ' ' }, 'Bạn chưa nhập ghi chú!', 'D1-CARE-28'],
])('the result %j is refused with %s (%s)', async (body, msg, _id) => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  const answer = await record('sale111', value?.id ?? '', body)
  expect(answer.status).toBe(400)
  expect(answer.body.msg).toBe(msg)
  expect((await next('sale111')).value?.id).toBe(value?.id)
})

test('an accepted result needs no note and sets the customer to APPROVED (D1-CARE-29, D1-Q-062)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  expect((await record('sale111', value?.id ?? '', { status: 'APPROVED', package: 'VD90' })).status).toBe(200)
  const { rows } = await server.pool.query('SELECT status, stage FROM customer WHERE id = $1', [value?.id])
  expect(rows).toEqual([{ status: 'APPROVED', stage: 'called' }])
})

test('saving a result a second time answers 409, and another person gets 404 for the customer (D1-Q-090)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  expect((await record('sale112', value?.id ?? '', refuse)).status).toBe(404)
  await record('sale111', value?.id ?? '', refuse)
  expect((await record('sale111', value?.id ?? '', refuse)).status).toBe(409)
})

test('a due appointment comes back to its owner (D1-Q-073)', async () => {
  const file = await makePool(server.pool, { rows: 2 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const call = { status: 'APPOINTMENT', package: 'VD90', appointmentAt: later, note: 'Gọi lại' }
  expect((await record('sale111', value?.id ?? '', call)).status).toBe(200)
  const listed = (await (await server.as('sale111')).get('/api/v1/care/appointments')).data as {
    values: { id: string; phone: string }[]
  }
  expect(listed.values).toMatchObject([{ id: value?.id, phone: value?.phone }])
  await server.pool.query(`UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = $1`, [
    value?.id,
  ])
  expect((await next('sale112')).value).toBeNull()
  expect((await next('sale111')).value).toMatchObject({ id: value?.id, source: 'appointment' })
})

test('an appointment in the past is refused', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  const call = { status: 'APPOINTMENT', package: 'VD90', appointmentAt: '01/01/2026 09:00', note: 'x' }
  expect((await record('sale111', value?.id ?? '', call)).body.fields).toHaveProperty('appointmentAt')
})

test('re-inviting returns the customer to its owner as the next number (D1-CARE-54, D1-Q-089)', async () => {
  const file = await makePool(server.pool, { rows: 2 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  const saved = await record('sale111', value?.id ?? '', refuse)
  const id = (saved.data as { id: string }).id
  const answer = await (await server.as('admin')).post('/api/v1/care/xacNhanMoiLai', { id })
  expect(answer.body).toMatchObject({
    channel: expect.any(String),
    message: expect.any(String),
    status: 'Unknown',
  })
  expect((await next('sale111')).value).toMatchObject({ id: value?.id, source: 'reinvite' })
  expect((await (await server.as('admin')).post('/api/v1/care/xacNhanMoiLai', { id })).status).toBe(409)
})

test('only managers and the owner edit a past result; the rules of the dialog hold (D1-CARE-45 to 49, D1-Q-087, D1-Q-079, D1-Q-085, D1-Q-086)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const { value } = await next('sale111')
  const saved = await record('sale111', value?.id ?? '', refuse)
  const { id } = saved.data as { id: string }
  const put = async (username: string, call: string, body: object) =>
    (await server.as(username)).put(`/api/v1/care/history/${call}/${id}`, body)
  expect((await put('leader11', 'setNote', { note: 'x' })).status).toBe(403)
  expect((await put('sale211', 'setNote', { note: 'x' })).status).toBe(404)
  expect((await put('sale111', 'setNote', { note: '  ' })).status).toBe(400)
  expect((await put('sale111', 'setNote', { note: 'Sửa' })).data).toMatchObject({ note: 'Sửa' })
  const refused = await put('sale111', 'setStatus', { status: 'APPOINTMENT' })
  expect(refused.body.msg).toBe('Bạn chưa nhập thời gian hẹn lại!')
  const appointmentAt = new Date(Date.now() + 7_200_000).toISOString()
  for (const [call, body] of [
    ['setAppointmentAt', { appointment_at: appointmentAt }],
    ['setStatus', { status: 'KBM', appointment_at: appointmentAt }],
  ] as const) {
    const timed = await put('admin', call, body)
    const result = call === 'setStatus' ? 'Không bắt máy' : 'Từ chối'
    const message = `Kết quả '${result}' không có giờ hẹn: đổi kết quả thành 'Hẹn gọi lại' rồi đặt giờ`
    expect([timed.status, timed.body.msg, timed.body.fields]).toEqual([
      400,
      message,
      { appointment_at: message },
    ])
  }
  const past = new Date(Date.now() - 60_000).toISOString()
  expect((await put('admin', 'setStatus', { status: 'APPOINTMENT', appointment_at: past })).status).toBe(400)
  expect(
    (await put('admin', 'setStatus', { status: 'APPOINTMENT', appointment_at: appointmentAt })).data,
  ).toMatchObject({
    status: 'APPOINTMENT',
    appointment_at: expect.stringContaining(appointmentAt.slice(0, 19)),
  })
  const moved = new Date(Date.now() + 9_000_000).toISOString()
  for (const [username, body] of [
    ['admin', { appointment_at: moved }],
    ['sale111', { appointmentAt }],
  ] as const)
    expect((await put(username, 'setAppointmentAt', body)).status).toBe(200)
  const cleared = await put('sale111', 'setStatus', { status: 'KBM' })
  expect(cleared.data).toMatchObject({ status: 'KBM', appointment_at: null, appointmentAt: null })
  expect((await put('sale111', 'setNote', { note: 'cũ', version: 1 })).status).toBe(409)
})

test('no edit gives an appointment to a locked person (D3-ORG-03, D1-CARE-46)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const saved = await record('sale111', (await next('sale111')).value?.id ?? '', refuse)
  const { id } = saved.data as { id: string }
  const admin = await server.as('admin')
  const appointment_at = new Date(Date.now() + 7_200_000).toISOString()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale111'`)
  try {
    const refused = await admin.put(`/api/v1/care/history/setAppointmentAt/${id}`, { appointment_at })
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      'Người giữ số này đã dừng hoạt động: mời lại số cho người khác rồi đặt hẹn',
    ])
    const noted = await admin.put(`/api/v1/care/history/setNote/${id}`, { note: 'Khách muốn gọi lại' })
    expect(noted.status).toBe(200)
  } finally {
    await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale111'`)
  }
})

test('the care log hides the staff filter from salespeople and is limited to their own rows (D1-CARE-42, D1-Q-003)', async () => {
  const file = await makePool(server.pool, { rows: 2 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  for (const sale of ['sale111', 'sale112']) await record(sale, (await next(sale)).value?.id ?? '', refuse)
  const ownHistory = (await (await server.as('sale111')).get('/api/v1/care/history')).data as {
    values: object[]
  }
  expect(ownHistory.values.every((row) => !('username' in row) && !('fullname' in row))).toBe(true)
  expect((await (await server.as('sale111')).get('/api/v1/care/history?username=sale112')).status).toBe(403)
  const group = (await (await server.as('leader11')).get('/api/v1/care/history?username=sale112')).data as {
    values: { username: string; careAt: string; created_at: string; customer: object }[]
  }
  expect(group.values[0]).toMatchObject({ username: 'sale112', customer: { id: expect.any(String) } })
  expect(group.values[0]?.careAt).toBe(group.values[0]?.created_at)
})

test('a result keeps the customer data of its call, whatever a later file says (D1-CARE-05)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { value } = await next('sale111')
  const called = sql`UPDATE customer SET type = 'MC', package = 'VD90', "packageExpiredAt" = '2026-08-31' WHERE id = ${value?.id}`
  await server.pool.query(called)
  await record('sale111', value?.id ?? '', refuse)
  await server.pool.query(sql`UPDATE customer SET type = 'MG', package = 'VD120' WHERE id = ${value?.id}`)
  const log = (await (await server.as('admin')).get('/api/v1/care/history?count=1')).data as {
    values: { customer: object }[]
  }
  expect(log.values[0]?.customer).toEqual({
    id: value?.id,
    phone: expect.any(String),
    type: 'MC',
    package: 'VD90',
    status: 'TAKECARE',
    packageExpiredAt: '2026-08-31',
  })
})

test('the care log is filtered by the days of the call or of the appointment, the last day included (D1-CARE-36, D1-CARE-37, D1-Q-083)', async () => {
  await makePool(server.pool, { rows: 1 })
  await server.pool.query(`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, appointment_at, note, created_at)
    SELECT c.id, u.id, u.username, c.phone, 'VD90', h.status, h.appointed::timestamptz, h.note, h.at::timestamptz
    FROM (VALUES ('REJECTED', NULL, 'Gọi năm 2020', '2020-01-31T23:30:00+07'),
      ('APPOINTMENT', '2030-03-31T23:30:00+07', 'Hẹn tháng ba', now()::text)) AS h(status, appointed, note, at),
      (SELECT * FROM users WHERE username = 'sale111') u, (SELECT * FROM customer WHERE stage = 'left' LIMIT 1) c`)
  const notes = async (days: string): Promise<string[]> => {
    const { data } = await (await server.as('admin')).get(`/api/v1/care/history?${days}`)
    return (data as { values: { note: string }[] }).values.map(({ note }) => note)
  }
  expect(await notes('startDate=01/01/2020&endDate=31/01/2020')).toEqual(['Gọi năm 2020'])
  expect(await notes('startDateHen=01/03/2030&endDateHen=31/03/2030')).toEqual(['Hẹn tháng ba'])
})

test('the export of the care log is refused to salespeople (D1-CARE-43, D1-CARE-59, D1-EXP-01)', async () => {
  for (const path of ['/api/v1/care/history?getAll=1', '/api/v1/care/history/export']) {
    const answer = await (await server.as('sale111')).get(path)
    expect(answer.status).toBe(403)
    expect(answer.body.msg).toBe('Bạn không có quyền xuất file')
  }
  const file = await (await server.as('leader11')).get('/api/v1/care/history/export')
  expect(file.headers['content-disposition']).toContain('NHAT-KY-CSKH.xlsx')
})

test('the capture report counts numbers received and results by staff (D2-CAP-05, D2-CAP-06, D2-REVF-50, D2-REVF-51)', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  await permitFiles(server.pool, 'chinhanh2', [file])
  const { value } = await next('sale211')
  await record('sale211', value?.id ?? '', refuse)
  await next('sale211')
  const report = (await (await server.as('leader21')).get('/api/v1/tilebatso?username=sale211')).data as {
    values: object[]
  }
  // A result that came after those of the operation has its column too.
  const none = Object.fromEntries(careResults.map(({ column }) => [column, 0]))
  expect(report.values).toEqual([
    {
      ...none,
      username_nv: 'sale211',
      ten_nv: 'Bùi Thị Mỹ Duyên',
      da_nhan_so: 2,
      so_tra_ket_qua: 1,
      hen: 0,
      chap_nhan: 0,
      tu_choi: 1,
      khong_nghe_may: 0,
      khong_lien_lac_duoc: 0,
      dung_lai_goi_cu: 0,
      da_dang_ky_lai: 0,
      so_da_goi: 1,
      goi_lan_2: 0,
      gap_lan_2: 0,
      goi_lan_3: 0,
      gap_lan_3: 0,
    },
  ])
  expect((await (await server.as('admin')).post('/api/v1/tilebatso', {})).body.code).toBe('READ_ONLY_REPORT')
})

test('the ledger tells for every number who held it, and the balances match the rows', async () => {
  const file = await makePool(server.pool, { rows: 5, held: { sale111: 2 } })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { value } = await next('sale111')
  await record('sale111', value?.id ?? '', refuse)
  const { rows } = await server.pool.query(
    'SELECT kind, to_stage FROM movements WHERE customer_id = $1 ORDER BY id',
    [value?.id],
  )
  expect(rows.map((row: { kind: string }) => row.kind)).toEqual(['import', 'split', 'claim', 'result'])
  const { rows: broken } = await server.pool.query(`
    SELECT FROM (SELECT file_id, holder_id, stage, count(*) n FROM customer GROUP BY 1, 2, 3) c
    FULL JOIN node_balances b ON c.file_id = b.file_id AND c.holder_id IS NOT DISTINCT FROM b.holder_id
      AND c.stage = b.stage
    WHERE coalesce(c.n, 0) <> coalesce(b.n, 0)`)
  expect(broken).toEqual([])
  expect(await userId(server.pool, 'sale111')).toBeTruthy()
})
