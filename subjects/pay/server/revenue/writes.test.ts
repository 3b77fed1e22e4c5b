/** Revenue lines set by managers, imports and POSTs (D2-REVF-07, D2-COL-09, D2-DREV-32). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import type { Answer } from '#test/server.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000)`,
  )
})
afterAll(() => server.close())

const recon = '/api/v1/dsdttinhluong'
const detail = '/api/v1/report90849332'
type Row = Record<string, unknown> & { id: string; version: number; track1: string }
type Listed = { values: Row[]; count: number } & Record<string, unknown>

let made = 0
const nextPhone = (): string => String(913_000_000 + (made += 1))

/** Inserts a line of the carrier's results. */
async function line(phone = nextPhone(), more: { track0?: string; at?: string; by?: string } = {}) {
  const { track0 = 'ketqua', at = '2026-10-10T03:00:00.123Z', by = 'sale111' } = more
  const track1 = randomUUID()
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
      username_he_thong, own_username)
    VALUES (${track0}, ${track1}, 'd1', ${phone}, 'VD90', 90000, ${at}, ${by}, ${by})`)
  return { phone, track0, track1, id: `${track0}:${track1}` }
}
const post = async (path: string, body: unknown, by = 'quanly'): Promise<Answer> =>
  (await server.as(by)).post(path, body)
const of = async (id: string, path = recon): Promise<Row> =>
  (await (await server.as('quanly')).get(`${path}/${id}`)).data as Row
const count = async (phone: string): Promise<number> =>
  ((await (await server.as('quanly')).get(`${recon}?message=${phone}`)).data as Listed).count

test('POST with the source of a line updates the sent fields and marks it as reconciled (D2-REVF-07, D2-Q-18, D2-Q-171, D2-RECON-31, D2-DREV-23, D3-PAY-05)', async () => {
  const { track0, track1, id } = await line()
  expect(await of(id)).toMatchObject({ doi_soat_luc: null, da_doi_soat: 0, status: 'SUCCESS' })
  const failed = await post(recon, { track0, track1, status: 'thất bại' })
  expect(failed.data).toMatchObject({
    status: 'FAILD', doanh_thu: 90_000, username_nv: 'sale111', doanh_thu_tinh_luong: 0, da_doi_soat: 1,
  }) // prettier-ignore
  const priced = await post(detail, {
    track0,
    track1,
    doanh_thu: '100,000',
    ti_le_doanh_thu: '',
    kenh: 'vg8',
  })
  expect(priced.data).toMatchObject({
    doanh_thu: 100_000,
    kenh: 'vg8',
    status: 'FAILD',
    ti_le_doanh_thu: 100,
  })
  const again = await post(recon, { track0, track1, status: 'SUCCESS', ti_le_doanh_thu: 50 })
  expect(again.data).toMatchObject({ doanh_thu: 100_000, doanh_thu_tinh_luong: 50_000, ti_le_doanh_thu: 50 })
  expect(await of(id, detail)).toMatchObject({ doanh_thu: 100_000, username_he_thong: 'sale111' })
  // Any other text counts as failed.
  const other = await post(recon, { track0, track1, status: 'PENDING' })
  expect(other.data).toMatchObject({ status: 'PENDING', ket_qua: 'FAILD', doanh_thu_tinh_luong: 0 })
  for (const by of ['chinhanh1', 'sale111'])
    expect((await post(recon, { track0, track1, status: 'SUCCESS' }, by)).status).toBe(403)
})

test('POST without a source creates a line that a repeat does not duplicate (D2-REVF-07, D2-Q-169)', async () => {
  const phone = nextPhone()
  const body = {
    kenh: 'Đại lý', username_nv: 'SALE112', so_dien_thoai_cs: `0${phone}`, goi_cuoc: 'vd90 ', doanh_thu: 90_000,
    ngay_thanh_cong: '11/10/2026 09:30', status: 'Thất bại', ti_le_doanh_thu: 70,
  } // prettier-ignore
  const first = (await post(detail, body)).data as Row
  expect(first).toMatchObject({
    track0: 'import', username_nv: 'sale112', username_he_thong: 'sale112', goi_cuoc: 'VD90', status: 'FAILD',
    ti_le_doanh_thu: 70, da_doi_soat: 1, ngay_thanh_cong: expect.stringContaining('2026-10-11'),
  }) // prettier-ignore
  const second = (await post(recon, { ...body, status: 'SUCCESS' })).data as Row
  expect(second).toMatchObject({ id: first.id, status: 'SUCCESS', doanh_thu_tinh_luong: 63_000 })
  expect(await count(phone)).toBe(1)
  const answers = await Promise.all(
    [1, 2, 3].map(() => post(recon, { ...body, ngay_thanh_cong: '12/10/2026 09:30' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await count(phone)).toBe(2)
})

test('a new line gets the ratio of the setting, existing lines keep theirs (D2-CFG-10, D3-PAY-02, D2-REVF-03)', async () => {
  const former = await line()
  const set = await (
    await server.as('quanly')
  ).put('/api/v1/setting/ti_le_doanh_thu_mac_dinh', { value: 60.5 })
  expect(set.status).toBe(200)
  const phone = nextPhone()
  const made = await post(recon, {
    kenh: 'Đại lý', username_nv: 'sale111', so_dien_thoai_cs: phone, goi_cuoc: 'VD90', doanh_thu: 90_000,
    ngay_thanh_cong: '11/10/2026 09:30', status: 'SUCCESS',
  }) // prettier-ignore
  expect(made.data).toMatchObject({
    track0: 'import', track1: expect.any(String), kenh: 'Đại lý', username_he_thong: 'sale111', username_nv: 'sale111',
    so_dien_thoai_cs: phone, goi_cuoc: 'VD90', doanh_thu: 90_000, ngay_thanh_cong: expect.any(String), status: 'SUCCESS',
    ti_le_doanh_thu: 60.5, doanh_thu_tinh_luong: 54_450,
  }) // prettier-ignore
  expect((await of(former.id)).ti_le_doanh_thu).toBe(100)
  await server.pool.query(`DELETE FROM settings WHERE key = 'ti_le_doanh_thu_mac_dinh'`)
})

test('a row for a registration reported by a source belongs to its line: result and ratio are stored, its price is not (D3-LINE-01, D2-REVF-07)', async () => {
  const { phone, id } = await line()
  const answer = await post(recon, {
    so_dien_thoai_cs: phone, goi_cuoc: 'VD90', doanh_thu: 1, ngay_thanh_cong: '10/10/2026 20:00', status: 'FAILD', username_nv: 'sale211',
  }) // prettier-ignore
  expect(answer.data).toMatchObject({
    status: 'FAILD',
    doanh_thu: 90_000,
    username_nv: 'sale111',
    track0: 'ketqua',
  })
  expect(await of(id)).toMatchObject({ status: 'FAILD', da_doi_soat: 1 })
  expect(await count(phone)).toBe(1)
  // A later value applies whichever report it was sent for, also after values for another report.
  await post(recon, { track0: 'ketqua', track1: id.slice(7), ti_le_doanh_thu: 60 })
  expect(await of(id)).toMatchObject({ status: 'FAILD', ti_le_doanh_thu: 60 })
  // A more trusted report comes late: the line becomes its line, set values stay.
  const late = await line(phone, { track0: '9084' })
  expect(await of(id)).toMatchObject({
    track0: '9084', track1: late.track1, status: 'FAILD', ti_le_doanh_thu: 60, da_doi_soat: 1,
  }) // prettier-ignore
})

test.each([
  [{ track0: 'ketqua', track1: 'none', status: 'SUCCESS' }, 'track1', 'Không có dòng ketqua:none'],
  [{ track0: 'ketqua', status: 'SUCCESS' }, 'track1', 'Nguồn và mã nguồn phải có cả hai'],
  [{ goi_cuoc: 'VD90', doanh_thu: 1, ngay_thanh_cong: '01/10/2026' }, 'so_dien_thoai_cs', 'Chưa nhập số thuê bao'],
  [{ so_dien_thoai_cs: '0912345678', doanh_thu: 1, ngay_thanh_cong: '01/10/2026' }, 'goi_cuoc', 'Chưa nhập gói cước'],
  [{ so_dien_thoai_cs: '0912345678', goi_cuoc: 'A', ngay_thanh_cong: '01/10/2026' }, 'doanh_thu', 'Chưa nhập giá gói'],
  [{ so_dien_thoai_cs: '0912345678', goi_cuoc: 'A', doanh_thu: 1 }, 'ngay_thanh_cong', 'Chưa nhập ngày đăng ký'],
  [{ so_dien_thoai_cs: '0912345678', goi_cuoc: 'A', doanh_thu: 1, ngay_thanh_cong: '01/10/2026', username_nv: 'ai' }, 'username_nv', 'Nhân viên ai không có hoặc đã dừng hoạt động'],
  [{ so_dien_thoai_cs: '0912345678', goi_cuoc: 'A', doanh_thu: 1, ngay_thanh_cong: '01/10/2026', ti_le_doanh_thu: 101 }, 'ti_le_doanh_thu', 'Tỉ lệ doanh thu (%) lớn hơn 100'],
  [{ so_dien_thoai_cs: '0912345678', goi_cuoc: 'A', doanh_thu: 1, ngay_thanh_cong: '01/10/2026', ti_le_doanh_thu: 33.333 }, 'ti_le_doanh_thu', 'Tỉ lệ doanh thu (%) có quá 2 chữ số thập phân'],
  [{ so_dien_thoai_cs: '0912345678', goi_cuoc: 'A', doanh_thu: 1, ngay_thanh_cong: '01/10/2026', ti_le_doanh_thu: '33.333' }, 'ti_le_doanh_thu', 'Tỉ lệ doanh thu (%) có quá 2 chữ số thập phân'],
  [{ so_dien_thoai_cs: '123' }, 'so_dien_thoai_cs', 'Số thuê bao không hợp lệ, cần đủ 9 chữ số sau số 0'],
])('a row that names no line and cannot become one is refused with its field: %j (D2-Q-22, D2-RECON-32, D2-DREV-24)', async (body, field, reason) => {
  const answer = await post(recon, body)
  // Missing fields have the common message and are named; others have their own message.
  const { missingField } = messages
  expect([answer.status, [reason, missingField].includes(String(answer.body.msg))]).toEqual([400, true])
  expect(Object.keys(answer.body.fields as object)).toContain(field)
  const saved = await post(`${detail}/import`, { data: [body] })
  expect(saved.data).toMatchObject({ saved: 0, errors: [{ row: 1, msg: reason }] })
}) // prettier-ignore

const whole = (phone: string, username_nv: string, more: object = {}) => ({
  so_dien_thoai_cs: phone, goi_cuoc: 'VD90', doanh_thu: 90_000, ngay_thanh_cong: '10/10/2026 12:00', username_nv, ...more,
}) // prettier-ignore

test('an unknown source pair is remembered with its line: sent again, even with another seller, it is that line (D3-LINE-01, D2-REVF-07)', async () => {
  const [phone, track1] = [nextPhone(), `lạ-${made}`]
  const pair = { track0: 'ketqua', track1 }
  const first = (await post(recon, whole(phone, 'sale111', pair))).data as Row
  expect(first).toMatchObject({ track0: 'import', username_nv: 'sale111' })
  const again = await post(detail, whole(phone, 'sale211', { ...pair, status: 'FAILD' }))
  expect(again.data).toMatchObject({ id: first.id, username_nv: 'sale211', status: 'FAILD' })
  // Also without the other fields, in a preview, and as the path of the line.
  expect((await post(recon, { ...pair, ti_le_doanh_thu: 40 })).data).toMatchObject({ id: first.id })
  expect(await of(`ketqua:${track1}`)).toMatchObject({ id: first.id, ti_le_doanh_thu: 40 })
  const file = csv([heads, ['', '', '', '', '', '', 'Thành công', '', 'ketqua', track1]])
  expect((await server.ready('quanly', 'dsdttinhluong', 'cap.csv', file)).counts).toMatchObject({ update: 1 })
  // A row first sent without its pair is found by it from then on.
  const plain = (await post(recon, whole(phone, 'sale112', { ngay_thanh_cong: '12/10/2026 12:00' })))
    .data as Row
  const named = { track0: '9332', track1 }
  const paired = whole(phone, 'sale112', { ngay_thanh_cong: '12/10/2026 12:00', ...named })
  expect((await post(recon, paired)).data).toMatchObject({ id: plain.id })
  expect((await post(recon, { ...paired, username_nv: 'sale211' })).data).toMatchObject({ id: plain.id })
  expect(await count(phone)).toBe(2)
  // Two rows of one call, and two concurrent calls.
  const other = nextPhone()
  const rows = ['sale111', 'sale112'].map((username) => whole(other, username, { track0: 'mfy', track1 }))
  expect((await post(`${recon}/import`, { data: rows })).data).toMatchObject({ saved: 2, inserted: 1 })
  const third = nextPhone()
  const sent = rows.map((row) => ({ ...row, so_dien_thoai_cs: third, track0: '9084' }))
  await Promise.all(sent.map((row) => post(recon, row)))
  expect([await count(other), await count(third)]).toEqual([1, 1])
})

test('of rows of one file that are the same registration the later one wins, whichever report it names (D3-LINE-01)', async () => {
  for (const [results, ratios] of [
    [
      ['FAILD', 'SUCCESS', ''],
      [30, 40, 50],
    ],
    [
      ['SUCCESS', 'FAILD', ''],
      [30, 40, ''],
    ],
    [
      ['', 'SUCCESS', 'FAILD'],
      ['', 40, 60],
    ],
  ] as const) {
    const { phone, track0, track1, id } = await line()
    // By its pair, as a report of its own, by its pair again.
    const data = [{ track0, track1 }, whole(phone, 'sale211'), { track0, track1 }].map((row, n) => ({
      ...row,
      status: results[n],
      ti_le_doanh_thu: ratios[n],
    }))
    expect((await post(`${recon}/import`, { data })).data).toMatchObject({ saved: 3, inserted: 1 })
    expect(await of(id)).toMatchObject({
      status: results.findLast((value) => value !== ''),
      ti_le_doanh_thu: ratios.findLast((value) => value !== ''),
      username_nv: 'sale111',
    })
    expect(await count(phone)).toBe(1)
  }
})

test('/import saves the valid rows, names the others, and a repeat does nothing (D2-RECON-32, D2-DREV-24, D2-IMP-01, D2-IMP-02, D2-IMP-10, D2-Q-14, D2-COL-09)', async () => {
  const { track0, track1, id, phone } = await line()
  const fresh = {
    so_dien_thoai_cs: nextPhone(),
    goi_cuoc: 'VD90',
    doanh_thu: 5,
    ngay_thanh_cong: '01/10/2026 10:00',
  }
  const data = [
    { track0, track1, status: 'FAILD' },
    { track0, track1: 'none', status: 'FAILD' },
    fresh,
    { track0, track1, ti_le_doanh_thu: 40 },
    fresh,
  ]
  const sent = { data, importId: randomUUID(), chunk: 0 }
  const first = await post(`${recon}/import`, sent)
  expect(first.data).toMatchObject({ saved: 4, inserted: 1, errors: [{ row: 2 }] })
  expect((await post(`${recon}/import`, sent)).data).toEqual(first.data)
  expect((await post(`${recon}/import`, { data })).data).toMatchObject({ saved: 4, inserted: 0 })
  expect(await of(id)).toMatchObject({ status: 'FAILD', ti_le_doanh_thu: 40 })
  expect([await count(phone), await count(fresh.so_dien_thoai_cs)]).toEqual([1, 1])
  expect((await post(`${recon}/import`, { data: Array(201).fill(fresh) })).status).toBe(400)
  expect((await post(`${recon}/import`, { data }, 'leader11')).status).toBe(403)
  const { values } = (await (await server.as('quanly')).get(`${detail}/${id}/history`)).data as {
    values: { action: string; changes: { field: string }[] }[]
  }
  expect(values.map(({ action }) => action)).toContain('import')
  expect(values.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('status')
})

const heads = ['Kênh', 'Nhân viên', 'SĐT', 'Gói', 'Giá gói', 'Ngày đăng ký', 'Kết quả đối soát', 'Tỉ lệ (%)', 'Nguồn', 'Mã nguồn'] // prettier-ignore

test('the preview of an upload shows which rows match no line, and the upload is saved once (D2-COL-09, D2-RECON-32, D3-FILE-02, D3-FILE-04)', async () => {
  const { track1, id } = await line()
  const bytes = csv([
    heads,
    ['', '', '', '', '', '', 'Thất bại', '', 'ketqua', track1],
    ['', '', '', '', '', '', 'Thất bại', '', 'ketqua', 'none'],
    ['d1', 'sale111', `0${nextPhone()}`, 'VD90', '90000', '12/10/2026 10:00', 'Thành công', '80', '', ''],
    ['d1', 'nobody', `0${nextPhone()}`, 'VD90', '90000', '12/10/2026 10:00', 'Thành công', '', '', ''],
    ['d1', '', '12', 'VD90', '90000', '12/10/2026 10:00', '', '', '', ''],
  ])
  const read = await server.ready('quanly', 'dsdttinhluong', 'doi-soat.csv', bytes)
  expect(read.counts).toMatchObject({ new: 1, update: 1, bad: 3 })
  const { values } = await server.rows('quanly', read.id)
  expect(values.map(({ reason }) => reason)).toEqual([
    'Cập nhật bản ghi đã có',
    'Không có dòng ketqua:none',
    null,
    'Nhân viên nobody không có hoặc đã dừng hoạt động',
    'Số thuê bao không hợp lệ, cần đủ 9 chữ số sau số 0',
  ])
  expect(values[3]?.notes).toHaveProperty('username_nv')
  expect(await server.save('quanly', read.id)).toMatchObject({ state: 'done', saved: 2 })
  expect(await of(id)).toMatchObject({ ket_qua: 'FAILD', da_doi_soat: 1 })
  const { rows } = await server.pool.query(`SELECT count(*)::int AS n FROM revenue_line`)
  const again = await server.ready('quanly', 'report90849332', 'lai.csv', bytes)
  expect(await server.save('quanly', again.id)).toMatchObject({ state: 'done', saved: 2 })
  expect((await server.pool.query(`SELECT count(*)::int AS n FROM revenue_line`)).rows).toEqual(rows)
  expect((await server.upload('leader11', 'dsdttinhluong', 'doi-soat.csv', bytes)).status).toBe(403)
})

test('of rows for one line the preview says which overwrite an earlier one and which only repeat it; all their values are saved (D2-COL-09, D2-REVF-07, D3-FILE-03)', async () => {
  const { track1, id } = await line()
  const fresh = ['d1', 'sale111', `0${nextPhone()}`, 'VD90', '90000', '12/10/2026 10:00']
  const bytes = csv([
    heads,
    ['', '', '', '', '', '', 'Thất bại', '', 'ketqua', track1],
    [...fresh, 'Thất bại', '', '', ''],
    ['', '', '', '', '', '', '', '40', 'ketqua', track1],
    ['', '', '', '', '', '', '', '40', 'ketqua', track1],
    [...fresh, '', '60', '', ''],
  ])
  const read = await server.ready('quanly', 'dsdttinhluong', 'cung-dong.csv', bytes)
  expect(read.counts).toEqual({
    new: 1,
    update: 3,
    same: 0,
    total: 0,
    repaired: 0,
    odd: 0,
    stored: 0,
    joined: 0,
    duplicate: 1,
    bad: 0,
    blank: 0,
  })
  const { values } = await server.rows('quanly', read.id)
  expect(values.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['update', 'Cập nhật bản ghi đã có'],
    ['new', null],
    ['update', 'Cập nhật bản ghi của dòng 2'],
    ['duplicate', 'Trùng với dòng 4'],
    ['update', 'Cập nhật bản ghi của dòng 3'],
  ])
  expect((await server.rows('quanly', read.id, '?verdict=update')).values).toHaveLength(3)
  expect(await server.save('quanly', read.id)).toMatchObject({ state: 'done', saved: 4 })
  expect(await of(id)).toMatchObject({ status: 'FAILD', ti_le_doanh_thu: 40 })
  const { rows } = await server.pool.query(
    'SELECT status, ti_le_doanh_thu::int AS ratio FROM revenue_line WHERE so_dien_thoai_cs = $1',
    [fresh[2]?.slice(1)],
  )
  expect(rows).toEqual([{ status: 'FAILD', ratio: 60 }])
})

test('importing an exported list changes nothing except that its lines are marked as reconciled (D2-Q-35, D2-COL-09)', async () => {
  const { phone, id } = await line()
  const before = await of(id)
  const sheet = await server.download('quanly', `${recon}/export?message=${phone}`)
  const text = sheet.rows.map(({ cells }) =>
    cells.map((cell) =>
      cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : String(cell ?? ''),
    ),
  )
  const read = await server.ready('quanly', 'dsdttinhluong', 'lai.csv', csv(text))
  expect([read.counts.bad, read.asks]).toEqual([0, []])
  expect(await server.save('quanly', read.id)).toMatchObject({ saved: 1 })
  const { version: _, doi_soat_luc: reconciledAt, da_doi_soat: done, ...same } = await of(id)
  const { version: __, doi_soat_luc: ___, da_doi_soat: ____, ...was } = before
  expect(same).toEqual(was)
  expect([reconciledAt, done]).toEqual([expect.any(String), 1])
})

test('a reassigned line is seen by its new owner at once, in their unit of that day; who registered it stays (D2-DREV-19, D2-DREV-20, D2-ROLE-23, D2-DREV-25, D2-DREV-32, D2-RECON-33, D2-Q-177, D3-LINE-03, D3-ORG-01)', async () => {
  const { track0, track1, phone, id } = await line()
  const tell = async (by: string) =>
    ((await (await server.as(by)).get(`${recon}?message=${phone.slice(-5)}`)).data as Listed).tongGiaTriGoi
  expect([await tell('sale111'), await tell('sale211'), await tell('chinhanh2')]).toEqual([90_000, 0, 0])
  for (const by of ['chinhanh1', 'leader11', 'sale111'])
    expect((await post(`${detail}/updateUser`, { username: 'sale211', track0, track1 }, by)).status).toBe(403)
  server.published.length = 0
  const moved = await post(`${detail}/updateUser`, { username: 'sale211', track0, track1 })
  expect(moved.data).toMatchObject({ username_nv: 'sale211', username_he_thong: 'sale111' })
  expect([await tell('sale111'), await tell('sale211'), await tell('chinhanh2')]).toEqual([0, 90_000, 90_000])
  // Both lists are notified, as for a refund or a registration.
  expect(server.published).toEqual(expect.arrayContaining(['report90849332', 'dsdttinhluong']))
  for (const username of ['', ' ', null, undefined])
    expect((await post(`${recon}/updateUser`, { username, track0, track1 })).status).toBe(400)
  expect((await post(`${recon}/updateUser`, { username: 'nobody', track0, track1 })).status).toBe(400)
  expect((await post(`${recon}/updateUser`, { username: 'sale112', track0, track1: 'none' })).status).toBe(
    404,
  )
  // A cell edited from a stale row is refused with the current row.
  const { id: uuid, version } = await of(id)
  const stale = await post(`${recon}/updateUser`, { username: 'sale112', id: uuid, version: version - 1 })
  expect([stale.status, stale.body.current]).toMatchObject([409, { username_nv: 'sale211' }])
  const { values } = (await (await server.as('quanly')).get(`${recon}/${id}/history`)).data as {
    values: { changes: unknown[] }[]
  }
  expect(values[0]?.changes).toContainEqual({
    field: 'username_nv', label: 'Nhân viên', before: 'sale111', after: 'sale211',
  }) // prettier-ignore
  // The owner stays when the source repeats its own, and when another source reports the same.
  await server.pool.query(sql`UPDATE revenue_line SET own_username = 'sale112' WHERE track1 = ${track1}`)
  await line(phone, { track0: '9332' })
  expect(await of(id)).toMatchObject({ username_nv: 'sale211', track0: '9332' })
})

test('a Mfy line follows its request: its result is set here, its price in the request (D2-REVF-06, D2-REVF-15)', async () => {
  const { track0, track1, id } = await line(nextPhone(), { track0: 'mfy' })
  const refused = await post(recon, { track0, track1, doanh_thu: 1 })
  expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('đơn Mfy')])
  const { id: uuid } = await of(id)
  expect(
    (await (await server.as('quanly')).put(`${recon}/${uuid}`, { goi_cuoc: 'VD120', goi_khong_gia: true }))
      .status,
  ).toBe(400)
  expect((await post(recon, { track0, track1, doanh_thu: 90_000, status: 'FAILD' })).data).toMatchObject({
    status: 'FAILD',
  })
})
