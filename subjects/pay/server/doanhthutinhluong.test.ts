/** Each of the 21 columns has its own permission, without which it appears nowhere (D2-SALREV, D2-Q-190). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionCatalogue, type PermissionCode } from '#platform/contract/permissions.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { doanhthutinhluong } from '#subjects/pay/contract/lists/doanhthutinhluong.ts'
import { unzip } from '#test/conformance/scan.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { type Answer, type Caller } from '#test/server.ts'

const base = '/api/v1/doanhthutinhluong'
const columns = doanhthutinhluong.list
type Column = (typeof columns)[number]
const rightOf = (name: Column) => `doanhthutinhluong.column.${name}` as const satisfies PermissionCode

/** Values of a record that occur nowhere else; `recordNumber` distinguishes two records. */
const canaries = (recordNumber: 1 | 2) =>
  Object.fromEntries(
    columns.map((name, n) => {
      const { kind } = fieldOf(doanhthutinhluong, name)
      if (kind === 'phone') return [name, `98${recordNumber}654321`]
      if (kind === 'instant') return [name, `2026-0${recordNumber}-05T01:02:03.000Z`]
      if (kind === 'money') return [name, recordNumber * 812_000_000 + 7 * (n + 3) ** 4]
      return [name, kind === 'number' ? 41.37 + recordNumber : `chim-yen-${recordNumber}-${name}`]
    }),
  ) as Record<Column, string | number>

/** Part of a value by which it would be recognised in JSON. */
const traceOf = (value: string | number): string => String(value).replace(/T.*Z$/, '')

let server: ImportServer
let id: string
/** Account of priority 2 with all column permissions except that of `name`. */
const without = (name: Column) => `thieu-${name}`
beforeAll(async () => {
  server = await startImportServer()
  for (const name of columns)
    await server.pool.query(sql`
      WITH r AS (INSERT INTO roles (name, priority) VALUES (${without(name)}, 2) RETURNING id),
        p AS (INSERT INTO role_permissions (role_id, permission_id)
          SELECT r.id, p.id FROM r, permissions p
          WHERE p.code = 'doanhthutinhluong.get' OR p.code LIKE 'doanhthutinhluong.column.%' AND p.code <> ${rightOf(name)})
      INSERT INTO users (username, fullname, email, role_id, password_hash)
      SELECT ${without(name)}, 'Kế toán', 'a@vasdesk.example', id, '-' FROM r`)
  const admin = await server.as('admin')
  const made = await admin.post(base, canaries(1))
  id = (made.data as { id: string }).id
  await admin.put(`${base}/${id}`, canaries(2))
  await admin.put(`${base}/${id}`, canaries(1))
})
afterAll(() => server.close())

const sheetOf = async ({ token }: Caller): Promise<Buffer> =>
  (await server.app.inject({ url: `${base}/export`, headers: { authorization: `Bearer ${token}` } }))
    .rawPayload
const stored = async (which: string): Promise<Record<string, unknown>> =>
  (await server.pool.query('SELECT * FROM doanhthutinhluong WHERE id = $1', [which])).rows[0]

test('each of the 21 columns has its permission, and priorities 1 and 2 have all of them (D2-SALREV-16, D2-ROLE-41, D2-Q-190, D2-COL-08)', async () => {
  expect(columns.map(rightOf)).toEqual(Object.keys(permissionCatalogue['Cột doanh thu tính lương']))
  expect(columns).toHaveLength(21)
  const row = (await (await server.as('quanly')).get(`${base}/${id}`)).data as Record<string, unknown>
  expect(columns.filter((name) => !(name in row))).toEqual([])
})

test.each(columns)(
  'without its permission %s is missing from every answer (D2-SALREV-13, D2-SALREV-15, D2-Q-190)',
  async (name) => {
    const caller = await server.as(without(name))
    const traces = [traceOf(canaries(1)[name]), traceOf(canaries(2)[name])]
    const { label } = fieldOf(doanhthutinhluong, name)
    const answers: [string, Answer][] = []
    const ask = async (name: string, answer: Promise<Answer>) => answers.push([name, await answer])
    for (const path of [
      '',
      '?getAll=1',
      '/listNoLimit',
      `/${id}`,
      `/findPackage/${id}`,
      '/assign?page=0&count=20',
      '/count-assign',
    ])
      await ask(path, caller.get(base + path))
    await ask('history', caller.get(`${base}/${id}/history`))
    await ask('update', caller.put(`${base}/${id}`, { [name]: canaries(2)[name] }))
    await ask('create', caller.post(base, canaries(1)))
    for (const [path, { status, text }] of answers) {
      expect([path, status, traces.filter((trace) => text.includes(trace))]).toEqual([path, 200, []])
      expect([path, text.includes(`"${name}"`)]).toEqual([path, false])
    }
    const sheet = [...unzip(await sheetOf(caller)).values()].join('')
    expect([...traces, `>${label}<`].filter((trace) => sheet.includes(trace))).toEqual([])
    const [, list] = answers[0] ?? []
    expect(Object.keys(list?.data as object)).not.toContain(`tong_${name}`)
  },
)

