/** Staff from a file: the form's rules row by row, and one-time passwords that can be downloaded once (D3-SETUP-02). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '#subjects/people/contract/calls/payout-account.ts'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import type { PasswordProgress } from '#subjects/people/contract/calls/staff-passwords.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { makePasswords, resumePasswords } from './one-time-passwords.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const heads = [
  'Tên đăng nhập',
  'Họ tên',
  'Vai trò',
  'Chi nhánh',
  'Leader',
  'SĐT',
  'Email',
  'Ngân hàng',
  'Số TK',
  'Chủ tài khoản',
]
type Line = [string, string, string, string?, string?, string?, string?, string?, string?, string?]
const file = (...lines: Line[]): Buffer =>
  csv([
    heads,
    ...lines.map(
      ([name, full, role, brand = '', group = '', phone = '', email = `${name}@congty.example`, ...bank]) => {
        const [bankName = '', number = '', holder = ''] = bank
        return [name, full, role, brand, group, phone, email, bankName, number, holder]
      },
    ),
  ])

const upload = (bytes: Buffer, username = 'admin') => server.ready(username, 'users', 'nhan-su.csv', bytes)
const verdicts = async (id: string, username = 'admin') =>
  (await server.rows(username, id, '?count=100')).values.map(({ verdict, reason }) => [verdict, reason])
const passwordsOf = (id: string) => `/api/v1/imports/${id}/matkhau`
const make = (id: string, signal = new AbortController().signal) =>
  makePasswords(server.api.services, id, signal)
const progress = async (id: string, username = 'admin') =>
  (await (await server.as(username)).get(passwordsOf(id))).data as PasswordProgress
const login = (username: string, password: string) =>
  server.outsider.post('/api/v1/auth/login', { username, password })
/** Rows of the password file without the heading, as texts. */
const downloaded = async (id: string, username = 'admin'): Promise<string[][]> =>
  (await server.download(username, passwordsOf(id), 'POST')).rows
    .slice(1)
    .map(({ cells }) => cells.map(String))
const stored = async (username: string) =>
  (
    await server.pool.query(sql`
      SELECT u.fullname, u.phone, r.name AS role, b.username AS brand, g.username AS "group", u.must_change_password
      FROM users u JOIN roles r ON r.id = u.role_id LEFT JOIN users b ON b.id = u.brand_id LEFT JOIN users g ON g.id = u.group_id
      WHERE u.username = ${username}`)
  ).rows[0]

