/** Private customers and reported sales: create, decide, change, export. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { decisionSteps } from '#kit/contract/outcomes.ts'
import { bellOf, quietBell } from '#test/bell.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_goi, gia_nang_cap) VALUES
    ('VD90', 90000, 27000), ('BIG70', 70000, 21000)`)
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
const rowOf = (answer: Answer): Row => answer.data as Row
const refused = ({ status, body }: Answer): unknown[] => [status, body.msg]

let made = 0
const phone = (): string => `0912${String((made += 1)).padStart(6, '0')}`.slice(0, 10)
const khr = (more: object = {}): object => ({
  so_dien_thoai: phone(),
  ngay_thanh_cong: '05/10/2026',
  ...more,
})
const sale = (more: object = {}): object => ({
  ...khr(),
  ten_goi_cuoc: 'VD90',
  kenh: '9084 (3)',
  ...more,
})

/** Creates a row by `by`, in the name of one of its people where an owner is required. */
async function make(path: 'khr' | 'baodo', by: string, more: object = {}): Promise<Row> {
  const answer = await (await server.as(by)).post(`/api/v1/${path}`, path === 'khr' ? khr(more) : sale(more))
  expect([answer.status, answer.body.msg]).toEqual([200, undefined])
  return rowOf(answer)
}