test.each(columns)(
  'without its permission %s cannot be filtered or written, and stays unchanged (D2-SALREV-15, D2-Q-190)',
  async (name) => {
    const caller = await server.as(without(name))
    const before = (await stored(id))[name]
    const other = name === 'doi_tac' ? 'nha_mang' : 'doi_tac'
    const changed = await caller.put(`${base}/${id}`, {
      [name]: canaries(2)[name],
      [other]: `đổi bởi ${name}`,
    })
    expect(changed.status).toBe(200)
    expect(await stored(id)).toMatchObject({ [name]: before, [other]: `đổi bởi ${name}` })
    const { data } = await caller.post(base, canaries(2))
    expect((await stored((data as { id: string }).id))[name]).toBe(null)
    const refused = [
      ...(name in doanhthutinhluong.filter ? [`${name}=1`] : []),
      ...(doanhthutinhluong.sort.some((one) => one === name) ? [`sort=${name}`, `sort=-${name}`] : []),
      ...(name === 'ngay_dang_ky' ? ['startDate=01/01/2026&endDate=31/12/2026'] : []),
    ]
    for (const query of refused)
      expect([query, (await caller.get(`${base}?${query}`)).status]).toEqual([query, 403])
  },
)

test('an upload keeps the position of a column hidden from its sender, and ignores its values (D2-COL-08, D2-Q-190, D2-SALREV-19)', async () => {
  const name = 'gia_von'
  const sheet = await sheetOf(await server.as('admin'))
  await server.pool.query('UPDATE doanhthutinhluong SET deleted_at = now()')
  const read = await server.ready(without(name), 'doanhthutinhluong', 'ban-day-du.xlsx', sheet)
  expect(read.columns.map((column) => column.name)).toEqual(columns.filter((one) => one !== name))
  const { values } = await server.rows(without(name), read.id, '?count=100')
  expect(values.some((row) => name in row.values)).toBe(false)
  await server.save(without(name), read.id)
  const { rows } = await server.pool.query('SELECT * FROM doanhthutinhluong WHERE deleted_at IS NULL')
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((row) => row[name] !== null)).toEqual([])
  expect(rows.some((row) => Number(row.hoa_hong_1) === canaries(1).hoa_hong_1)).toBe(true)
})

test('pushes of changes contain no values, and the register needs its permission (D2-SALREV-31, D2-COST-69)', async () => {
  expect(new Set(server.published)).toContain('doanhthutinhluong')
  for (const path of ['', `/${id}`, '/export', '/listNoLimit', '/assign'])
    expect([path, (await (await server.as('chinhanh1')).get(base + path)).status]).toEqual([path, 403])
})

test('no field is required, amounts may be negative, and an invalid amount is refused (D2-SALREV-17, D2-SALREV-18, D2-SALREV-20)', async () => {
  const admin = await server.as('admin')
  const empty = await admin.post(base, {})
  expect(empty.status).toBe(200)
  const { id: made } = empty.data as { id: string }
  expect(
    (await admin.put(`${base}/${made}`, { chenh_lech: -5000, ti_le_doanh_thu_tinh_luong: '35%' })).data,
  ).toMatchObject({
    chenh_lech: -5000,
    ti_le_doanh_thu_tinh_luong: 35,
    kenh: null,
  })
  const wrong = await admin.put(`${base}/${made}`, { gia_von: 'chưa tính' })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { gia_von: 'Giá vốn không phải số tiền' }])
  // A record without a day is found under its creation.
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date())
  const { values } = (await admin.get(`${base}?count=100&startDate=${today}&endDate=${today}`)).data as {
    values: { id: string }[]
  }
  expect(values.map((row) => row.id)).toContain(made)
})

test('records are filtered by phone, staff member and days (D2-SALREV-06, D2-SALREV-07, D2-SALREV-21)', async () => {
  const admin = await server.as('admin')
  await admin.post(base, {
    so_dien_thoai_cs: '0912345678',
    username_nv: 'Sale111',
    ngay_dang_ky: '05/08/2026 23:59',
  })
  const countOf = async (query: string): Promise<number> =>
    ((await admin.get(`${base}?${query}`)).data as { count: number }).count
  expect(await countOf('so_dien_thoai_cs=0912345678')).toBe(1)
  expect(await countOf('username_nv=sale111')).toBe(1)
  expect(await countOf('startDate=05/08/2026&endDate=05/08/2026')).toBe(1)
  expect(await countOf('startDate=06/08/2026&endDate=31/08/2026')).toBe(0)
})
