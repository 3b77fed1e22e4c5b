/** System accounts: permissions, display, audit, and that secrets are stored nowhere in clear. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest, expected, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import type { Caller } from '#test/server.ts'
import { newKeyText, newSecrets, readKey } from '#platform/server/running/secrets.ts'

let server: ImportServer
let admin: Caller
const path = '/api/v1/systemaccount'
const account = {
  position: 'Tra cứu 9279',
  account: '0912 345 678',
  password: 'bi-mat-rat-rieng-1',
  api: 'https://may.example/api?khoa=bi-mat-rat-rieng-2',
  additional_content: '{"thread": 2}',
}
type Row = Record<string, unknown> & { id: string; version: number }
const make = async (more: object = {}): Promise<Row> =>
  (await admin.post(path, { ...account, ...more })).data as Row
const open = async ({ id }: { id: string }): Promise<Row> => (await admin.get(`${path}/${id}`)).data as Row

beforeAll(async () => {
  server = await startImportServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

/** Tables that contain `text`. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await server.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await server.pool.query(
      `SELECT FROM "${name}" t WHERE position($1 IN to_jsonb(t)::text) > 0 LIMIT 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

test('a secret is shown only by GET of its row, and each view is recorded with user and time (D2-SYSACC-01 to 05, D2-SYSACC-07, D2-SYSACC-14, D2-SYSACC-17, D2-SYSACC-19, D2-SYSACC-23, D2-Q-192, D2-Q-195, D3-SEC-02)', async () => {
  const made = await make()
  const hidden = { password: '********', api: '********' }
  expect(made).toMatchObject({ position: 'Tra cứu 9279', account: '0912345678', ...hidden })
  const { values } = (await admin.get(`${path}?name=TRA CUU 92`)).data as { values: Row[] }
  expect(values).toEqual([made])
  expect(((await admin.get(`${path}?name=345678`)).data as { count: number }).count).toBe(1)
  const answer = await (await server.as('quanly')).get(`${path}/${made.id}`)
  expect(answer.data).toMatchObject({ password: account.password, api: account.api })
  const { rows } = await server.pool.query(
    `SELECT username, now() - at < interval '1 minute' AS fresh FROM audit_log WHERE action = 'reveal' AND resource_id = $1`,
    [made.id],
  )
  expect(rows).toEqual([{ username: 'quanly', fresh: true }])
  const { data } = await admin.get(`${path}/${made.id}/history`)
  expect(data).toMatchObject({ values: [{ username: 'quanly', action: 'reveal' }, { action: 'create' }] })
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1'])
    expect((await (await server.as(username)).get(`${path}/${made.id}`)).status).toBe(403)
  expect((await admin.get(`${path}/findPackage/${made.id}`)).data).toMatchObject({
    password: account.password,
  })
  await admin.delete(`${path}/${made.id}`)
})

test('stars in an update mean unchanged, an empty secret is refused, and a new one makes a new version (D2-SYSACC-08 to 12, D2-SYSACC-16, D2-Q-192, D2-Q-193)', async () => {
  const made = await make({ account: 'may-quet-1' })
  expect(made.account).toBe('may-quet-1')
  const put = (body: object) => admin.put(`${path}/${made.id}`, body)
  const kept = await put({ ...made, position: 'Quét data', additional_content: '' })
  expect(kept.data).toMatchObject({ position: 'Quét data', password: '********' })
  expect(await open(made)).toMatchObject({
    password: account.password,
    api: account.api,
    version: made.version + 1,
  })
  expect((await put({ password: '' })).body.fields).toHaveProperty('password')
  expect((await put({ password: 'khac', version: made.version })).status).toBe(409)
  expect(await open(made)).toMatchObject({ password: account.password })
  expect((await put({ password: 'bi-mat-moi', version: made.version + 1 })).data).toMatchObject({
    version: made.version + 2,
  })
  expect(await open(made)).toMatchObject({ password: 'bi-mat-moi', api: account.api })
  const keyed = { 'idempotency-key': 'khoa-cua-lan-sua-nay' }
  const changed = await admin.put(`${path}/${made.id}`, { api: 'https://moi.example' }, keyed)
  expect(changed.status).toBe(200)
  expect(await open(made)).toMatchObject({ password: 'bi-mat-moi', api: 'https://moi.example' })
  const wrong = await put({ additional_content: '{thread: 2' })
  expect([wrong.status, wrong.body.msg]).toEqual([400, 'Nội dung bổ sung không phải JSON hợp lệ'])
  const { data } = await admin.get(`${path}/${made.id}/history`)
  expect(JSON.stringify(data)).toContain('"before":"********","after":"******** (mới)"')
  for (const name of ['position', 'account', 'password', 'api'])
    expect((await admin.post(path, { ...account, account: 'x', [name]: '' })).body.fields).toHaveProperty(
      name,
    )
  expect((await admin.post(path, { ...account, account: 'x', api: '********' })).status).toBe(400)
})

test('account and secret are stored together or not at all, by every call (D2-SYSACC-08, D2-Q-192, D3-TRL-01)', async () => {
  const made = await make({ account: 'may-quet-2' })
  const everything = async () =>
    (
      await server.pool.query(`
        SELECT (SELECT json_agg(a ORDER BY id) FROM systemaccount a)::text AS accounts,
          (SELECT count(*) FROM audit_log WHERE resource = 'systemaccount') AS trail`)
    ).rows
  const before = await everything()
  await server.pool.query('ALTER TABLE systemaccount_secret ADD CONSTRAINT full_disk CHECK (false) NOT VALID')
  const replies = [
    await admin.put(`${path}/${made.id}`, { position: 'Nơi khác', password: 'bi-mat-khac' }),
    await admin.put(
      `${path}/${made.id}`,
      { position: 'Nơi khác', api: 'x' },
      { 'idempotency-key': 'khoa-khong-luu-duoc' },
    ),
    await admin.post(path, { ...account, account: 'may-quet-3' }),
    await admin.post(`${path}/import`, { data: [{ ...account, account: 'may-quet-4' }] }),
  ]
  await server.pool.query('ALTER TABLE systemaccount_secret DROP CONSTRAINT full_disk')
  expect(replies.map(({ status }) => status === 200)).toEqual([false, false, false, false])
  expect(await everything()).toEqual(before)
})

test('the sample gives the specified rows; of two with the same place and account the last is kept (D2-SYSACC-13, D2-SYSACC-15, D2-Q-194, D2-IMP-08, D2-COL-10)', async () => {
  await server.pool.query('DELETE FROM systemaccount')
  const name = 'tai-khoan-he-thong.xlsx'
  const file = expected[name]
  const read = await server.ready('quanly', 'systemaccount', name, sample(name))
  expect(read).toMatchObject({
    total: file?.data_rows,
    counts: { blank: file?.blank_rows, bad: file?.invalid_rows, duplicate: file?.duplicate_rows },
  })
  const { values } = await server.rows('quanly', read.id, '?count=100')
  expect(values[0]?.values).toMatchObject({
    position: 'Hoàn tiền',
    account: '0760007464',
    password: '********',
    api: '********',
  })
  const bad = values.filter(({ verdict }) => verdict === 'bad').map(({ row }) => row)
  expect(bad).toEqual(file?.invalid.map(({ row }) => row))
  expect(JSON.stringify(values)).not.toMatch(/mat-khau-mau|may-chu-mau/)
  const saved = await server.save('quanly', read.id)
  expect(saved.msg).toBe(`Tải file thành công: "${name}" (${file?.saved} bản ghi)`)
  const { rows } = await server.pool.query<{ id: string; account: string }>(
    'SELECT id, account FROM systemaccount',
  )
  expect([rows.length, digest(rows.map((row) => [row.account.slice(1)]))]).toEqual([
    file?.saved,
    file?.digest_of_keys,
  ])
  const kept = rows.find((row) => row.account === '0900002262')
  expect(await open(kept ?? { id: '' })).toMatchObject({
    position: 'Tra cứu 999',
    password: 'mat-khau-mau-moi-02',
  })
  const errors = await server.download('quanly', `/api/v1/imports/${read.id}/errors`)
  expect(JSON.stringify(errors.rows)).toMatch(/Hoàn tiền.*\*{8}/)
  expect(JSON.stringify(errors.rows)).not.toMatch(/mat-khau-mau|may-chu-mau/)
})

test('a call of rows saves the valid ones, seals them, and names the others (D2-SYSACC-15, D2-Q-193)', async () => {
  const data = [
    { ...account, position: 'A', account: '+84 933 000 001' },
    { ...account, position: 'A', account: '0933000001', password: 'sau cùng' },
    { ...account, position: 'A', additional_content: '{' },
    { ...account, position: 'A', password: '********' },
    { ...account, position: 'A', account: '' },
  ]
  const saved = (await admin.post(`${path}/import`, { data })).data as {
    saved: number
    errors: { row: number }[]
  }
  expect([saved.saved, saved.errors.map(({ row }) => row)]).toEqual([2, [3, 4, 5]])
  const { values } = (await admin.get(`${path}?name=A 0933000001`)).data as { values: Row[] }
  expect(await open(values[0] ?? { id: '' })).toMatchObject({ password: 'sau cùng', api: account.api })
})

test('neither database nor log nor pushes contain a secret in clear text (D3-SEC-01, D3-SEC-02)', async () => {
  const lines: string[] = []
  Object.assign(server.api.services.log, {
    info: (...args: unknown[]) => void lines.push(JSON.stringify(args)),
  })
  const secret = 'bi-mat-khong-ai-thay'
  const made = await make({ account: 'kin', password: secret, api: `${secret}-api` })
  await admin.put(
    `${path}/${made.id}`,
    { password: `${secret}-moi` },
    { 'idempotency-key': 'khoa-cua-lan-kin-nay' },
  )
  await admin.post(`${path}/import`, { data: [{ ...account, account: 'kin2', password: secret }] })
  const heads = 'Đăng nhập tại,Tài khoản,Mật khẩu,API,Nội dung bổ sung'
  const sheets = [
    `${heads}\r\nNơi,kin3,${secret},${secret},\r\nNơi,,${secret},${secret},{`,
    // Unknown headings, and none at all, as the questions may contain any cell.
    `Nơi,Tài khoản,Mã vào,Cổng,Ghi thêm\r\nNơi,kin4,${secret},${secret},`,
    `Nơi,kin5,${secret},${secret},\r\nNơi,kin6,${secret},${secret},`,
  ]
  for (const [n, text] of sheets.entries()) {
    const upload = await server.upload('admin', 'systemaccount', `kin-${n}.csv`, Buffer.from(text))
    expect([upload.status, upload.text.includes(secret)]).toEqual([200, false])
  }
  await open(made)
  expect(await tablesWith(secret)).toEqual([])
  expect(lines.join('\n') + JSON.stringify(server.published)).not.toContain(secret)
  for (const call of ['', '/assign', `/${made.id}/history`])
    expect((await admin.get(path + call)).text).not.toContain(secret)
  expect((await admin.get(`${path}/export`)).status).toBe(404)
})

test('a deleted account is removed with its secrets; accounts have no staff member (D2-SYSACC-06, D2-SYSACC-18, D2-SYSACC-20 to 22, D2-Q-26, D2-Q-16)', async () => {
  const made = await make({ account: 'xoa' })
  expect((await admin.delete(`${path}/${made.id}`)).status).toBe(200)
  expect((await admin.delete(`${path}/${made.id}`)).status).toBe(404)
  const { rows } = await server.pool.query('SELECT FROM systemaccount_secret WHERE account_id = $1', [
    made.id,
  ])
  expect(rows).toEqual([])
  expect((await admin.get(`${path}/count-assign`)).data).toEqual({ total: 0 })
  expect((await admin.post(`${path}/assign`, [{ user: 'sale111', count: 1 }])).status).toBe(400)
})

test('a server whose key was replaced meanwhile, or without a key, refuses secrets with a message (D3-SEC-01)', async () => {
  const made = await make({ account: 'khoa' })
  const { services } = server.api
  const { secrets } = services
  Object.assign(services, { secrets: newSecrets(readKey(newKeyText(), 'test')) })
  for (const answer of [
    await admin.get(`${path}/${made.id}`),
    await admin.post(path, { ...account, account: 'khoa2' }),
    await admin.put(`${path}/${made.id}`, { password: 'khac' }),
  ])
    expect(answer.body.msg).toBe('Khoá mã hoá đã được thay, cần khởi động lại máy chủ với khoá mới')
  delete services.secrets
  expect((await admin.post(path, { ...account, account: 'khoa2' })).body.msg).toMatch(
    /^Chưa cấu hình khoá mã hoá/,
  )
  expect((await admin.get(path)).status).toBe(200)
  Object.assign(services, { secrets })
  expect(await open(made)).toMatchObject({ password: account.password })
})

test('a secret is stored exactly as typed, because another system compares it (D2-SYSACC-08, D3-SEC-01)', async () => {
  const secrets = { password: '  p  w ', api: 'e\u0301\u200b x ' }
  const made = await make({ position: 'Nguyên chữ', ...secrets })
  expect(await open(made)).toMatchObject(secrets)
})