test('D3-SETUP-02: a staff file creates branch, leader and seller below one another, and uploaded again it creates nobody twice', async () => {
  const bytes = file(
    ['cn9', 'Chi nhánh 9', 'Chi nhánh'],
    ['tn9', 'Trưởng nhóm', 'leader', 'CN9'],
    ['nv91', 'Người Một', 'Nhân viên', '', 'tn9', '+84 912 000 224'],
    ['nv92', 'Người Hai', 'nhan vien', 'cn9', 'tn9'],
  )
  const summary = await upload(bytes)
  expect(await verdicts(summary.id)).toEqual(Array(4).fill(['new', null]))
  // The dry run stored nothing.
  expect(await stored('cn9')).toBeUndefined()
  const saved = await server.save('admin', summary.id)
  expect([saved.state, saved.saved]).toEqual(['done', 4])
  expect(await stored('nv91')).toEqual({
    fullname: 'Người Một',
    phone: '0912000224',
    role: 'Nhân viên',
    brand: 'cn9',
    group: 'tn9',
    must_change_password: true,
  })
  const again = await upload(bytes)
  expect(await verdicts(again.id)).toEqual(Array(4).fill(['duplicate', 'Như cũ, không có gì để lưu']))
  expect(again.toSave).toBe(0)
  const { rows } = await server.pool.query(
    `SELECT count(*)::int AS n FROM audit_log WHERE action = 'create' AND resource = 'users' AND after ->> 'username' = 'nv91'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('D3-SETUP-02: a row is refused for the same reasons as the form, with the reason beside it', async () => {
  const summary = await upload(
    file(
      ['sale113', 'Tên khác hẳn', 'Nhân viên', 'chinhanh1', 'leader11'],
      ['sale111', 'Nguyễn Hồng Nhung', 'Leader', 'chinhanh1'],
      ['nv1', 'Không leader', 'Nhân viên', 'chinhanh1', 'leader13'],
      ['nv2', 'Khác chi nhánh', 'Nhân viên', 'chinhanh2', 'leader11'],
      ['nv3', 'Thiếu leader', 'Nhân viên', 'chinhanh1'],
      ['s\u0430le', 'Chữ a lạ', 'Nhân viên', 'chinhanh1', 'leader11'],
      ['nv4', 'Vai trò lạ', 'Giám đốc', 'chinhanh1'],
      ['nv5', 'Thừa leader', 'Leader', 'chinhanh1', 'leader11'],
      ['nv6', 'Một', 'Leader', 'chinhanh1'],
      ['NV6', 'Hai', 'Leader', 'chinhanh1'],
      ['nv7', 'Thư sai', 'Leader', 'chinhanh1', '', '', 'khong-phai-thu'],
    ),
  )
  expect(await verdicts(summary.id)).toEqual([
    ['update', 'Cập nhật bản ghi đã có'],
    ['bad', 'sale111 đang là Nhân viên, chinhanh1, leader11; đổi chỗ bằng Sửa ở màn hình Nhân viên'],
    ['bad', `Chưa có leader 'leader13'`],
    ['bad', 'Leader không thuộc chi nhánh đã chọn'],
    ['bad', 'Chưa nhập leader'],
    ['bad', 'Tên đăng nhập chỉ gồm chữ cái, chữ số và các dấu . _ - @ +'],
    ['bad', expect.stringMatching(/^Không có vai trò 'Giám đốc'; có Quản trị, Quản lý, Chi nhánh/)],
    ['bad', 'Vai trò này không có leader'],
    ['new', null],
    ['bad', 'Tên đăng nhập đã có ở một dòng trên'],
    ['bad', 'Email không đúng dạng ten@congty.vn'],
  ])
  await server.save('admin', summary.id)
  expect(await stored('sale113')).toMatchObject({ fullname: 'Tên khác hẳn', group: 'leader11' })
})

test('D3-SETUP-02: the importer of staff stays within their own unit and below their own level', async () => {
  const grant = (username: string) =>
    server.pool.query(sql`
      INSERT INTO user_permissions (user_id, permission_id)
      SELECT u.id, p.id FROM users u, permissions p WHERE u.username = ${username} AND p.code = 'user.add'`)
  expect((await server.upload('leader11', 'users', 'a.csv', file(['a', 'A', 'Leader']))).status).toBe(403)
  await grant('chinhanh2')
  const summary = await upload(
    file(
      ['nv81', 'Của mình', 'Nhân viên', 'chinhanh2', 'leader21'],
      ['nv82', 'Của người', 'Nhân viên', 'chinhanh1', 'leader11'],
      ['ql9', 'Cấp trên', 'Quản lý'],
      ['HNIMB9', 'Tên giữ riêng', 'Nhân viên', 'chinhanh2', 'leader21'],
      ['sale111', 'Nguyễn Hồng Nhung', 'Nhân viên', 'chinhanh1', 'leader11'],
    ),
    'chinhanh2',
  )
  expect(await verdicts(summary.id, 'chinhanh2')).toEqual([
    ['new', null],
    ['bad', 'Tài khoản phải thuộc phạm vi bạn quản lý'],
    ['bad', expect.stringMatching(/^Không có vai trò 'Quản lý'; có Chi nhánh, Leader/)],
    ['bad', expect.stringContaining('HNIMB')],
    ['bad', expect.stringMatching(/phạm vi|đã tồn tại/)],
  ])
  await server.save('chinhanh2', summary.id)
  // A branch may not download the file of another account's upload.
  const others = await upload(file(['nv83', 'Khác', 'Nhân viên', 'chinhanh1', 'leader11']))
  await server.save('admin', others.id)
  await make(others.id)
  for (const method of ['get', 'post'] as const)
    expect((await (await server.as('chinhanh2'))[method](passwordsOf(others.id))).status).toBe(404)
})

test('D3-SETUP-02: one-time passwords are given once in a file, and each opens only the page for setting an own one', async () => {
  const { id } = await upload(
    file(['mk1', 'Một', 'Nhân viên', '', 'leader11'], ['mk2', 'Hai', 'Nhân viên', '', 'leader12']),
  )
  await server.save('admin', id)
  expect(server.queued).toContainEqual({ name: 'staff-passwords', data: { importId: id } })
  expect(await progress(id)).toMatchObject({ total: 2, ready: 0, waits: false })
  expect((await (await server.as('admin')).post(passwordsOf(id))).body.msg).toMatch(/đang được tạo/)
  await make(id)
  expect(await progress(id)).toMatchObject({ total: 2, ready: 2, waits: true, takenAt: null })
  const rows = await downloaded(id)
  expect(rows.map(([name, , , role, brand, group]) => [name, role, brand, group])).toEqual([
    ['mk1', 'Nhân viên', 'chinhanh1', 'leader11'],
    ['mk2', 'Nhân viên', 'chinhanh1', 'leader12'],
  ])
  const [first = '', second = ''] = rows.map(([, , password]) => password)
  expect(first).toMatch(/^([a-km-np-z2-9]{4}-){2}[a-km-np-z2-9]{4}$/)
  expect(first).not.toBe(second)
  const twice = await (await server.as('admin')).post(passwordsOf(id))
  expect([twice.status, twice.body.msg]).toEqual([
    409,
    expect.stringMatching(/^admin đã tải file mật khẩu lúc/),
  ])
  const { must_change_password, access_token } = (await login('mk1', first)).data as SignedIn
  expect(must_change_password).toBe(true)
  const refused = await server.app.inject({
    method: 'GET',
    url: '/api/v1/customer',
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(refused.json()).toMatchObject({ code: 'PASSWORD_CHANGE' })
  expect((await login('mk2', first)).status).toBe(401)
})

test('D3-SETUP-02: at the download of the passwords the current state counts: none for people now above, and none for people who left the unit', async () => {
  const { id } = await upload(file(['cap1', 'Cấp', 'Quản trị']))
  await server.save('admin', id)
  await make(id)
  const above = await (await server.as('quanly')).post(passwordsOf(id))
  expect(above.status).toBe(403)
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code IN ('user.add', 'user.get')
    ON CONFLICT DO NOTHING`)
  const branchFile = await upload(file(['cap2', 'Hai', 'Nhân viên', '', 'leader11']), 'chinhanh1')
  await server.save('chinhanh1', branchFile.id)
  await make(branchFile.id)
  await server.pool.query(sql`
    UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Quản lý'), brand_id = NULL, group_id = NULL
    WHERE username = 'cap2'`)
  expect([403, 404]).toContain((await (await server.as('chinhanh1')).post(passwordsOf(branchFile.id))).status)
  expect(await downloaded(id)).toHaveLength(1)
})

