/** Who may undo an import, and who may see who changed its rows since (D3-FILE-05). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { undoTexts, type RecentImport, type UndoSummary } from '#platform/contract/calls/import-undo.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { runUndo } from './undo-job.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.pool.query<R>(text, values)).rows
async function saved(who: string, target: string, name: string, bytes: Buffer, more = ''): Promise<string> {
  const { id } = await server.ready(who, target, name, bytes, more)
  expect(await server.save(who, id)).toMatchObject({ state: 'done' })
  return id
}
const readUndo = async (id: string, who = 'admin'): Promise<UndoSummary> =>
  (await (await server.as(who)).get(`/api/v1/imports/${id}/undo`)).data as UndoSummary
const ask = async (id: string, who = 'admin') => (await server.as(who)).post(`/api/v1/imports/${id}/undo`, {})
const run = (id: string) => runUndo(server.api.services, id, new AbortController().signal)

test('only the importer and managers take an import back; an undo requested before the importer was locked still runs in their name (D3-FILE-05, D3-SEC-12)', async () => {
  const bytes = csv([
    ['0911000001', 'một'],
    ['0911000002', 'hai'],
  ])
  const id = await saved('chinhanh1', 'blacklist', 'den.csv', bytes)
  expect([(await ask(id, 'chinhanh2')).status, (await ask(id, 'sale111')).status]).toEqual([404, 404])
  const recent = async (who: string) =>
    (await (await server.as(who)).get('/api/v1/imports?resource=blacklist')).data as {
      values: RecentImport[]
    }
  const ids = async (who: string) => (await recent(who)).values.map((one) => one.id)
  expect([await ids('chinhanh1'), await ids('chinhanh2')]).toEqual([[id], []])
  expect(await ids('admin')).toContain(id)
  expect((await (await server.as('sale111')).get('/api/v1/imports?resource=blacklist')).status).toBe(403)
  // The list of kept rows has masked numbers for users who see masked ones.
  await query(
    `UPDATE blacklist SET description = 'đã gọi', version = version + 1 WHERE phone_number = '911000001'`,
  )
  const [kept] = (await readUndo(id, 'chinhanh1')).kept
  expect(kept?.name).not.toContain('911000001')
  expect(kept?.name).toContain('00001')
  expect((await readUndo(id, 'admin')).kept[0]?.name).toContain('911000001')
  // Locked between the request and the job.
  expect((await ask(id, 'chinhanh1')).status).toBe(200)
  await query(`UPDATE users SET is_deleted = true WHERE username = 'chinhanh1'`)
  await run(id)
  expect(await readUndo(id)).toMatchObject({ state: 'done', removes: 1, stays: 1 })
  expect(
    await query(`SELECT username FROM audit_log WHERE resource_id = $1 AND action = 'undo'`, [id]),
  ).toEqual([{ username: 'chinhanh1' }])
  await query(`UPDATE users SET is_deleted = false WHERE username = 'chinhanh1'`)
  expect(await query('SELECT phone_number FROM blacklist')).toEqual([{ phone_number: '911000001' }])
})

/** Gives a user the role of another account while `work` runs. */
async function asRoleOf(who: string, other: string, work: () => Promise<void>): Promise<void> {
  const role = 'SELECT role_id FROM users WHERE username = $1'
  const [before] = await query<{ role_id: string }>(role, [who])
  const [then] = await query<{ role_id: string }>(role, [other])
  const set = (id: string | undefined) =>
    query('UPDATE users SET role_id = $2 WHERE username = $1', [who, id])
  await set(then?.role_id)
  await work()
  await set(before?.role_id)
}

test('a user who lost the right to an import cannot take it back; an undo requested before continues, unless an earlier version accepted it (D3-FILE-05, D3-SEC-12)', async () => {
  const sheet = csv([
    ['Tài khoản', 'Thi đua tháng'],
    ['sale113', 500],
  ])
  const id = await saved('ketoan', 'dulieunhaptay', 'kt.csv', sheet, '?thangTinhLuong=11/2026')
  expect(await readUndo(id, 'ketoan')).toMatchObject({ removes: 1 })
  await asRoleOf('ketoan', 'sale111', async () => {
    const refused = await (await server.unconfirmed('ketoan')).post(`/api/v1/imports/${id}/undo`, {})
    expect([refused.status, refused.body.msg]).toEqual([403, messages.forbidden])
  })
  expect(await readUndo(id)).toMatchObject({ state: null, removes: 1 })
  const inputs = () => query(`SELECT FROM payroll_input WHERE username = 'sale113' AND thang = '2026-11-01'`)
  expect((await ask(id, 'ketoan')).status).toBe(200)
  await query('DELETE FROM accepted_work')
  await asRoleOf('ketoan', 'sale111', () => run(id))
  expect(await readUndo(id)).toMatchObject({ state: 'failed', msg: undoTexts.lost, removes: 0 })
  expect(await inputs()).toHaveLength(1)
  expect((await ask(id, 'ketoan')).status).toBe(200)
  await asRoleOf('ketoan', 'sale111', () => run(id))
  expect(await readUndo(id)).toMatchObject({ state: 'done', removes: 1 })
  expect(await inputs()).toHaveLength(0)
})

test('a user who may not know who changes bank messages does not see it in the rows that stay (D3-FILE-05, D3-SEC-03)', async () => {
  const id = await saved(
    'quanly',
    'mesbank',
    'tin.csv',
    csv([
      ['Kênh', 'Số tiền', 'Thời gian', 'Nội dung'],
      ['VCB', 500_000, '20/11/2026 08:00:00', 'chuyen tien nha'],
    ]),
  )
  const [message] = await query<{ id: string }>(`SELECT id FROM mesbank WHERE str_mes = 'chuyen tien nha'`)
  const changed = await (await server.as('admin')).put(`/api/v1/mesbank/${message?.id}`, { goi_cuoc: 'VD90' })
  expect([changed.status, changed.text]).toEqual([200, changed.text])
  expect((await readUndo(id, 'quanly')).kept).toMatchObject([{ why: undoTexts.changed, by: 'admin' }])
  await asRoleOf('quanly', 'chinhanh1', async () => {
    const reader = await server.unconfirmed('quanly')
    const { data } = await reader.get(`/api/v1/imports/${id}/undo`)
    expect((data as UndoSummary).kept).toMatchObject([{ why: undoTexts.changed, by: null }])
  })
})
