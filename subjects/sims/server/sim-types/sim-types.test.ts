/** Types of the stock: counted, and reapplied after an update of the rules (D3-SIM-03). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { typesOf } from '#subjects/sims/contract/sim-types.ts'
import { titlesOf } from '#test/bell.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { previewStep, retypeSims, type Rules } from './retype.ts'
import { adoptRules, rulesDigest } from './rules-state.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const prices = { gia_goc: 1, gia_si_1: 2, gia_si_2: 3, gia_si_3: 4, gia_khach_hang: 5 }
  const of = (so_dien_thoai: string, types: string) => ({
    so_dien_thoai,
    types,
    ...prices,
    nha_mang: 'VINAPHONE',
    number_type: 1,
    trang_thai: 'con_sim',
  })
  const data = [
    of('0912341368', ''),
    of('0912341668', ''),
    of('0912341159', 'sim_taxi'),
    of('0912345068', 'sim_taxi,sim_loc_phat'),
  ]
  const saved = await (await server.as('quanly')).post('/api/v1/simso/import', { data })
  if ((saved.data as { saved: number }).saved !== 4) throw new Error(saved.text)
})
afterAll(() => server.close())

/** Rules of a later version without the lucky 68. */
const later: Rules = (facts) => typesOf(facts).filter((key) => key !== 'sim_loc_phat')

const stock = async () =>
  (
    await server.pool.query<{ so: string; types: string }>(
      `SELECT so_dien_thoai AS so, types FROM simso ORDER BY so_dien_thoai`,
    )
  ).rows.map(({ so, types }) => `${so} ${types}`)

test('types are counted over the filter, without the filter by type (D3-SIM-02)', async () => {
  const seller = await server.as('sale111')
  const { data } = await seller.get('/api/v1/simso/loaiSim?so_dien_thoai=09123*68&loai_sim=sim_taxi')
  expect(data).toEqual({
    count: 3,
    values: [
      { loai_sim: 'sim_loc_phat', count: 3 },
      { loai_sim: 'sim_vd90_so_dep', count: 2 },
      { loai_sim: 'sim_taxi', count: 1 },
      { loai_sim: 'sinh_tai_loc_phat', count: 1 },
    ].toSorted((a, b) => b.count - a.count || a.loai_sim.localeCompare(b.loai_sim)),
  })
})

test('the changes of new rules are previewed, applied by a job, and leave types set by hand (D3-SIM-03)', async () => {
  const manager = await server.as('quanly')
  const path = '/api/v1/simso/doiLoai'
  // The current rules change nothing.
  expect((await manager.get(path)).data).toEqual({ looked: 2, after: null, changed: 0, values: [] })
  const before = await stock()
  const preview = await previewStep(server.pool, undefined, later)
  expect(preview.values).toEqual([
    expect.objectContaining({
      so_dien_thoai_co_dau_cham: '0912.341.368',
      truoc: 'sim_vd90_so_dep,sim_loc_phat,sinh_tai_loc_phat',
      sau: 'sim_vd90_so_dep,sinh_tai_loc_phat',
    }),
    expect.objectContaining({ so_dien_thoai_co_dau_cham: '0912.341.668' }),
  ])
  expect(await stock()).toEqual(before)
  expect((await manager.post(path)).status).toBe(200)
  const queued = server.queued.find(({ name }) => name === 'retype-sims')?.data as { userId: string }
  const never = new AbortController().signal
  await retypeSims(server.api.services, queued.userId, never, later)
  expect(await stock()).toEqual([
    '0912341159 sim_taxi',
    '0912341368 sim_vd90_so_dep,sinh_tai_loc_phat',
    `0912341668 ${later({ number: '0912341668', carrier: 'VINAPHONE', kind: 1 }).join(',')}`,
    '0912345068 sim_loc_phat,sim_taxi',
  ])
  expect(await titlesOf(server, 'quanly')).toEqual(['Đã chạy lại quy tắc loại số: 2 số đổi loại'])
  const { rows } = await server.pool.query(sql`
    SELECT username FROM audit_log WHERE resource = 'simso' AND action = 'update'`)
  expect(rows).toEqual([{ username: 'quanly' }, { username: 'quanly' }])
  // A second run skips finished numbers.
  await retypeSims(server.api.services, queued.userId, never, later)
  expect(await titlesOf(server, 'quanly')).toContain('Đã chạy lại quy tắc loại số: 0 số đổi loại')
})

test('a job requested before its manager was locked and demoted runs in their name (D3-SEC-12)', async () => {
  const manager = await server.as('quanly')
  expect((await manager.post('/api/v1/simso/doiLoai')).status).toBe(200)
  const { rows } = await server.pool.query<{ id: string; role_id: string }>(
    `SELECT id, role_id FROM users WHERE username = 'quanly'`,
  )
  const [{ id, role_id: role }] = rows as [{ id: string; role_id: string }]
  await server.pool.query(sql`
    UPDATE users SET is_deleted = true, role_id = (SELECT role_id FROM users WHERE username = 'sale111') WHERE id = ${id}`)
  await retypeSims(server.api.services, id, new AbortController().signal)
  await server.pool.query(sql`UPDATE users SET is_deleted = false, role_id = ${role} WHERE id = ${id}`)
  expect(await stock()).toContain('0912341368 sim_vd90_so_dep,sim_loc_phat,sinh_tai_loc_phat')
  const { rows: audited } = await server.pool.query(sql`
    SELECT username FROM audit_log WHERE resource = 'simso' AND action = 'update' ORDER BY id DESC LIMIT 2`)
  expect(audited).toEqual([{ username: 'quanly' }, { username: 'quanly' }])
})

test('preview and start are for managers; a job of a user without the right changes nothing', async () => {
  for (const username of ['chinhanh1', 'sale111']) {
    const caller = await server.as(username)
    expect([
      (await caller.get('/api/v1/simso/doiLoai')).status,
      (await caller.post('/api/v1/simso/doiLoai')).status,
    ]).toEqual([403, 403])
  }
  const before = await stock()
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'sale111'`)
  await retypeSims(server.api.services, rows[0]!.id, new AbortController().signal)
  expect(await stock()).toEqual(before)
})

test('an upgrade that changes a rule is reported until the rules have run over the stock; a new database or an empty stock needs no run (D3-SIM-03)', async () => {
  const manager = await server.as('quanly')
  const state = async () => (await manager.get('/api/v1/simso/quyTacLoai')).data
  expect((await (await server.as('sale111')).get('/api/v1/simso/quyTacLoai')).status).toBe(403)
  await server.pool.query('DELETE FROM sim_rules')
  // The version that created the database, then one with another rule.
  await adoptRules(server.pool, 'older')
  expect(await state()).toEqual({ changed: true, ran_at: null })
  await adoptRules(server.pool)
  expect(await state()).toMatchObject({ changed: true })
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'quanly'`)
  server.published.length = 0
  await retypeSims(server.api.services, rows[0]!.id, new AbortController().signal)
  expect(await state()).toEqual({ changed: false, ran_at: expect.any(String) as string })
  expect(server.published).toContain('simso')
  // Without numbers typed by rule there is nothing to do.
  await server.pool.query(`UPDATE sim_rules SET digest = 'older'`)
  await server.pool.query('UPDATE simso SET loai_chon_tay = 1')
  await adoptRules(server.pool)
  expect(await state()).toMatchObject({ changed: false })
  expect(rulesDigest).toMatch(/^[0-9a-f]{64}$/)
})