test('D3-SETUP-02: no table, log or answer contains a one-time password', async () => {
  const { id } = await upload(file(['mk3', 'Ba', 'Nhân viên', '', 'leader11']))
  await server.save('admin', id)
  await make(id)
  const caller = await server.as('admin')
  // Nor as a stored answer to a repeat.
  const { rows } = await server.download('admin', passwordsOf(id), 'POST')
  const password = String(rows[1]?.cells[2])
  expect((await caller.post(passwordsOf(id), {}, { 'idempotency-key': 'once-more-1' })).status).toBe(409)
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  for (const { name } of tables) {
    const found = await server.pool.query(`SELECT FROM ${name} AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [
      password,
    ])
    expect([name, found.rowCount]).toEqual([name, 0])
  }
  const seeds = await server.pool.query(sql`SELECT sealed FROM staff_imports WHERE import_id = ${id}`)
  expect(seeds.rows).toEqual([{ sealed: null }])
})

test('D3-SETUP-02: work left by a stopped server continues, and nobody gets a second password', async () => {
  const { id } = await upload(
    file(...Array.from({ length: 6 }, (_, n): Line => [`dd${n}`, `Người ${n}`, 'Nhân viên', '', 'leader11'])),
  )
  await server.save('admin', id)
  const stop = new AbortController()
  const broken = make(id, stop.signal)
  await expect.poll(async () => (await progress(id)).ready, { interval: 5 }).toBeGreaterThan(0)
  stop.abort()
  await expect(broken).rejects.toThrow('stopping')
  const hashes = () =>
    server.pool.query<{ username: string; password_hash: string; ready: boolean }>(sql`
      SELECT u.username, u.password_hash, p.ready FROM staff_import_people p JOIN users u ON u.id = p.user_id
      WHERE p.import_id = ${id} ORDER BY u.username`)
  const before = (await hashes()).rows
  expect(before.some(({ ready }) => !ready)).toBe(true)
  server.queued.length = 0
  await resumePasswords(server.api.services)
  expect(server.queued).toContainEqual({ name: 'staff-passwords', data: { importId: id } })
  // Two at once: after a restart the former job may still be running.
  await Promise.all([make(id), make(id)])
  const after = (await hashes()).rows
  const given = before.filter(({ ready }) => ready)
  expect(after).toEqual(expect.arrayContaining(given))
  for (const [name = '', , password = ''] of await downloaded(id))
    expect((await login(name, password)).status).toBe(200)
}, 30_000)

test('D3-SETUP-02: a password given otherwise meanwhile stays, and its owner is not in the file', async () => {
  const { id } = await upload(
    file(['ge1', 'Một', 'Nhân viên', '', 'leader11'], ['ge2', 'Hai', 'Nhân viên', '', 'leader11']),
  )
  await server.save('admin', id)
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'ge1'`)
  const admin = await server.as('admin')
  const password = 'cap-rieng-tung-nguoi'
  await admin.post(`/api/v1/users/${rows[0]?.id}/reset-password`, { password, rePassword: password })
  await make(id)
  expect((await downloaded(id)).map(([name]) => name)).toEqual(['ge2'])
  expect((await login('ge1', password)).status).toBe(200)
})

test('D3-SETUP-02: a lost file is created again for people without an own password, and the former one-time passwords end', async () => {
  const { id } = await upload(
    file(['la1', 'Một', 'Nhân viên', '', 'leader11'], ['la2', 'Hai', 'Nhân viên', '', 'leader11']),
  )
  await server.save('admin', id)
  await make(id)
  const [one = [], two = []] = await downloaded(id)
  const { access_token } = (await login('la1', one[2] ?? '')).data as SignedIn
  const changed = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/changePassword',
    headers: { authorization: `Bearer ${access_token}` },
    payload: { oldPassword: one[2], newPassword: 'cua-rieng-la1', confirmNewPassword: 'cua-rieng-la1' },
  })
  expect(changed.statusCode).toBe(200)
  const admin = await server.as('admin')
  expect((await admin.put(passwordsOf(id))).data).toMatchObject({ total: 1, waits: false, takenAt: null })
  await make(id)
  const anew = await downloaded(id)
  expect(anew.map(([name]) => name)).toEqual(['la2'])
  expect(anew[0]?.[2]).not.toBe(two[2])
  expect((await login('la2', two[2] ?? '')).status).toBe(401)
  expect((await login('la2', anew[0]?.[2] ?? '')).status).toBe(200)
  expect((await login('la1', 'cua-rieng-la1')).status).toBe(200)
})

