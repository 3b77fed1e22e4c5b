/** Branch and leader of an account: refused for roles without them, and preserved through another role and back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a leader or branch given for a role without one is refused, on creation and on edit (D1-Q-039)', async () => {
  const admin = await server.as('admin')
  const people = (await admin.get('/api/v1/users?count=1000')).data as { values: Account[] }
  const of = (username: string): Account => people.values.find((one) => one.username === username)!
  const leader = of('leader11')
  const place = { brand_id: leader.brand_id, group_id: leader.id }
  const make = (role_id: string, more: object) =>
    admin.post('/api/v1/users', {
      username: 'thua',
      password: 'mot-mat-khau-dai',
      fullname: 'Thừa',
      email: 'a@b.vn',
      role_id,
      ...more,
    })
  for (const [username, more, field] of [
    ['leader12', place, 'group_id'],
    ['quanly', place, 'brand_id'],
    ['quanly', { group_id: leader.id }, 'group_id'],
    ['doitac1', place, 'group_id'],
  ] as const) {
    const { id, role_id } = of(username)
    const { fullname, email } = of(username)
    for (const answer of [
      await make(role_id, more),
      await admin.put(`/api/v1/users/${id}`, { fullname, email, role_id, ...more }),
    ])
      expect([username, answer.status, Object.keys(answer.body.fields as object)]).toEqual([
        username,
        400,
        [field],
      ])
  }
})

test('changing the role and back keeps branch and leader or asks for them, also where they are optional (D1-Q-039)', async () => {
  const admin = await server.as('admin')
  const people = (await admin.get('/api/v1/users?count=1000')).data as { values: Account[] }
  const of = (username: string): Account => people.values.find((one) => one.username === username)!
  const manager = of('quanly').role_id
  for (const [username, field] of [
    ['doitac1', 'brand_id'],
    ['leader12', 'brand_id'],
  ] as const) {
    const { id, fullname, email, role_id, brand_id } = of(username)
    expect([username, brand_id]).toEqual([username, expect.any(String)])
    const url = `/api/v1/users/${id}`
    await server.pool.query('UPDATE users SET is_deleted = true WHERE group_id = $1', [id])
    expect((await admin.put(url, { fullname, email, role_id: manager })).status).toBe(200)
    const back = await admin.put(url, { fullname, email, role_id })
    expect([back.status, Object.keys(back.body.fields as object)]).toEqual([400, [field]])
    expect((await admin.put(url, { fullname, email, role_id, brand_id })).data).toMatchObject({ brand_id })
    await server.pool.query('UPDATE users SET is_deleted = false WHERE group_id = $1', [id])
  }
})
