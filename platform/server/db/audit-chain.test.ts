/** Detects gaps in the chain of a row's audit entries. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { startTestServer, type TestServer } from '#test/server.ts'
import { brokenInvariants } from './invariants.ts'
import { auditInvariants } from './audit-chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const [gap, stray, fieldGap, strayField] = Object.keys(auditInvariants)
const broken = () => brokenInvariants(server.pool, auditInvariants)

/** A row that was created and changed, with parameters for the queries. */
async function changed() {
  const admin = await server.as('admin')
  const cost = { nguoi_thuc_hien: 'An', ngay_nhap: '01/11/2026', noi_dung: 'một', don_gia: 1, so_luong: 1 }
  const created = await admin.post('/api/v1/chiphikhac', cost)
  const { id } = created.data as { id: string }
  const setContent = (noi_dung: string) => admin.put(`/api/v1/chiphikhac/${id}`, { noi_dung })
  await setContent('hai')
  return { id, say: setContent, remove: () => admin.delete(`/api/v1/chiphikhac/${id}`) }
}
const byHand = (id: string, noi_dung: string) =>
  server.pool.query(sql`UPDATE chiphikhac SET noi_dung = ${noi_dung} WHERE id = ${id}`)

test('a change without an audit entry is found at once, and as a gap at the next entry; an undone change is no gap (D3-TRL-01)', async () => {
  const { id, say } = await changed()
  expect(await broken()).toEqual({})
  await byHand(id, 'lén')
  expect(await broken()).toEqual({ [`${stray}`]: 1 })
  await byHand(id, 'hai')
  expect(await broken()).toEqual({})
  await byHand(id, 'lén')
  await say('ba')
  expect(await broken()).toEqual({ [`${gap}`]: 1 })
  // Entries in between may be in the file of an archived month; entries from before the rule are not checked.
  const { rows } = await server.pool.query<{
    id: string
  }>(`INSERT INTO archived_months (table_name, month, file, sha256, rows)
    VALUES ('audit_log', date_trunc('month', today_vn()), 'tệp', repeat('a', 64), 1) RETURNING id`)
  expect(await broken()).toEqual({})
  await server.pool.query(`ALTER TABLE archived_months DISABLE TRIGGER USER`)
  await server.pool.query(sql`DELETE FROM archived_months WHERE id = ${rows[0]?.id}`)
  expect(await broken()).toEqual({ [`${gap}`]: 1 })
  await server.pool.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
  expect(await broken()).toEqual({})
})

test('a row restored or deleted without an audit entry is found; changes recorded in the ledger of a number need none (D3-TRL-01)', async () => {
  const { id, say, remove } = await changed()
  await remove()
  expect(await broken()).toEqual({})
  await server.pool.query(sql`UPDATE chiphikhac SET deleted_at = NULL, deleted_by = NULL WHERE id = ${id}`)
  expect(await broken()).toEqual({ [`${stray}`]: 1 })
  await say('lại có')
  expect(await broken()).toEqual({ [`${gap}`]: 1 })
  await server.pool.query(sql`DELETE FROM chiphikhac WHERE id = ${id}`)
  expect(await broken()).toEqual({ [`${gap}`]: 1, [`${stray}`]: 1 })
  await server.pool.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
  const leader = await server.as('leader11')
  const data = [{ phone: '912345678', package: 'VD89', type: 'MC' }]
  await leader.post('/api/v1/customer/import', { data })
  await leader.post('/api/v1/customer/import', { data: [{ ...data[0], type: 'MG' }] })
  await server.pool.query(`UPDATE customer SET rank = -1`)
  expect(await broken()).toEqual({})
  await server.pool.query(`UPDATE customer SET type = 'MC'`)
  expect(await broken()).toEqual({ [`${stray}`]: 1 })
})

test('a change of an account, role, setting or typed pay without an audit entry is found at once, and as a gap at the next entry (D3-TRL-01)', async () => {
  await server.pool.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{
    id: string
    role_id: string
    brand_id: string
    group_id: string
  }>(`SELECT id, role_id, brand_id, group_id FROM users WHERE username = 'sale111'`)
  const [{ id, ...place } = { id: '' }] = rows
  const profile = { ...place, email: 'a@congty.vn' }
  const role = (await admin.post('/api/v1/role', { name: 'Kho', priority: 5 })).data as { id: string }
  const typed = { username: 'sale111', thangTinhLuong: '11/2026' }
  const cases = [
    {
      say: (value: number) => admin.put(`/api/v1/users/${id}`, { ...profile, fullname: `Nguyễn ${value}` }),
      byHand: sql`UPDATE users SET fullname = 'Nguyễn X' WHERE id = ${id}`,
    },
    {
      say: (value: number) => admin.put(`/api/v1/role/${role.id}`, { name: `Kho ${value}` }),
      byHand: sql`UPDATE roles SET name = 'Kho X' WHERE id = ${role.id}`,
    },
    {
      say: (value: number) => admin.put('/api/v1/setting/care.editDaysBack', { value }),
      byHand: sql`UPDATE settings SET value = '9' WHERE key = 'care.editDaysBack'`,
    },
    {
      say: (value: number) => admin.post('/api/v1/tinhluong', { ...typed, nhanKhac: value }),
      byHand: sql`UPDATE payroll_input SET "nhanKhac" = 9 WHERE username = 'sale111'`,
    },
  ]
  for (const { say, byHand } of cases) {
    expect((await say(1)).status).toBeLessThan(300)
    expect(await broken()).toEqual({})
    await server.pool.query(byHand)
    expect(await broken()).toEqual({ [`${strayField}`]: 1 })
    expect((await say(2)).status).toBeLessThan(300)
    expect(await broken()).toEqual({ [`${fieldGap}`]: 1 })
    await server.pool.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
  }
})