test('D3-SETUP-02: a one-time password is valid for seven days, one given by a person for one day', async () => {
  const { id } = await upload(file(['hh1', 'Một', 'Nhân viên', '', 'leader11']))
  await server.save('admin', id)
  await make(id)
  const [[, , password = ''] = []] = await downloaded(id)
  const age = (days: number) =>
    server.pool.query(
      `UPDATE users SET given_until = given_until - make_interval(days => $1),
        credentials_changed_at = credentials_changed_at - make_interval(days => $1) WHERE username = 'hh1'`,
      [days],
    )
  await age(6)
  expect((await login('hh1', password)).status).toBe(200)
  await age(2)
  const late = await login('hh1', password)
  expect([late.status, late.body.msg]).toEqual([403, expect.stringMatching(/đã hết hạn/)])
})

test('D3-SETUP-02: a bank account in a staff file needs a confirmed session, and an existing one stays (D3-ACC-04, D3-SEC-07)', async () => {
  const line = (name: string, bank: string, number: string, holder = ''): Line => [
    name,
    'Có tài khoản',
    'Nhân viên',
    '',
    'leader11',
    '',
    `${name}@congty.example`,
    bank,
    number,
    holder,
  ]
  const bytes = file(
    line('tk1', 'VCB', '0011 0044 71234', 'Lê Văn Ba'),
    line('tk2', 'Ngân hàng lạ', '0011004471'),
    line('tk3', '', '0011004471'),
  )
  const unconfirmed = await (
    await server.unconfirmed('admin')
  ).post('/api/v1/imports/users', bytes, {
    'content-type': 'application/octet-stream',
    'x-file-name': 'nhan-su.csv',
  })
  expect([unconfirmed.status, unconfirmed.body.code]).toEqual([403, 'REAUTH'])
  const { id } = await upload(bytes)
  expect(await verdicts(id)).toEqual([
    ['new', null],
    ['bad', 'Chưa có ngân hàng này trong danh sách'],
    ['bad', 'Chưa nhập ngân hàng'],
  ])
  await server.save('admin', id)
  const accounts = () =>
    server.pool.query(`SELECT ngan_hang, so_tai_khoan, chu_tai_khoan FROM users WHERE username = 'tk1'`)
  expect((await accounts()).rows).toEqual([
    { ngan_hang: 'Vietcombank', so_tai_khoan: '0011004471234', chu_tai_khoan: 'LE VAN BA' },
  ])
  const other = await upload(file(line('tk1', 'MB', '999999999')))
  expect(await verdicts(other.id)).toEqual([['duplicate', 'Như cũ, không có gì để lưu']])
  // The permission to edit accounts is not enough to set the bank account of an equal.
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id) SELECT u.id, p.id FROM users u, permissions p
    WHERE u.username = 'leader12' AND p.code IN ('user.add', 'user.edit')`)
  await server.pool.query(sql`
    UPDATE users SET role_id = (SELECT role_id FROM users WHERE username = 'leader12') WHERE username = 'sale121'`)
  const equal = await upload(
    file(['sale121', 'Tên mới', 'Leader', '', '', '', 'moi@congty.example', 'MB', '99999999']),
    'leader12',
  )
  const { notBelow } = texts
  expect(await verdicts(equal.id, 'leader12')).toEqual([['bad', notBelow]])
})

test('D3-SETUP-02: people of a new branch can invite by code without further setup (D3-SETUP-03)', async () => {
  const { id } = await upload(file(['cn8', 'Chi nhánh 8', 'Chi nhánh']))
  await server.save('admin', id)
  const { rows } = await server.pool.query(
    `SELECT count(*)::int AS n FROM userkenhmoigoi WHERE staff_username = 'cn8' AND active`,
  )
  expect(rows).toEqual([{ n: 4 }])
})

test('D3-SETUP-02: a name taken since the preview fails the file and is named', async () => {
  const { id } = await upload(
    file(
      ['gd1', 'Giữa Đường', 'Nhân viên', '', 'leader11'],
      ['gd2', 'Giữa Đường', 'Nhân viên', '', 'leader11'],
    ),
  )
  await server.pool.query(sql`
    INSERT INTO users (username, fullname, email, role_id, password_hash, is_deleted)
    SELECT 'gd2', 'Có trước', 'co-truoc@congty.example', role_id, '-', true FROM users WHERE username = 'sale111'`)
  expect(await server.save('admin', id)).toMatchObject({
    state: 'failed',
    saved: 0,
    msg: expect.stringContaining('gd2: gd2 đang bị khoá'),
  })
  expect(await stored('gd1')).toBeUndefined()
})
