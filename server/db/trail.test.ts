/** The chain of a row's entries, broken by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { brokenInvariants } from './invariants.ts'
import { trailInvariants } from './trail.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const [gap, stray] = Object.keys(trailInvariants)
const broken = () => brokenInvariants(server.pool, trailInvariants)

/** A row that was made and changed, with what it is called with. */
async function changed() {
  const admin = await server.as('admin')
  const cost = { nguoi_thuc_hien: 'An', ngay_nhap: '01/11/2026', noi_dung: 'một', don_gia: 1, so_luong: 1 }
  const made = await admin.post('/api/v1/chiphikhac', cost)
  const { id } = made.data as { id: string }
  const say = (noi_dung: string) => admin.put(`/api/v1/chiphikhac/${id}`, { noi_dung })
  await say('hai')
  return { id, say, remove: () => admin.delete(`/api/v1/chiphikhac/${id}`) }
}
const byHand = (id: string, noi_dung: string) =>
  server.pool.query(sql`UPDATE chiphikhac SET noi_dung = ${noi_dung} WHERE id = ${id}`)

test('a change without an entry is seen at once, and as a gap when the next one has its own; put right it is none (D3-TRL-01)', async () => {
  const { id, say } = await changed()
  expect(await broken()).toEqual({})
  await byHand(id, 'lén')
  expect(await broken()).toEqual({ [`${stray}`]: 1 })
  await byHand(id, 'hai')
  expect(await broken()).toEqual({})
  await byHand(id, 'lén')
  await say('ba')
  expect(await broken()).toEqual({ [`${gap}`]: 1 })
  // What came between may lie in the file of an archived month; what was before the rule is not looked at.
  const { rows } = await server.pool.query<{
    id: string
  }>(`INSERT INTO archived_months (table_name, month, file, sha256, rows)
    VALUES ('audit_log', date_trunc('month', now()), 'tệp', repeat('a', 64), 1) RETURNING id`)
  expect(await broken()).toEqual({})
  await server.pool.query(`ALTER TABLE archived_months DISABLE TRIGGER USER`)
  await server.pool.query(sql`DELETE FROM archived_months WHERE id = ${rows[0]?.id}`)
  expect(await broken()).toEqual({ [`${gap}`]: 1 })
  await server.pool.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
  expect(await broken()).toEqual({})
})

test('a row that comes back or goes without an entry is seen; what the ledger tells of a number is not missed (D3-TRL-01)', async () => {
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
