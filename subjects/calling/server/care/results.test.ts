/** For which customers a result may be recorded, how often, and what an edit may change. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayStart, firstOfMonthVn, todayVn } from '#kit/contract/dates.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { splitFile } from '#test/subscriber-files.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query(`DELETE FROM settings; DELETE FROM blacklist; DELETE FROM giahoantien`)
})

const { next, take, record, recorded } = careCalls(() => server)

async function open(rows = 1): Promise<string> {
  const file = await makePool(server.pool, { rows })
  await permitFiles(server.pool, 'sale111', [file])
  return file
}

const results = async (customer: string): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(
    sql`SELECT count(*) AS n FROM care_history WHERE customer_id = ${customer}`,
  )
  return rows[0]?.n ?? 0
}
const customerOf = async (id: string) =>
  (await server.pool.query(sql`SELECT stage, status, appointment_at FROM customer WHERE id = ${id}`)).rows[0]

/** Sends the same result four times at once, without an idempotency key; returns the sorted statuses. */
const fourTimes = async (id: string, body: object): Promise<number[]> => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => record('sale111', id, body)))
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

test.each([
  ['an appointment', appointment(60)],
  ['a refusal', refuse],
  ['an agreement', { status: 'APPROVED', package: 'VD90' }],
])('%s sent four times at once is stored once (D1-Q-090)', async (_, body) => {
  await open()
  const { id } = await take('sale111')
  expect(await fourTimes(id, body)).toEqual([200, 409, 409, 409])
  expect(await results(id)).toBe(1)
})

test('an appointment is answered once: before its time with its version, and when due without one (D1-Q-090)', async () => {
  await open()
  const { id, version } = await take('sale111')
  await recorded('sale111', id, { ...appointment(60), version })
  const [listed] = (
    (await (await server.as('sale111')).get('/api/v1/care/appointments')).data as {
      values: { version: number }[]
    }
  ).values
  // Another tab still shows the customer, but its result is recorded already.
  expect((await record('sale111', id, { ...refuse, version })).status).toBe(409)
  expect(await fourTimes(id, { ...appointment(90), version: listed?.version })).toEqual([200, 409, 409, 409])
  await server.pool.query(
    sql`UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = ${id}`,
  )
  expect(await fourTimes(id, appointment(120))).toEqual([200, 409, 409, 409])
  expect(await fourTimes(id, refuse)).toEqual([200, 409, 409, 409])
  expect(await results(id)).toBe(4)
})

test('nobody records a result for a number outside their own hand, not even priority 1 and 2 (D1-Q-090)', async () => {
  const file = await open(2)
  const { id } = await take('sale111')
  const refused = await record('admin', id, refuse)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'Số này không nằm trong tay bạn và không phải lịch hẹn của bạn',
  ])
  expect(await take('sale111')).toMatchObject({ id, source: 'open' })
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM customer WHERE file_id = ${file} AND stage = 'left'`,
  )
  expect((await record('admin', rows[0]?.id ?? '', refuse)).status).toBe(409)
  await recorded('sale111', id, refuse)
  expect((await record('admin', id, refuse)).status).toBe(409)
  expect(await results(id)).toBe(1)
})

test('priority 1 and 2 record results for the number in their own hand like everybody (D1-Q-090)', async () => {
  const file = await open()
  await permitFiles(server.pool, 'admin', [file])
  const { id } = await take('admin')
  await recorded('admin', id, refuse)
  expect((await record('admin', id, refuse)).status).toBe(409)
})

test('a number blacklisted in the hand is taken out of it, with a movement, and accepts no result (D1-BLACK-23, D1-Q-141)', async () => {
  await open()
  const { id, phone } = await take('sale111')
  const entry = await (await server.as('admin')).post('/api/v1/blacklist', { phone_number: phone })
  expect(await customerOf(id)).toMatchObject({ stage: 'blocked', status: 'BLOCKED' })
  expect((await next('sale111')).value).toBeNull()
  const refused = await record('sale111', id, refuse)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringMatching(/^Số này đã vào blacklist \(Nội bộ, từ \S+\): không gọi và không ghi kết quả nữa$/),
  ])
  const { rows } = await server.pool.query(
    sql`SELECT kind, from_stage, to_stage FROM movements WHERE customer_id = ${id} ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ kind: 'blacklist', from_stage: 'open', to_stage: 'blocked' }])
  const admin = await server.as('admin')
  await admin.delete(`/api/v1/blacklist/${(entry.data as { id: string }).id}`)
  expect(await take('sale111')).toMatchObject({ id, source: 'pool' })
})