const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/${path}`, body)
const decide = (by: string, path: 'khr' | 'baodo', id: string, decision: unknown): Promise<Answer> =>
  put(by, `${path}/approve/${id}`, { [path === 'khr' ? 'trang_thai' : 'trang_thai_duyet']: decision })

describe('private customers', () => {
  test('are created by a salesperson: pending, their own, with the derived name, masked (D1-KHR-02, D1-KHR-03, D1-KHR-32, D1-KHR-37, D1-Q-127)', async () => {
    const row = await make('khr', 'sale111', { so_dien_thoai: '+84 987 654 321', username_nv: 'sale112' })
    expect(row).toEqual({
      id: expect.any(String),
      so_dien_thoai: '****54321',
      ngay_thanh_cong: '2026-10-05',
      username_nv: 'sale111',
      ten_nv: 'Nguyễn Hồng Nhung',
      createdAt: expect.any(String),
      nguoi_phe_duyet: null,
      trang_thai: '0',
      version: 1,
      may: { update: false, remove: false },
      ly_do_tu_choi: null,
      ly_do_mo_lai: null,
    })
    const read = await (await server.as('admin')).get(`/api/v1/khr/${row.id}`)
    expect(read.data).toMatchObject({ so_dien_thoai: '987654321', may: { update: true, remove: true } })
    expect((await (await server.as('sale112')).get(`/api/v1/khr/${row.id}`)).status).toBe(404)
  })

  test('require phone, date and, for priorities below 5, the salesperson, on the server too (D1-KHR-18 to 22, D1-Q-126)', async () => {
    const leader = await server.as('leader11')
    for (const [name, value] of [
      ['so_dien_thoai', ' '],
      ['ngay_thanh_cong', ''],
      ['username_nv', null],
    ] as const) {
      const answer = await leader.post('/api/v1/khr', khr({ username_nv: 'sale111', [name]: value }))
      expect([...refused(answer), Object.keys(answer.body.fields as object)]).toEqual([
        400,
        messages.missingField,
        [name],
      ])
    }
    const short = await leader.post('/api/v1/khr', khr({ username_nv: 'sale111', so_dien_thoai: '09123' }))
    expect(short.status).toBe(400)
    expect(await make('khr', 'leader11', { username_nv: 'sale112' })).toMatchObject({
      username_nv: 'sale112',
    })
  })

  test('are paged and searched by phone, state, staff and day (D1-KHR-05, D1-KHR-07, D1-KHR-35)', async () => {
    const mine = await make('khr', 'sale211', { so_dien_thoai: '0977000123', ngay_thanh_cong: '09/11/2026' })
    const admin = await server.as('admin')
    const ids = async (query: string): Promise<string[]> =>
      ((await admin.get(`/api/v1/khr?page=0&count=20&${query}`)).data as { values: Row[] }).values.map(
        ({ id }) => id,
      )
    expect(await ids('phone=7000123')).toEqual([mine.id])
    expect(await ids('username_nv=sale211')).toEqual([mine.id])
    expect(await ids('startDate=09/11/2026&endDate=09/11/2026')).toEqual([mine.id])
    expect(await ids('trang_thai=0')).toContain(mine.id)
    expect(await ids('trang_thai=1')).toEqual([])
    const page = (await admin.get('/api/v1/khr?page=0&count=1')).data as { values: Row[]; count: number }
    expect(page.values).toHaveLength(1)
    expect(page.count).toBeGreaterThan(2)
  })

  test('are decided once by priorities below 5 in their scope while open (D1-KHR-23 to 26, D1-KHR-41, D1-KHR-42, D1-Q-128, D1-Q-135)', async () => {
    const row = await make('khr', 'sale111')
    for (const bad of ['0', 3, 'x', null, undefined, true])
      expect((await decide('leader11', 'khr', row.id, bad)).status).toBe(400)
    expect((await decide('sale111', 'khr', row.id, 1)).status).toBe(403)
    expect((await decide('leader21', 'khr', row.id, 1)).status).toBe(404)
    const answer = await decide('leader11', 'khr', row.id, 1)
    expect(answer.body).toEqual({
      channel: 'Khách hàng riêng',
      message: decisionSteps.steps[0].message,
      status: 'Unknown',
      data: expect.objectContaining({ id: row.id, trang_thai: '1', nguoi_phe_duyet: 'leader11', version: 2 }),
    })
    const again = await decide('quanly', 'khr', row.id, '2')
    expect([...refused(again), again.body.code, (again.body.current as Row).trang_thai]).toEqual([
      409,
      expect.stringMatching(/^Bản ghi này đã được .+ (duyệt|từ chối) lúc \d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
      'CONFLICT',
      '1',
    ])
    const other = await make('khr', 'leader11', { username_nv: 'leader11' })
    const rejected = await decide('leader11', 'khr', other.id, '2')
    const { message } = decisionSteps.steps[1]
    expect(rejected.body).toMatchObject({ message, data: { trang_thai: '2' } })
    expect(server.published).toContain('khr')
  })

  test('notify their owner of the decision with a masked number; an own or a refused decision notifies nobody', async () => {
    const [row, ownRow] = [
      await make('khr', 'sale111'),
      await make('khr', 'leader11', { username_nv: 'leader11' }),
    ]
    await quietBell(server)
    await decide('leader11', 'khr', row.id, 2)
    await decide('quanly', 'khr', row.id, 1)
    await decide('leader11', 'khr', ownRow.id, 1)
    expect(await bellOf(server, 'sale111')).toMatchObject([
      { kind: 'rejected', n: 1, detail: expect.stringMatching(/^\*{4}\d{5}; /) },
    ])
    expect(await bellOf(server, 'leader11')).toEqual([])
  })

  test('tell the slower of two deciders that the other was first (D1-Q-128)', async () => {
    const row = await make('khr', 'sale111')
    const answers = await Promise.all(
      ['leader11', 'chinhanh1', 'quanly', 'admin'].map((by, n) => decide(by, 'khr', row.id, (n % 2) + 1)),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { values } = (await (await server.as('admin')).get(`/api/v1/khr/${row.id}/history`)).data as {
      values: { action: string }[]
    }
    expect(values.map(({ action }) => action)).toEqual([expect.stringMatching(/approve|reject/), 'create'])
  })

  test('are changed and deleted by priorities below 5 while open, and by nobody once decided (D3-DEC-01, D1-KHR-34, D1-KHR-39, D1-Q-128, D1-Q-129)', async () => {
    const [open, done] = [await make('khr', 'sale111'), await make('khr', 'sale111')]
    await decide('leader11', 'khr', done.id, 1)
    const edit = { ngay_thanh_cong: '06/10/2026' }
    expect((await put('sale111', `khr/${open.id}`, edit)).status).toBe(403)
    expect(rowOf(await put('leader11', `khr/${open.id}`, edit))).toMatchObject({
      ngay_thanh_cong: '2026-10-06',
    })
    expect(refused(await put('leader11', `khr/${done.id}`, edit))).toEqual([403, messages.decided])
    expect(refused(await put('quanly', `khr/${done.id}`, edit))).toEqual([403, messages.decided])
    const leader = await server.as('leader11')
    expect(refused(await leader.delete(`/api/v1/khr/${done.id}`))).toEqual([403, messages.decided])
    expect((await leader.delete(`/api/v1/khr/${open.id}`)).status).toBe(200)
    expect((await leader.delete(`/api/v1/khr/${open.id}`)).status).toBe(404)
    const admin = await server.as('admin')
    expect(refused(await admin.delete(`/api/v1/khr/${done.id}`))).toEqual([403, messages.decided])
  })
})

describe.each(['khr', 'baodo'] as const)('%s: imported and unassigned rows', (path) => {
  const body = path === 'khr' ? khr : sale

  test('200 rows are imported with the rules of the form; invalid rows are named (D1-KHR-33, D1-BAODO-35, D1-Q-137)', async () => {
    const data = [
      ...Array.from({ length: 198 }, () => body()),
      body({ so_dien_thoai: '12' }),
      body({ ngay_thanh_cong: '' }),
    ]
    const answer = await (await server.as('sale122')).post(`/api/v1/${path}/import`, { data })
    expect(answer.data).toMatchObject({ saved: 198, errors: [{ row: 199 }, { row: 200 }] })
    const mine = await (await server.as('sale122')).get(`/api/v1/${path}?count=1`)
    expect((mine.data as { count: number; values: Row[] }).count).toBe(198)
    expect((mine.data as { values: Row[] }).values[0]).toMatchObject({
      username_nv: 'sale122',
      trang_thai: '0',
    })
  })

  test('rows without staff are counted, listed and assigned to people of the scope (D1-KHR-36, D1-KHR-38, D1-KHR-40, D1-BAODO-38, D1-BAODO-40, D1-BAODO-42, D1-Q-138)', async () => {
    await server.pool.query(
      `UPDATE ${path} SET username_nv = NULL, ten_nv = NULL WHERE username_nv = 'sale122'`,
    )
    const leader = await server.as('leader11')
    expect((await leader.get(`/api/v1/${path}/count-assign`)).data).toEqual({ total: 198 })
    const listed = (await leader.get(`/api/v1/${path}/assign?page=0&count=5`)).data as {
      values: Row[]
      count: number
    }
    expect([listed.values.length, listed.count]).toEqual([5, 198])
    const give = [
      { user: 'sale111', count: 2 },
      { user: 'sale112', count: 3 },
    ]
    expect((await (await server.as('sale111')).post(`/api/v1/${path}/assign`, give)).status).toBe(403)
    expect((await leader.post(`/api/v1/${path}/assign`, [{ user: 'sale211', count: 1 }])).status).toBe(403)
    expect((await leader.post(`/api/v1/${path}/assign`, give)).data).toEqual({ saved: 5 })
    expect((await leader.get(`/api/v1/${path}/count-assign`)).data).toEqual({ total: 193 })
    const { rows } = await server.pool.query(`
      SELECT count(*) AS n FROM ${path} t JOIN users u ON u.username = t.username_nv AND u.fullname = t.ten_nv
      WHERE t.username_nv IN ('sale111', 'sale112')`)
    expect(rows[0]?.n).toBeGreaterThanOrEqual(5)
  })
})

describe('reported sales', () => {
  test('are created by a salesperson: priced by the table, with approval and result open (D1-BAODO-02, D1-BAODO-03, D1-BAODO-05, D1-BAODO-34, D1-BAODO-39, D1-Q-127, D1-Q-134)', async () => {
    const row = await make('baodo', 'sale111', {
      ten_goi_cuoc: ' vd90 ',
      gia_goi_cuoc: 90_000,
      ly_do: 'Gọi 0987654321',
    })
    expect(row).toMatchObject({
      username_nv: 'sale111',
      ten_nv: 'Nguyễn Hồng Nhung',
      ly_do: 'Gọi ****54321',
      ten_goi_cuoc: 'vd90',
      gia_goi_cuoc: 90_000,
      kenh: '9084 (3)',
      trang_thai: '0',
      nguoi_dat_trang_thai: null,
      nguoi_phe_duyet: null,
      trang_thai_duyet: '0',
      may: { update: true, remove: true },
    })
    const unknown = await make('baodo', 'sale111', { ten_goi_cuoc: 'KHONGCO', goi_khong_gia: true })
    expect(unknown.gia_goi_cuoc).toBe(0)
    const renamed = await put('sale111', `baodo/${unknown.id}`, { ten_goi_cuoc: 'BIG70' })
    expect(rowOf(renamed).gia_goi_cuoc).toBe(70_000)
    expect((await (await server.as('admin')).get(`/api/v1/baodo/${row.id}`)).data).toMatchObject({
      ly_do: 'Gọi 0987654321',
    })
  })

  test('keep a number in the reason that is masked for the editor when the words around it change (D1-Q-158, D1-BAODO-36)', async () => {
    const reasonOf = async (id: string): Promise<unknown> =>
      ((await (await server.as('admin')).get(`/api/v1/baodo/${id}`)).data as Row).ly_do
    const row = await make('baodo', 'sale111', { ly_do: 'Máy 0987.654.321, gọi lại 0912345678' })
    expect(row.ly_do).toBe('Máy ****54.321, gọi lại ****45678')
    const change = async (ly_do: string | null): Promise<unknown> => {
      await put('sale111', `baodo/${row.id}`, { ly_do })
      return reasonOf(row.id)
    }
    expect(await change('Gọi lại ****45678 hoặc ****54.321 sau 17h')).toBe(
      'Gọi lại 0912345678 hoặc 0987.654.321 sau 17h',
    )
    expect(await change('Gọi lại ****45678 hoặc ****99999')).toBe('Gọi lại 0912345678 hoặc ****99999')
    expect(await change('Gọi lại 0903111222')).toBe('Gọi lại 0903111222')
    expect(await change(null)).toBe(null)
    await change('0903111222')
    await put('quanly', `baodo/${row.id}`, { ly_do: '****11222' })
    expect(await reasonOf(row.id)).toBe('****11222')
  })

  test('require phone, date, package and channel, but no reason (D1-BAODO-11 to 18, D1-Q-126)', async () => {
    const leader = await server.as('leader11')
    for (const name of ['so_dien_thoai', 'ngay_thanh_cong', 'ten_goi_cuoc', 'kenh', 'username_nv']) {
      const answer = await leader.post('/api/v1/baodo', sale({ username_nv: 'sale111', [name]: '' }))
      expect([...refused(answer), answer.body.fields]).toEqual([
        400,
        messages.missingField,
        { [name]: expect.any(String) },
      ])
    }
    for (const kenh of ['9084 (3)', '9084 (4)', '9084 (CU_PHAP_3)']) await make('baodo', 'sale111', { kenh })
    expect((await leader.post('/api/v1/baodo', sale({ username_nv: 'sale111', kenh: '9332' }))).status).toBe(
      400,
    )
  })

  test('are approved and rejected by managers only, once (D1-BAODO-19 to 21, D1-BAODO-43, D1-BAODO-45, D1-Q-128, D1-Q-136)', async () => {
    const [row, other] = [
      await make('baodo', 'sale111'),
      await make('baodo', 'quanly', { username_nv: 'quanly' }),
    ]
    for (const by of ['sale111', 'leader11', 'chinhanh1'])
      expect((await decide(by, 'baodo', row.id, 1)).status).toBe(403)
    expect((await decide('quanly', 'baodo', row.id, '1')).body).toEqual({
      channel: 'Báo đỏ',
      message: decisionSteps.steps[0].message,
      status: 'Unknown',
      data: expect.objectContaining({ trang_thai_duyet: '1', nguoi_phe_duyet: 'quanly', trang_thai: '0' }),
    })
    expect(refused(await decide('admin', 'baodo', row.id, 2))).toEqual([
      409,
      expect.stringMatching(/^Bản ghi này đã được .+ duyệt lúc /),
    ])
    expect((await decide('quanly', 'baodo', other.id, 2)).status).toBe(200)
    expect((await decide('quanly', 'baodo', '018f0000-0000-7000-8000-00000000dead', 2)).status).toBe(404)
    expect(server.published).toContain('baodo')
  })

  test('can be filtered by a failure in either spelling, which is returned as FAILD (D1-Q-078)', async () => {
    const row = await make('baodo', 'sale111', { so_dien_thoai: '0977000789' })
    const admin = await server.as('admin')
    const set = await admin.put(`/api/v1/baodo/setTrangThai/${row.id}`, { trang_thai: 'FAILED' })
    expect(set.status).toBe(200)
    for (const spelling of ['FAILD', 'FAILED']) {
      const { data } = await admin.get(`/api/v1/baodo?phone=0977000789&trang_thai=${spelling}`)
      expect(data).toMatchObject({ count: 1, values: [{ id: row.id, trang_thai: 'FAILD' }] })
    }
  })

  test('get their result from managers apart from the approval, stored with the user (D1-BAODO-22, D1-BAODO-23, D1-BAODO-44, D1-CARE-13)', async () => {
    const row = await make('baodo', 'sale111')
    const set = (by: string, trang_thai: unknown): Promise<Answer> =>
      put(by, `baodo/setTrangThai/${row.id}`, { trang_thai })
    for (const by of ['sale111', 'leader11', 'chinhanh1']) expect((await set(by, 'SUCCESS')).status).toBe(403)
    for (const bad of ['0', 'OK', 1, null]) expect((await set('quanly', bad)).status).toBe(400)
    expect((await set('quanly', 'SUCCESS')).body).toMatchObject({
      channel: 'Báo đỏ',
      data: { trang_thai: 'SUCCESS', nguoi_dat_trang_thai: 'quanly', trang_thai_duyet: '0' },
    })
    await decide('admin', 'baodo', row.id, 2)
    expect((await set('admin', 'FAILED')).body).toMatchObject({
      data: { trang_thai: 'FAILD', nguoi_dat_trang_thai: 'admin', trang_thai_duyet: '2', version: 4 },
    })
  })

  test('are changed and deleted by their owner while open, and by nobody later (D3-DEC-01, D1-BAODO-36, D1-BAODO-41, D1-Q-128, D1-Q-129)', async () => {
    const [open, done] = [await make('baodo', 'sale111'), await make('baodo', 'sale111')]
    await decide('quanly', 'baodo', done.id, 1)
    const edit = { ly_do: 'Khách xác nhận' }
    expect(refused(await put('leader11', `baodo/${open.id}`, edit))).toEqual([403, messages.forbidden])
    expect((await put('sale112', `baodo/${open.id}`, edit)).status).toBe(404)
    expect(rowOf(await put('sale111', `baodo/${open.id}`, edit))).toMatchObject(edit)
    expect(refused(await put('sale111', `baodo/${done.id}`, edit))).toEqual([403, messages.decided])
    expect(refused(await put('quanly', `baodo/${done.id}`, edit))).toEqual([403, messages.decided])
    const owner = await server.as('sale111')
    expect(refused(await owner.delete(`/api/v1/baodo/${done.id}`))).toEqual([403, messages.decided])
    expect((await owner.delete(`/api/v1/baodo/${open.id}`)).status).toBe(200)
    const manager = await server.as('quanly')
    expect(refused(await manager.delete(`/api/v1/baodo/${done.id}`))).toEqual([403, messages.decided])
  })

  test('are paged and searched by phone, states, package, staff and day (D1-BAODO-08, D1-BAODO-09, D1-BAODO-37)', async () => {
    const row = await make('baodo', 'sale211', { so_dien_thoai: '0977000456', ngay_thanh_cong: '2026-11-10' })
    const admin = await server.as('admin')
    for (const query of [
      'phone=7000456',
      'username_nv=sale211',
      'startDate=10/11/2026&endDate=10/11/2026',
      'username_nv=sale211&trang_thai=0&trang_thai_duyet=0&ten_goi_cuoc=vd',
    ]) {
      const { values, count } = (await admin.get(`/api/v1/baodo?page=0&count=20&${query}`)).data as {
        values: Row[]
        count: number
      }
      expect([query, count, values.map(({ id }) => id)]).toEqual([query, 1, [row.id]])
    }
  })

  test('are exported by managers with a label for every result, also for the old spelling of a failure (D1-BAODO-07, D1-BAODO-30 to 32, D1-EXP-01, D1-Q-131, D1-Q-132, D1-Q-134, D1-Q-155)', async () => {
    for (const by of ['sale111', 'doitac1', 'leader11', 'chinhanh1']) {
      for (const path of ['baodo/export', 'baodo?page=0&count=9999999999'])
        expect(refused(await (await server.as(by)).get(`/api/v1/${path}`))).toEqual([403, refusals.noExport])
    }
    await server.pool.query(`
      INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh, trang_thai,
        nguoi_dat_trang_thai) VALUES
      ('900000001', '2026-10-01', 'sale113', 'A', 'VD90', '9084 (3)', 'FAILED', 'admin'),
      ('900000002', '2026-10-01', 'sale113', 'A', 'VD90', '9084 (3)', 'SUCCESS', '__AUTO'),
      ('900000003', '2026-10-01', 'sale113', 'A', 'LA', '9084 (3)', '0', NULL)`)
    const { token } = await server.as('quanly')
    const file = await server.app.inject({
      url: '/api/v1/baodo/export?username_nv=sale113',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(file.headers['content-disposition']).toContain('filename="Bao-cao-bao-do.xlsx"')
    const { sheets } = await readXlsx(new Uint8Array(file.rawPayload))
    const [head = [], ...lines] = sheets[0]?.rows ?? []
    const column = (label: string): unknown[] => lines.map((line) => line[head.indexOf(label)] ?? null)
    expect(new Set(column('Kết quả'))).toEqual(new Set(['Chưa đặt', 'Thành công', 'Thất bại']))
    expect(column('Người đặt kết quả')).toContain('Tự động')
    expect(column('Giá gói cước')).toContain(null)
    expect(column('Giá gói cước')).not.toContain(0)
    expect(column('Trạng thái duyệt')).toEqual(['CHỜ DUYỆT', 'CHỜ DUYỆT', 'CHỜ DUYỆT'])
  })
})
