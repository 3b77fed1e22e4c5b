/** Subscriber files: import, list, info, rows, activation, deletion, custody. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import {
  uploadPath,
  importUnused,
  handOut,
  phones,
  quantities,
  rowsOf,
  splitFile,
  wrongBalances,
} from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = () => server.as('admin')
const byText = (a: string, b: string): number => (a < b ? -1 : 1)
const fileId = async (name: string): Promise<string> =>
  (await server.pool.query<{ id: string }>('SELECT id FROM data_files WHERE "FileName" = $1', [name])).rows[0]
    ?.id ?? ''
const info = async (FileName: string) =>
  (await (await admin()).post(`${uploadPath}/getInfoByFileName`, { FileName })).data

test('rows are imported once per phone and package, and the first upload sets the name of the file (D1-UPL-20 to 23, D1-UPL-48, D1-Q-111)', async () => {
  const [one = '', two = ''] = phones(2)
  const row = {
    loai_thue_bao: 'Trả trước KM',
    goi_cuoc: 'VD89',
    ngay_het_han: '05/12/2026',
    chu_ky_hien_tai: '2',
  }
  const data = [
    { so_dien_thoai: `0${one}`, ...row },
    { so_dien_thoai: `+84${two}`, ...row },
    { so_dien_thoai: one, ...row, goi_cuoc: 'VD149' },
    { so_dien_thoai: one, ...row, trang_thai: 'Hoạt động' },
    { so_dien_thoai: '123' },
  ]
  const first = await (
    await server.as('quanly')
  ).post(`${uploadPath}/import`, { FileName: ' thang-11.xlsx ', data })
  expect(first.data).toMatchObject({ saved: 4, inserted: 3, errors: [{ row: 5 }] })
  const again = await (
    await admin()
  ).post(`${uploadPath}/import`, { FileName: 'thang-11.xlsx', data: data.slice(0, 2) })
  expect(again.data).toMatchObject({ saved: 2, inserted: 0 })
  expect(await info('thang-11.xlsx')).toMatchObject({
    tong: 3,
    left: 3,
    nguoi_upload: 'quanly',
    is_activated: 0,
  })
  const rows = rowsOf(
    await (await admin()).post(`${uploadPath}/findAllByFileName`, { FileName: 'thang-11.xlsx' }),
  )
  expect(rows).toHaveLength(3)
  expect(rows.find((r) => r.so_dien_thoai === two)).toMatchObject({
    loai_thue_bao: 'Trả trước KM',
    ngay_het_han: '2026-12-05',
    chu_ky_hien_tai: 2,
    FileName: 'thang-11.xlsx',
  })
})

test('unknown subscriber types of a file are stored and shown as they came, as are MC and MG (D1-CONST-02, D1-Q-164)', async () => {
  const types = ['MC', 'MG', '1', '2', 'mc', 'Trả trước KM', 'Số "đẹp" <b>trả sau</b>', '=1+1']
  const numbers = phones(types.length)
  const data = numbers.map((so_dien_thoai, index) => ({ so_dien_thoai, loai_thue_bao: types[index] }))
  const saved = await (await admin()).post(`${uploadPath}/import`, { FileName: 'loai-thue-bao.xlsx', data })
  expect(saved.data).toMatchObject({ saved: types.length, errors: [] })
  const { rows: stored } = await server.pool.query<{ phone: string; type: string }>(
    'SELECT phone, type FROM customer WHERE phone = ANY($1)',
    [numbers],
  )
  expect(new Map(stored.map(({ phone, type }) => [phone, type]))).toEqual(
    new Map(numbers.map((phone, index) => [phone, types[index]])),
  )
  const answer = await (
    await admin()
  ).post(`${uploadPath}/findAllByFileName`, { FileName: 'loai-thue-bao.xlsx' })
  expect(
    rowsOf(answer)
      .map(({ loai_thue_bao: type }) => String(type))
      .toSorted(byText),
  ).toEqual(types.toSorted(byText))
  const listed = await (
    await admin()
  ).get(`/api/v1/customer?upload=${await fileId('loai-thue-bao.xlsx')}&count=50`)
  expect(
    rowsOf(listed)
      .map(({ type }) => String(type))
      .toSorted(byText),
  ).toEqual(types.toSorted(byText))
})

test('file names with composed and decomposed letters are the same, and have a maximum length (F7)', async () => {
  const [phone] = phones(1)
  const data = [{ so_dien_thoai: phone }]
  await (await admin()).post(`${uploadPath}/import`, { FileName: 'thuê bao.xlsx'.normalize('NFD'), data })
  await (await admin()).post(`${uploadPath}/import`, { FileName: '\u202ethuê\0 bao.xlsx\n', data })
  const found = await (await admin()).get(`${uploadPath}?FileName=THUE%20BAO`)
  expect(rowsOf(found).map((row) => [row.FileName, row.tong])).toEqual([['thuê bao.xlsx', 1]])
  expect(
    (await (await admin()).post(`${uploadPath}/import`, { FileName: 'a'.repeat(256), data })).status,
  ).toBe(400)
  expect((await (await admin()).post(`${uploadPath}/import`, { data })).status).toBe(400)
})

test('two simultaneous imports of a new file create one file, and a repeated chunk is saved once (F1)', async () => {
  const importId = '018f0000-0000-7000-8000-0000000000aa'
  const made = phones(400)
  const chunk = (n: number) => ({
    FileName: 'doi.xlsx',
    importId,
    chunk: n,
    data: made.slice(n * 200, n * 200 + 200).map((so_dien_thoai) => ({ so_dien_thoai })),
  })
  const answers = await Promise.all(
    [0, 1, 0].map(async (n) => (await admin()).post(`${uploadPath}/import`, chunk(n))),
  )
  expect(answers.map((answer) => (answer.data as { inserted: number }).inserted)).toEqual([200, 200, 200])
  expect(await info('doi.xlsx')).toMatchObject({ tong: 400 })
  expect(rowsOf(await (await admin()).get(`${uploadPath}?FileName=doi.xlsx`))).toHaveLength(1)
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('only managers upload, activate and delete; other roles with the screen read it, with masked phones (D1-Q-110, D1-Q-114)', async () => {
  const [phone = ''] = await importUnused(server, 'quyen.xlsx', 3)
  for (const username of ['chinhanh1', 'leader11', 'doitac1', 'sale111']) {
    const caller = await server.as(username)
    expect((await caller.post(`${uploadPath}/import`, { FileName: 'x', data: [] })).status).toBe(403)
    expect(
      (await caller.post(`${uploadPath}/activeOrDeactive`, { FileName: 'quyen.xlsx', is_activated: 1 }))
        .status,
    ).toBe(403)
    expect((await caller.post(`${uploadPath}/deleteFile`, { FileName: 'quyen.xlsx' })).status).toBe(403)
    expect((await caller.get(uploadPath)).status).toBe(username === 'sale111' ? 403 : 200)
  }
  const rows = await (
    await server.as('leader11')
  ).post(`${uploadPath}/findAllByFileName`, { FileName: 'quyen.xlsx' })
  expect(rows.text).not.toContain(phone)
  expect(rowsOf(rows)[0]?.so_dien_thoai).toBe(`****${phone.slice(-5)}`)
})

test('the rows of a file come in pages of at most 1000, whatever is requested (threats A3)', async () => {
  await importUnused(server, 'nhieu-trang.xlsx', 1001)
  const all = { FileName: 'nhieu-trang.xlsx', page: 0, count: 9_999_999_999 }
  for (const username of ['admin', 'leader11', 'doitac1']) {
    const { data } = await (await server.as(username)).post(`${uploadPath}/findAllByFileName`, all)
    const { values, count } = data as { values: unknown[]; count: number }
    expect([values.length, count]).toEqual([1000, 1001])
  }
})

test('the list is paged by 50 from page 0, newest first, with used and total counts (D1-UPL-03 to 15, D1-UPL-52, D1-UPL-53)', async () => {
  await importUnused(server, 'dem.xlsx', 5)
  await handOut(server.pool, 'dem.xlsx', null, 'sale111')
  const list = await (await admin()).get(`${uploadPath}?page=0&count=10`)
  expect(rowsOf(list)[0]).toMatchObject({
    FileName: 'dem.xlsx',
    tong: 5,
    tong_da_dung: 1,
    nguoi_upload: 'admin',
  })
  const all = await (await admin()).get(`${uploadPath}/findAllNoLimit`)
  expect(rowsOf(all).length).toBe((all.data as { count: number }).count)
  expect(rowsOf(await (await admin()).get(`${uploadPath}?page=1&count=10`))).toEqual([])
  const paged = await (
    await admin()
  ).post(`${uploadPath}/findAllByFileName`, { FileName: 'dem.xlsx', page: 1, count: 2 })
  expect(rowsOf(paged)).toHaveLength(2)
  expect(paged.data).toMatchObject({ count: 5 })
})

test('activating and stopping a file are confirmed, and the time of the stop is stored (D1-UPL-16, D1-UPL-17, D1-UPL-49, E3)', async () => {
  await importUnused(server, 'bat.xlsx', 1)
  const set = async (is_activated: unknown) =>
    (await admin()).post(`${uploadPath}/activeOrDeactive`, { FileName: 'bat.xlsx', is_activated })
  const on = await set(1)
  expect(on.body).toMatchObject({
    msg: 'Đã kích hoạt lấy số',
    data: { FileName: 'bat.xlsx', is_activated: 1 },
  })
  expect((await set('0')).body.msg).toBe('Đã dừng lấy số')
  const stopped = `SELECT stopped_at FROM data_files WHERE "FileName" = 'bat.xlsx'`
  const first = (await server.pool.query(stopped)).rows[0]
  await set(0)
  expect((await server.pool.query(stopped)).rows[0]).toEqual(first)
  expect((await set(2)).status).toBe(400)
})

test('deleting a file removes unused numbers, permissions and quantities; called numbers and history stay (D1-UPL-18, D1-UPL-45, D1-Q-112, E4, D1-Q-113)', async () => {
  await importUnused(server, 'xoa.xlsx', 20)
  await splitFile(server, 'admin', 'xoa.xlsx', { chinhanh1: 10, sale111: 5 })
  await handOut(server.pool, 'xoa.xlsx', 'sale111', 'sale111')
  const today = new Date(Date.now() + 7 * 3_600_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('/')
  const branch = { username: 'chinhanh1', files: ['xoa.xlsx'], ngay: [today] }
  expect((await (await admin()).post(`${uploadPath}/handleCustomDataOption`, { branch })).status).toBe(200)
  const deleted = await (await admin()).post(`${uploadPath}/deleteFile`, { FileName: 'xoa.xlsx' })
  expect(deleted.body).toMatchObject({ msg: "Xóa file 'xoa.xlsx' thành công!", data: { removed: 19 } })
  const { rows } = await server.pool.query(`SELECT stage, count(*) AS n FROM customer c JOIN data_files f
    ON f.id = c.file_id WHERE f."FileName" = 'xoa.xlsx' GROUP BY 1 ORDER BY 1`)
  expect(rows).toEqual([
    { stage: 'called', n: 1 },
    { stage: 'gone', n: 19 },
  ])
  expect((await (await admin()).get(`${uploadPath}/getOptionDataByUsername/chinhanh1`)).data).toMatchObject({
    files: [],
  })
  expect((await (await admin()).post(`${uploadPath}/deleteFile`, { FileName: 'xoa.xlsx' })).status).toBe(404)
  await importUnused(server, 'xoa.xlsx', 2)
  expect(await info('xoa.xlsx')).toMatchObject({ tong: 2, tong_da_dung: 0 })
  expect(await quantities(server, 'xoa.xlsx')).toEqual({})
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('users who may see a number can see through whose hands it went', async () => {
  const [phone = ''] = await importUnused(server, 'tay.xlsx', 1)
  await splitFile(server, 'admin', 'tay.xlsx', { sale111: 1 })
  await handOut(server.pool, 'tay.xlsx', 'sale111', 'sale111')
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM customer WHERE phone = '${phone}'`)
  const path = `/api/v1/customer/${rows[0]?.id}/custody`
  const history = await (await server.as('leader11')).get(path)
  expect(rowsOf(history).map(({ kind, from, to, stage }) => [kind, from, to, stage])).toEqual([
    ['import', null, null, 'left'],
    ['split', null, 'sale111', 'left'],
    ['claim', 'sale111', 'sale111', 'open'],
    ['result', 'sale111', 'sale111', 'called'],
  ])
  expect((await (await server.as('leader12')).get(path)).status).toBe(404)
  expect((await (await server.as('sale111')).get(path)).status).toBe(403)
})