test('an appointment with a blacklisted phone is neither shown nor handed out nor answered, and returns after the entry is deleted (D1-Q-141)', async () => {
  await open()
  const { id, phone } = await take('sale111')
  await recorded('sale111', id, appointment(60))
  await server.pool.query(sql`INSERT INTO blacklist (phone_number) VALUES (${phone})`)
  expect((await record('sale111', id, refuse)).body.msg).toMatch(/^Số này đã vào blacklist \(Nội bộ, từ/)
  await server.pool.query(`DELETE FROM blacklist`)
  await server.pool.query(
    sql`UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = ${id}`,
  )
  expect(await take('sale111')).toMatchObject({ id, source: 'appointment' })
  await server.pool.query(sql`INSERT INTO blacklist (phone_number) VALUES (${phone})`)
  const listed = async () =>
    ((await (await server.as('sale111')).get('/api/v1/care/appointments')).data as { count: number }).count
  expect(await listed()).toBe(0)
  expect((await next('sale111')).value).toBeNull()
  expect((await record('sale111', id, refuse)).status).toBe(409)
  await server.pool.query(`DELETE FROM blacklist`)
  expect(await listed()).toBe(1)
  expect(await take('sale111')).toMatchObject({ id, source: 'appointment' })
})

const put = async (username: string, call: string, id: string, body: object) =>
  (await server.as(username)).put(`/api/v1/care/history/${call}/${id}`, body)

test("editing the note or the result of a call keeps the customer's status REGISTERED (D1-CARE-53, D1-Q-062)", async () => {
  await open()
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, { status: 'APPROVED', package: 'VD90' })
  await server.pool.query(sql`UPDATE customer SET status = 'REGISTERED' WHERE id = ${id}`)
  expect((await put('sale111', 'setNote', log, { note: 'Đã xong' })).status).toBe(200)
  expect(await customerOf(id)).toMatchObject({ status: 'REGISTERED' })
  expect((await put('sale111', 'setStatus', log, { status: 'KEEP' })).status).toBe(200)
  expect(await customerOf(id)).toMatchObject({ status: 'REGISTERED' })
})

test('editing a note keeps the status of a customer stored by an earlier version, even for the newest result (D1-CARE-53)', async () => {
  await open()
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, refuse)
  await server.pool.query(sql`UPDATE customer SET status = 'APPROVED' WHERE id = ${id}`)
  const noted = await put('sale111', 'setNote', log, { note: '  Khách dặn gọi chiều ' })
  expect(noted.data).toMatchObject({ note: 'Khách dặn gọi chiều', status: 'REJECTED' })
  const { rows } = await server.pool.query(
    sql`SELECT note, status, package, appointment_at FROM care_history WHERE id = ${log}`,
  )
  expect(rows).toEqual([
    { note: 'Khách dặn gọi chiều', status: 'REJECTED', package: 'VD90', appointment_at: null },
  ])
  expect(await customerOf(id)).toMatchObject({ status: 'APPROVED' })
})

test("a customer's status follows its hand-out and results, and REGISTERED stays through later hand-outs (D1-CUST-08, D1-Q-062)", async () => {
  await server.pool.query(sql`TRUNCATE customer_message_9084 CASCADE`)
  const file = await makePool(server.pool, { rows: 1 })
  const { rows } = await server.pool.query<{ id: string; phone: string; name: string }>(sql`
    SELECT c.id, c.phone, f."FileName" AS name FROM customer c JOIN data_files f ON f.id = c.file_id
    WHERE f.id = ${file}`)
  const { id = '', phone = '', name = '' } = rows[0] ?? {}
  const status = async () => (await customerOf(id))?.status as string
  const statuses = [await status()]
  expect((await splitFile(server, 'admin', name, { sale111: 1 })).status).toBe(200)
  statuses.push(await status())
  await permitFiles(server.pool, 'sale111', [file])
  expect((await take('sale111')).status).toBe('TAKECARE')
  statuses.push(await status())
  let log = await recorded('sale111', id, refuse)
  statuses.push(await status())
  await put('sale111', 'setStatus', log, { status: 'APPROVED', package: 'VD90' })
  statuses.push(await status())
  const admin = await server.as('admin')
  const result = { SubAgent: 'd1', NumberPhone: `0${phone}`, PackageCode: 'VD90', Status: 1, Result: 'OK' }
  await admin.post('/api/v1/customer-message-9084/import', {
    data: [{ ...result, Price: 90_000, Time: new Date().toISOString(), username_nv: '' }],
  })
  statuses.push(await status())
  expect(statuses).toEqual(['NORMAL', 'ASSIGNED', 'TAKECARE', 'TAKECARE', 'APPROVED', 'REGISTERED'])
  // 'Mời lại' hands it out anyway and keeps the status set by the carrier.
  expect((await admin.post('/api/v1/care/xacNhanMoiLai', { id: log })).status).toBe(200)
  expect(await customerOf(id)).toMatchObject({ stage: 'left', status: 'REGISTERED' })
  expect(await take('sale111')).toMatchObject({ id, source: 'reinvite', status: 'REGISTERED' })
  log = await recorded('sale111', id, refuse)
  expect(await status()).toBe('REGISTERED')
  await admin.post('/api/v1/blacklist', { phone_number: `0${phone}` })
  await admin.post('/api/v1/care/xacNhanMoiLai', { id: log })
  expect(await customerOf(id)).toMatchObject({ stage: 'blocked', status: 'BLOCKED' })
})

