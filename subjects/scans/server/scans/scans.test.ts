/** Scan files: upload, start and stop, requests and stored results, and the resulting subscriber file. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scanKinds, scanSheets, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { scanEvents, type ScanInfo } from '#subjects/scans/contract/calls/scans.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { digest, expected, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import { makePool } from '#test/pool.ts'
import { clearScans, countsOf, makeScan, scanNow } from '#test/scans.ts'
import type { Answer } from '#test/server.ts'
import { trailOf } from '#test/trail.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import { scanLiveCalls } from './live-events.ts'

let carrier: TestCarrier
let server: ImportServer

beforeAll(async () => {
  carrier = await startTestCarrier({ timeoutMs: 1_000 })
  server = await startImportServer()
  const { services } = server.api
  Object.assign(services, { carrier: openCarrier({ ...carrier, timeoutMs: 1_000 }, services.log) })
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})
beforeEach(() => clearScans(server.pool))

const post = async (kind: ScanKind, call: string, FileName: string, username = 'quanly'): Promise<Answer> =>
  (await server.as(username)).post(`/api/v1/${kind}/${call}`, { FileName })
const values = (answer: Answer) => (answer.data as { values: Record<string, unknown>[] }).values

const files: Record<ScanKind, string> = {
  quetdata: 'quet-data.xlsx',
  quetdatakhonggoi: 'quet-data-khong-goi.xlsx',
  quetdtct: 'quet-dtct.xlsx',
}

test.each(scanKinds)(
  'the sample of %s gives the specified numbers, and adds nothing the second time (D2-SCAN-04, D2-SCAN-17, D2-SCAN-21 to 23, D2-Q-194, D2-Q-199, D2-Q-200, D2-COL-11, D2-IMP-08)',
  async (kind) => {
    const name = files[kind]
    const file = expected[name]
    const read = await server.ready('quanly', scanSheets[kind].path, name, sample(name))
    expect(read).toMatchObject({
      total: file?.data_rows,
      counts: { blank: file?.blank_rows, bad: file?.invalid_rows, duplicate: file?.duplicate_rows },
    })
    const saved = await server.save('quanly', read.id)
    expect(saved.msg).toBe(`Tải file thành công: "${name}" (${file?.saved} số)`)
    const { rows } = await server.pool.query<{ phone: string }>(
      'SELECT "PhoneNumber" AS phone FROM scan_numbers',
    )
    expect([rows.length, digest(rows.map(({ phone }) => [phone]))]).toEqual([
      file?.saved,
      file?.digest_of_keys,
    ])
    const made = await server.pool.query<{ id: string }>('SELECT id FROM scan_files')
    expect(await trailOf(server.pool, kind, made.rows[0]?.id ?? '')).toEqual(['quanly create'])
    const again = await server.ready('quanly', scanSheets[kind].path, name, sample(name))
    await server.save('quanly', again.id)
    const [listed] = values(await (await server.as('quanly')).get(`/api/v1/${kind}`))
    expect(listed).toMatchObject({
      FileName: name,
      total_numbers: file?.saved,
      so_da_quet: 0,
      nguoi_upload: 'quanly',
    })
    if (kind !== 'quetdtct') return
    // Of repeated numbers the last row counts: row 994 repeats row 411 with another package.
    const { rows: probes } = await server.pool.query(
      `SELECT goi_can_kiem_tra FROM scan_numbers WHERE "PhoneNumber" = '780002281'`,
    )
    expect(probes).toEqual([{ goi_can_kiem_tra: 'S135' }])
  },
)

test('numbers also arrive by calls of 200 rows that name their file; known ones are skipped, invalid rows named (D2-SCAN-40, D2-SCAN-51 to 53, D2-Q-199)', async () => {
  const admin = await server.as('admin')
  for (const path of ['uploadquetdtct', 'quetdtct']) {
    const data = [
      { PhoneNumber: '0912000001', FileName: 'a.xlsx', goi_can_kiem_tra: 'vd90' },
      { PhoneNumber: '12', FileName: 'a.xlsx' },
      { PhoneNumber: '+84 912 000 001', FileName: 'a.xlsx', goi_can_kiem_tra: 'VD149' },
    ]
    const answer = await admin.post(`/api/v1/${path}/import`, { data })
    expect(answer.data).toMatchObject({ inserted: path === 'quetdtct' ? 0 : 1, errors: [{ row: 2 }] })
  }
  const { rows } = await server.pool.query('SELECT "PhoneNumber", goi_can_kiem_tra FROM scan_numbers')
  expect(rows).toEqual([{ PhoneNumber: '912000001', goi_can_kiem_tra: 'VD149' }])
  const two = { data: ['a', 'b'].map((FileName) => ({ PhoneNumber: '0912000001', FileName })) }
  expect((await admin.post('/api/v1/uploadscannumber/import', two)).status).toBe(400)
  expect(
    (await admin.post('/api/v1/uploadquetdatakhonggoi/import', { data: [{ PhoneNumber: '0912000001' }] }))
      .status,
  ).toBe(400)
  expect((await (await server.as('chinhanh1')).post('/api/v1/uploadscannumber/import', two)).status).toBe(403)
})

test('a call adds at most 200 numbers, to the file of its own kind of scan, also without package (D2-SCAN-40, D2-SCAN-51 to 53)', async () => {
  const admin = await server.as('admin')
  const numbers = (n: number) =>
    Array.from({ length: n }, (_, index) => ({
      PhoneNumber: `0912${String(100_000 + index)}`,
      FileName: 'lo.xlsx',
    }))
  for (const [path, kind] of [
    ['uploadscannumber', 'quetdata'],
    ['uploadquetdatakhonggoi', 'quetdatakhonggoi'],
    ['uploadquetdtct', 'quetdtct'],
  ] as const) {
    const saved = () =>
      server.pool.query(sql`SELECT "PhoneNumber" FROM scan_numbers WHERE kind = ${kind} ORDER BY id`)
    expect((await admin.post(`/api/v1/${path}/import`, { data: numbers(201) })).status).toBe(400)
    expect((await saved()).rowCount).toBe(0)
    const answer = await admin.post(`/api/v1/${path}/import`, { data: numbers(200) })
    expect(answer.data).toMatchObject({ saved: 200, inserted: 200, errors: [] })
    const { rows } = await saved()
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([
      200,
      { PhoneNumber: '912100000' },
      { PhoneNumber: '912100199' },
    ])
    expect(values(await admin.get(`/api/v1/${kind}`))).toMatchObject([
      { FileName: 'lo.xlsx', total_numbers: 200 },
    ])
    // The next batch of the same file, sent to the list itself; existing numbers are not counted twice.
    const next = await admin.post(`/api/v1/${kind}/import`, { data: numbers(300).slice(150, 300) })
    expect(next.data).toMatchObject({ inserted: 100 })
    expect(values(await admin.get(`/api/v1/${kind}`))).toMatchObject([{ total_numbers: 300 }])
  }
  expect((await server.pool.query('SELECT FROM scan_numbers')).rowCount).toBe(900)
})

test("every number is looked up once and its row stores the carrier's answer; the file counts them (D2-SCAN-06 to 12, D2-SCAN-18 to 20, D2-SCAN-24, D2-SCAN-50, D2-Q-196, D2-Q-197, D3-SCN-04)", async () => {
  for (const kind of scanKinds) {
    const id = await makeScan(server.pool, kind, 'ba.xlsx', 3)
    await carrier.seen()
    expect((await post(kind, 'start', 'ba.xlsx')).body.msg).toBe('Bắt đầu quét "ba.xlsx"')
    await scanNow(server, carrier)
    const requests = await carrier.seen()
    expect(requests).toHaveLength(kind === 'quetdtct' ? 6 : 3)
    expect(await countsOf(server.pool, id)).toMatchObject({ counted: 3, answered: 3, state: 'done' })
    const info = (await post(kind, 'getInfoByFileName', 'ba.xlsx')).data as ScanInfo
    expect(info).toMatchObject({
      so_da_quet: 3,
      total_numbers: 3,
      goi_da_quet: 3,
      nguoi_upload: 'admin',
      khong_tim_thay: 0,
    })
    expect([info.minutes.length, info.minutes.reduce((sum, n) => sum + n, 0)]).toEqual([60, 3])
    const [row] = values(await post(kind, 'findAllByFileName', 'ba.xlsx'))
    expect(row).toMatchObject({
      PhoneNumber: '912000001',
      NumberType: 'Thuê bao trả trước',
      NumberCurrentPackage: expect.stringMatching(/./),
      NumberPackageRegisterDate: expect.stringMatching(/^\d{4}-/),
      NumberPackageRegisterExpire: expect.stringMatching(/^\d{4}-/),
      CurrentCycle: expect.any(Number),
      NumberFreeCycleLeft: expect.any(Number),
      NumberStatus: 'Đang sử dụng',
      Status: 'Đã quét',
    })
    expect(typeof row?.dtct).toBe(kind === 'quetdtct' ? 'string' : 'object')
  }
})

test('a scan is started once, not without numbers or a carrier, can be stopped, and continues with what is left (D2-SCAN-13, D2-SCAN-25, D2-Q-196, D3-SCN-01)', async () => {
  await makeScan(server.pool, 'quetdata', 'rong.xlsx', 0)
  expect((await post('quetdata', 'start', 'rong.xlsx')).body.msg).toBe('File chưa có số nào để quét')
  expect((await post('quetdata', 'start', 'khong-co.xlsx')).status).toBe(404)
  const id = await makeScan(server.pool, 'quetdata', 'nua.xlsx', 4)
  expect((await post('quetdata', 'stop', 'nua.xlsx')).body.msg).toBe('File không đang quét')
  const { services } = server.api
  const { carrier: carrierBefore } = services
  delete services.carrier
  const refused = await post('quetdata', 'start', 'nua.xlsx')
  expect([refused.status, refused.body.msg]).toEqual([502, lookupTexts.notConfigured])
  Object.assign(services, { carrier: carrierBefore })
  await post('quetdata', 'start', 'nua.xlsx')
  expect((await post('quetdata', 'start', 'nua.xlsx')).body.msg).toBe('File đang quét')
  await server.pool.query(sql`UPDATE scan_numbers SET state = 'waiting' WHERE file_id = ${id}`)
  // Two answers are stored when the scan is stopped.
  await server.pool.query(sql`
    SELECT scan_store(id, kind, file_id, '{"Status": "Đã quét", "unknown": false}') FROM scan_numbers
    WHERE file_id = ${id} ORDER BY id LIMIT 2`)
  expect((await post('quetdata', 'stop', 'nua.xlsx')).body.msg).toBe('Đã yêu cầu dừng quét "nua.xlsx"')
  await carrier.seen()
  await scanNow(server, carrier)
  expect(await carrier.seen()).toEqual([])
  await post('quetdata', 'start', 'nua.xlsx')
  await scanNow(server, carrier)
  expect(await carrier.seen()).toHaveLength(2)
  expect(await countsOf(server.pool, id)).toMatchObject({ counted: 4, answered: 4, state: 'done' })
  expect((await post('quetdata', 'start', 'nua.xlsx')).body.msg).toBe(
    'File đã quét xong, không còn số nào để quét',
  )
  expect(await trailOf(server.pool, 'quetdata', id)).toEqual([
    'quanly activate',
    'quanly stop',
    'quanly activate',
  ])
})

test('live events start and stop a scan for users with the right, and nobody else (D2-SCAN-30 to 36, D2-Q-48, D2-Q-198, D2-ROLE-09)', async () => {
  const calls = scanLiveCalls(server.api.services)
  const { services, sessions } = server.api
  const actorOf = async (name: string) => {
    const session = await sessions.find((await server.as(name)).token)
    if (!session) throw new Error('no session')
    return session.actor
  }
  for (const kind of scanKinds) {
    const id = await makeScan(server.pool, kind, 'live.xlsx', 1)
    const { start, stop } = scanEvents[kind]
    const data = { FileName: 'live.xlsx', token: 'x' }
    await expect(calls[start]?.run(await actorOf('chinhanh1'), data)).rejects.toThrow('Bạn không có quyền')
    expect(await calls[start]?.run(await actorOf('quanly'), data)).toEqual({
      FileName: 'live.xlsx',
      msg: 'Bắt đầu quét "live.xlsx"',
    })
    expect((await countsOf(server.pool, id)).state).toBe('running')
    expect(await calls[stop]?.run(await actorOf('quanly'), data)).toEqual({
      FileName: 'live.xlsx',
      msg: 'Đã yêu cầu dừng quét "live.xlsx"',
    })
    expect((await countsOf(server.pool, id)).state).toBe('stopped')
  }
  expect(Object.keys(calls)).toHaveLength(6)
  expect(services.carrier).toBeDefined()
})

test('the results are exported as a sheet named after the file (D2-SCAN-14, D2-SCAN-15, D2-SCAN-20, D2-EXP-03)', async () => {
  await makeScan(server.pool, 'quetdtct', 'đối tượng.xlsx', 2, { state: 'running' })
  await scanNow(server, carrier)
  const sheet = await server.download(
    'quanly',
    `/api/v1/quetdtct/export?FileName=${encodeURIComponent('đối tượng.xlsx')}`,
  )
  expect(sheet.name).toBe('DA-XU-LY-đối tượng.xlsx')
  expect(sheet.rows).toHaveLength(3)
  expect(JSON.stringify(sheet.rows)).toContain('0912000002')
  const { rows } = await server.pool.query(
    `SELECT after FROM audit_log WHERE action = 'export' AND resource = 'quetdtct'`,
  )
  expect(rows).toMatchObject([{ after: { rows: 2 } }])
})

test('a deleted file is removed with all its numbers, also while it is being scanned (D2-SCAN-16, D2-SCAN-26 to 29, D2-SCAN-38, D2-SCAN-47, D2-Q-26)', async () => {
  const named = await makeScan(server.pool, 'quetdata', 'xoa.xlsx', 5, { state: 'running' })
  await server.pool.query(`SELECT * FROM scan_claim('VINAPHONE', 6000, 20, 30)`)
  const gone = await post('quetdata', 'deleteFile', 'xoa.xlsx')
  expect([gone.body.msg, gone.data]).toEqual([`Xóa file 'xoa.xlsx' thành công!`, { removed: 5 }])
  expect((await server.pool.query('SELECT FROM scan_numbers')).rowCount).toBe(0)
  expect((await post('quetdata', 'deleteFile', 'xoa.xlsx')).status).toBe(404)
  const id = await makeScan(server.pool, 'quetdata', 'xoa.xlsx', 5)
  expect((await (await server.as('quanly')).delete(`/api/v1/quetdata/${id}`)).status).toBe(200)
  expect((await server.pool.query('SELECT FROM scan_numbers')).rowCount).toBe(0)
  for (const one of [named, id])
    expect(await trailOf(server.pool, 'quetdata', one)).toEqual(['quanly remove'])
})

test('a finished scan becomes a subscriber file once, without blacklisted, held, unknown and unanswered numbers (D3-SCN-05)', async () => {
  const id = await makeScan(server.pool, 'quetdata', 'xong.xlsx', 6, { state: 'running' })
  expect((await post('quetdata', 'createSubscriberFile', 'xong.xlsx')).body.msg).toBe('File chưa quét xong')
  await scanNow(server, carrier)
  const phone = (n: number) => String(912_000_000 + n)
  await server.pool.query(sql`INSERT INTO blacklist (phone_number) VALUES (${phone(1)})`)
  const pool = await makePool(server.pool, { rows: 1, held: { sale111: 1 } })
  await server.pool.query(sql`UPDATE customer SET phone = ${phone(2)} WHERE file_id = ${pool}`)
  await server.pool.query(
    sql`UPDATE scan_numbers SET unknown = true WHERE file_id = ${id} AND "PhoneNumber" = ${phone(3)}`,
  )
  await server.pool.query(
    sql`UPDATE scan_numbers SET state = 'failed' WHERE file_id = ${id} AND "PhoneNumber" = ${phone(4)}`,
  )
  const made = await post('quetdata', 'createSubscriberFile', 'xong.xlsx')
  expect(made.data).toEqual({
    FileName: 'xong.xlsx',
    saved: 2,
    blacklisted: 1,
    held: 1,
    unknown: 1,
    unanswered: 1,
  })
  expect(await trailOf(server.pool, 'quetdata', id)).toEqual(['quanly update'])
  const rows = values(
    await (
      await server.as('quanly')
    ).post('/api/v1/uploadchiadata/findAllByFileName', { FileName: 'xong.xlsx' }),
  )
  expect(rows).toMatchObject(
    [5, 6].map((n) => ({
      so_dien_thoai: phone(n),
      loai_thue_bao: 'Thuê bao trả trước',
      trang_thai: 'Đang sử dụng',
    })),
  )
  expect(rows[0]?.goi_cuoc).toMatch(/./)
  expect((await post('quetdata', 'createSubscriberFile', 'xong.xlsx')).status).toBe(409)
})

test('the documented calls of scans exist; scans have no staff member, so there is nothing to assign (D2-SCAN-37, D2-SCAN-39, D2-SCAN-41 to 49, D2-SCAN-54, D2-MAP-83, D2-Q-16, D2-Q-17)', async () => {
  const calls =
    'POST /deleteFile|POST |POST /import|PUT /:id|GET |GET /assign|GET /:id|GET /findPackage/:name|GET /count-assign|' +
    'DELETE /:id|POST /assign|POST /findAllByFileName|POST /getInfoByFileName'
  const served = new Set(server.api.policy.map(({ method, path }) => `${method} ${path}`))
  for (const kind of scanKinds) {
    expect(calls.split('|').filter((call) => !served.has(call.replace(' ', ` /api/v1/${kind}`)))).toEqual([])
    const quanly = await server.as('quanly')
    expect((await quanly.get(`/api/v1/${kind}/assign`)).data).toEqual({ values: [], count: 0 })
    expect((await quanly.get(`/api/v1/${kind}/count-assign`)).data).toEqual({ total: 0 })
    expect((await quanly.post(`/api/v1/${kind}/assign`, [{ user: 'sale111', count: 1 }])).status).toBe(400)
    const made = (await quanly.post(`/api/v1/${kind}`, { FileName: 'tay.xlsx' })).data as { id: string }
    const renamed = await quanly.put(`/api/v1/${kind}/${made.id}`, { FileName: 'ten khac.xlsx' })
    expect(renamed.data).toMatchObject({ FileName: 'ten khac.xlsx', total_numbers: 0 })
    expect((await quanly.get(`/api/v1/${kind}/findPackage/${made.id}`)).data).toEqual(renamed.data)
    for (const call of [
      'start',
      'stop',
      'createSubscriberFile',
      'getInfoByFileName',
      'findAllByFileName',
      'deleteFile',
    ])
      expect([call, (await post(kind, call, 'ten khac.xlsx', 'chinhanh1')).status]).toEqual([call, 403])
  }
})
