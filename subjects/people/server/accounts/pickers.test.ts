/** Lists behind the pickers: any session may read them, the scope limits and the hierarchy orders them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username IN ('sale113', 'leader12')`)
})
afterAll(() => server.close())

const staff = async (username: string, path: string): Promise<Staff[]> => {
  const { data } = await (await server.as(username)).get(`/api/v1/users/${path}`)
  return (data as { values: Staff[] }).values
}
const names = async (username: string, path: string) =>
  (await staff(username, path)).map(({ username }) => username)
const idOf = async (username: string): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
    username,
  ])
  return rows[0]!.id
}

test('all active accounts are listed in the order of the hierarchy, without pages (D1-ACC-54, D1-Q-037, D1-Q-038, D2-INVIT-67)', async () => {
  const everybody = [
    'admin',
    'quanly',
    'chinhanh1',
    'leader11',
    'sale111',
    'sale112',
    'sale121',
    'sale122',
    'chinhanh2',
    'leader21',
    'sale211',
    'sale212',
    'doitac1',
    'HNIMB',
    'HNIMB01',
    'QCMB',
    'QCMB01',
    'ketoan',
  ]
  // sale121 and sale122 belong to leader12, who is locked.
  expect(await names('quanly', 'findAllNoLimit?page=3&count=2')).toEqual(everybody)
  const [branch] = await staff('admin', 'findAllBranchNoLimit')
  expect(branch).toMatchObject({
    username: 'chinhanh1',
    fullname: 'Chi nhánh 1',
    role_priority: 3,
    brand: null,
  })
})

test('branches, leaders and salespeople each have their list (D1-ACC-55 to D1-ACC-57, D1-ACC-61)', async () => {
  expect(await names('admin', 'findAllBranchNoLimit')).toEqual(['chinhanh1', 'chinhanh2', 'HNIMB', 'QCMB'])
  expect(await names('admin', 'findAllLeaderNoLimit')).toEqual(['leader11', 'leader21'])
  expect(await names('chinhanh2', 'findAllSaleNoLimit')).toEqual(['sale211', 'sale212'])
  const brand = { id: await idOf('chinhanh2'), username: 'chinhanh2' }
  expect((await staff('chinhanh2', 'findAllSaleNoLimit'))[0]).toMatchObject({
    fullname: 'Bùi Thị Mỹ Duyên',
    brand,
  })
})

test('each role sees its own part of the tree (D1-Q-003)', async () => {
  expect(await names('leader11', 'findAllNoLimit')).toEqual(['leader11', 'sale111', 'sale112'])
  expect(await names('sale111', 'findAllNoLimit')).toEqual(['sale111'])
  expect(await names('doitac1', 'findAllNoLimit')).toEqual([
    'chinhanh2',
    'leader21',
    'sale211',
    'sale212',
    'doitac1',
  ])
  expect(await names('sale111', 'findAllBranchNoLimit')).toEqual([])
})

test('the own branches are those of the scope plus the branch that one belongs to (D1-ACC-58)', async () => {
  expect(await names('admin', 'me/brands')).toHaveLength(4)
  expect(await names('chinhanh1', 'me/brands')).toEqual(['chinhanh1'])
  expect(await names('sale111', 'me/brands')).toEqual(['chinhanh1'])
})

test('leaders and salespeople of a branch are found by its id, within the scope (D1-ACC-59, D1-ACC-60)', async () => {
  const [one, two] = [await idOf('chinhanh1'), await idOf('chinhanh2')]
  expect(await names('admin', `${one}/leaders`)).toEqual(['leader11'])
  expect(await names('chinhanh1', `${two}/leaders`)).toEqual([])
  expect(await names('admin', `saleman?brand=${two}`)).toEqual(['sale211', 'sale212'])
  expect(await names('chinhanh1', `saleman?brand=${two}`)).toEqual([])
  expect(await names('chinhanh1', 'saleman')).toEqual(['sale111', 'sale112', 'sale121', 'sale122'])
})

test('an account is found by user name inside the scope, regardless of case (D1-ACC-47)', async () => {
  const branch = await server.as('chinhanh1')
  const found = await branch.get('/api/v1/users/findByUsername/SALE111')
  expect(found.data).toMatchObject({ username: 'sale111', role_priority: 5 })
  for (const other of ['sale211', 'sale113', 'nobody']) {
    expect((await branch.get(`/api/v1/users/findByUsername/${other}`)).status).toBe(404)
  }
})

test('a user who may not read accounts finds by user name only what the pickers show (D1-Q-037)', async () => {
  for (const name of ['leader11', 'sale111']) {
    const caller = await server.as(name)
    const { values } = (await caller.get('/api/v1/users/findAllNoLimit')).data as { values: Staff[] }
    const picked = values.find(({ username }) => username === 'sale111')
    expect(picked).toBeDefined()
    expect((await caller.get('/api/v1/users/findByUsername/SALE111')).data).toEqual(picked)
    expect((await caller.get('/api/v1/users/findByUsername/sale211')).status).toBe(404)
  }
  const branch = (await (await server.as('chinhanh1')).get('/api/v1/users/findByUsername/sale111')).data
  expect(branch).toHaveProperty('email')
})

test('the pickers need a session (D1-Q-037)', async () => {
  for (const path of [
    'findAllNoLimit',
    'findAllBranchNoLimit',
    'me/brands',
    'saleman',
    'findByUsername/admin',
  ]) {
    expect((await server.outsider.get(`/api/v1/users/${path}`)).status).toBe(401)
  }
})

test('a name with the letter Eth is found by either spelling, and not by a mix of both (D3-TXT-01)', async () => {
  await server.pool.query(`UPDATE users SET fullname = 'Ðặng Hồng Nhung' WHERE username = 'sale111'`)
  const admin = await server.as('admin')
  for (const text of ['Ðặng hồng', 'Đặng Hồng', 'dang hong']) {
    const { data } = await admin.get(`/api/v1/users?username=${encodeURIComponent(text)}`)
    expect((data as { values: { username: string }[] }).values.map(({ username }) => username)).toEqual([
      'sale111',
    ])
  }
})