test('after a hand-over the former caller edits only the note of the call, while managers edit everything (D3-SEC-10)', async () => {
  await open()
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, appointment(60))
  const [from, to] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'sale112')]
  const over = await (await server.as('leader11')).post('/api/v1/bangiao', { from, to })
  expect([over.status, over.data]).toMatchObject([200, { appointments: 1 }])
  const before = await customerOf(id)
  const again = { id: log }
  const later = { appointment_at: appointment(90).appointmentAt }
  const tries = async (username: string) => [
    await put(username, 'setAppointmentAt', log, later),
    await put(username, 'setStatus', log, { status: 'REJECTED' }),
    await (await server.as(username)).post('/api/v1/care/xacNhanMoiLai', again),
  ]
  for (const { status, body } of await tries('sale111'))
    expect([status, body.msg]).toEqual([
      409,
      'Khách hàng này đã bàn giao cho người khác, bạn chỉ sửa được ghi chú',
    ])
  expect(await customerOf(id)).toEqual(before)
  expect(await listed('sale111')).toMatchObject([{ id: log, handed_over: true }])
  expect(await listed('quanly')).toMatchObject([{ id: log, handed_over: false }])
  const noted = await put('sale111', 'setNote', log, { note: 'Khách thích gọi buổi tối' })
  expect(noted.data).toMatchObject({ note: 'Khách thích gọi buổi tối', status: 'APPOINTMENT' })
  expect(await customerOf(id)).toEqual(before)
  expect((await tries('quanly')).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a leader is told to which of their people a call was handed over (D3-SEC-10)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'leader11', [file])
  const { id } = await take('leader11')
  const log = await recorded('leader11', id, appointment(60))
  const [from, to] = [await userId(server.pool, 'leader11'), await userId(server.pool, 'sale112')]
  const leader = await server.as('leader11')
  expect((await leader.post('/api/v1/bangiao', { from, to })).status).toBe(200)
  const refused = await leader.post('/api/v1/care/xacNhanMoiLai', { id: log })
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringMatching(/đã bàn giao cho .+ \(sale112\)/),
  ])
})

test('changing a result to accepted requires its package, and the former package is not taken over silently (D1-CARE-44, D1-CARE-31)', async () => {
  await open()
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, refuse)
  const answer = await put('sale111', 'setStatus', log, { status: 'APPROVED' })
  expect([answer.status, answer.body.msg, answer.body.fields]).toEqual([
    400,
    'Bạn chưa nhập gói cước!',
    { package: 'Bạn chưa nhập gói cước!' },
  ])
  const agreed = await put('sale111', 'setStatus', log, { status: 'APPROVED', package: 'VD120' })
  expect(agreed.data).toMatchObject({ status: 'APPROVED', package: 'VD120' })
  const { rows } = await server.pool.query(sql`
    SELECT before, after FROM audit_log WHERE resource = 'care/history' AND resource_id = ${log} AND action = 'update'`)
  expect(rows).toMatchObject([
    {
      before: { status: 'REJECTED', package: 'VD90', appointment_at: null },
      after: { status: 'APPROVED', package: 'VD120', appointment_at: null },
    },
  ])
})

type Marks = Record<'editable' | 'reinvitable' | 'handed_over' | 'package_doubt', boolean>
type Listed = { values: ({ id: string } & Marks)[] }
const listed = async (username: string): Promise<Listed['values']> =>
  ((await (await server.as(username)).get('/api/v1/care/history')).data as Listed).values

test('results may be edited back to the first of this month, or as many days as `care.editDaysBack` says, by everybody (D1-CARE-51 to 53)', async () => {
  await open()
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, refuse)
  const on = (day: string) =>
    server.pool.query(
      sql`UPDATE care_history SET created_at = ${dayStart(day)}::timestamptz WHERE id = ${log}`,
    )
  const note = async (username: string) => (await put(username, 'setNote', log, { note: 'Sửa' })).status
  await on(firstOfMonthVn())
  expect(await note('sale111')).toBe(200)
  await on(addDays(firstOfMonthVn(), -1))
  for (const [call, body] of [
    ['setNote', { note: 'Sửa' }],
    ['setStatus', { status: 'KBM' }],
    ['setAppointmentAt', { appointment_at: appointment(60).appointmentAt }],
  ] as const)
    for (const username of ['sale111', 'admin']) {
      const refused = await put(username, call, log, body)
      expect([refused.status, refused.body.msg]).toEqual([
        403,
        expect.stringMatching(/^Kết quả trước ngày 01-\d\d-\d{4} đã khoá, không sửa được nữa$/),
      ])
    }
  await on(addDays(todayVn(), -3))
  await setSettings(server.pool, { 'care.editDaysBack': 3 })
  expect(await note('sale111')).toBe(200)
  expect(await listed('sale111')).toMatchObject([{ editable: true, reinvitable: true, handed_over: false }])
  await setSettings(server.pool, { 'care.editDaysBack': 2 })
  expect(await note('admin')).toBe(403)
  expect(await listed('sale111')).toMatchObject([{ editable: false, reinvitable: true }])
})

test('an unknown package is asked about, and marked when it is recorded anyway (D1-CARE-31, D3-OTP-08)', async () => {
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('D500', 500000)`)
  await open(4)
  const results = ['VD90', 'vd150', 'd500', 'VD1200']
  for (const code of results) {
    const { id } = await take('sale111')
    const body = { status: 'APPROVED', package: code }
    const answer = await record('sale111', id, { ...body, checkPackage: true })
    expect([code, answer.status]).toEqual([code, code === 'VD1200' ? 409 : 200])
    if (answer.status === 200) continue
    expect(answer.body.fields).toEqual({
      package: expect.stringContaining('Gói "VD1200" không có trong bảng giá'),
    })
    expect(answer.body.code).toBe('UNPRICED')
    await recorded('sale111', id, { ...body, checkPackage: true, goi_khong_gia: true })
  }
  expect((await listed('sale111')).map((row) => row.package_doubt)).toEqual([true, false, false, false])
})

test('the log of appointments filters by the user name of its owner only (D1-Q-081)', async () => {
  await open()
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(60))
  const sale = await server.as('sale111')
  const ownAppointments = await sale.get('/api/v1/care/history?status=APPOINTMENT&username=SALE111')
  expect(ownAppointments.data).toMatchObject({ count: 1, values: [{ status: 'APPOINTMENT' }] })
  expect((await sale.get('/api/v1/care/history?username=sale112')).status).toBe(403)
  // A restricted reader with a scope beyond the own rows gets only rows of the own name: here none.
  await setSettings(server.pool, { restrictedPriorities: [4, 5, 7] })
  const leader = await server.as('leader11')
  const answers = ['', '?username=leader11'].map((query) => leader.get(`/api/v1/care/history${query}`))
  expect((await Promise.all(answers)).map(({ data }) => data)).toMatchObject([{ count: 1 }, { count: 0 }])
  expect((await leader.get('/api/v1/care/history?username=sale111')).status).toBe(403)
  await server.pool.query(`DELETE FROM settings WHERE key = 'restrictedPriorities'`)
})

const invite = async (log: string) =>
  (await server.as('admin')).post('/api/v1/care/xacNhanMoiLai', { id: log })

test.each([
  [['sale111'], 'sale111 đã dừng hoạt động: khách chuyển cho leader11', 'leader11'],
  [['sale111', 'leader11'], 'sale111 đã dừng hoạt động: khách chuyển cho chinhanh1', 'chinhanh1'],
  [
    ['sale111', 'leader11', 'chinhanh1'],
    'sale111 đã dừng hoạt động: khách trở về kho số chung của file',
    null,
  ],
])(
  'with %j locked, re-inviting a customer says who gets it (D3-ORG-05)',
  async (stopped, message, holder) => {
    await open()
    const { id } = await take('sale111')
    const log = await recorded('sale111', id, refuse)
    await server.pool.query(sql`UPDATE users SET is_deleted = true WHERE username = ANY(${stopped})`)
    try {
      expect((await invite(log)).body.message).toBe(message)
    } finally {
      await server.pool.query(`UPDATE users SET is_deleted = false`)
    }
    const { rows } = await server.pool.query(sql`
    SELECT u.username AS holder, c.stage FROM customer c LEFT JOIN users u ON u.id = c.holder_id WHERE c.id = ${id}`)
    expect(rows).toEqual([{ holder, stage: 'left' }])
    const expected = { id, source: holder ? 'reinvite' : 'pool' }
    expect(await take(holder ?? 'sale111')).toMatchObject(expected)
  },
)

test('an appointment handed out again counts as a number received, in the figures of the day too (D2-REVF-50)', async () => {
  const received = async (): Promise<number> =>
    ((await (await server.as('sale111')).get('/api/v1/care/today')).data as { da_nhan_so: number }).da_nhan_so
  await open()
  const before = await received()
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(60))
  await server.pool.query(
    sql`UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = ${id}`,
  )
  await take('sale111')
  expect(await received()).toBe(before + 2)
})
