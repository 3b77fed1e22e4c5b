/** The migration that derives the origins of accounts from the audit log (D3-ACC-07). */
import { readdirSync } from 'node:fs'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oldDatabase, oldDatabases, type TestDatabase } from '#test/database.ts'
import { originsOf } from '#test/origins.ts'
import { migrate } from './migrate.ts'

let db: TestDatabase
beforeAll(async () => {
  const newest = readdirSync(oldDatabases)
    .filter((file) => file.endsWith('.gz'))
    .toSorted()
    .at(-1)
  db = await oldDatabase(newest ?? '')
})
afterAll(() => db.drop())

test('D3-ACC-07: the upgrade of a database takes the origins of its accounts from the audit trail; seeded accounts have none', async () => {
  const { rows } = await db.pool.query<{ id: string; username: string }>(
    `SELECT id, username FROM users WHERE username IN ('sale111', 'sale112', 'sale113', 'sale121') ORDER BY username`,
  )
  const [createdId, raised, coded, roled] = rows.map(({ id }) => id)
  const { rows: roles } = await db.pool.query<{ id: string; priority: number }>(
    'SELECT id, priority FROM roles',
  )
  const role = (priority: number) => roles.find((one) => one.priority === priority)?.id
  const { rows: codes } = await db.pool.query<{ id: string }>(
    `SELECT id FROM permissions WHERE code = 'requestrefund.duyet-don-chuyen-khoan'`,
  )
  const code = codes[0]?.id
  await db.pool.query(sql`UPDATE users SET role_id = ${role(4)} WHERE id = ${roled}`)
  const note = (action: string, resource: string, id: string | undefined, before: object, after: object) =>
    db.pool.query(sql`
      INSERT INTO audit_log (username, action, resource, resource_id, before, after)
      VALUES ('quanly', ${action}, ${resource}, ${id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`)
  await note('create', 'users', createdId, {}, { role_id: role(5), permissions: [] })
  await note('unlock', 'users', createdId, { is_deleted: true }, { is_deleted: false })
  await note('reset-password', 'users', createdId, {}, {})
  const [low, high] = [5, 2].map((priority) => ({ role_id: role(priority), permissions: [] }))
  await note('update', 'users', raised, low!, high!)
  await note('update', 'users', raised, high!, low!)
  await note('update', 'users', coded, low!, { ...low, permissions: [code] })
  await note('update', 'users', coded, { ...low, fullname: 'A' }, { ...low, fullname: 'B' })
  await note('update', 'role', role(4), { priority: 5, permissions: [] }, { priority: 4, permissions: [] })
  await migrate(db.url)
  expect(await originsOf(db.pool, 'sale111')).toEqual([
    ['made', 'quanly'],
    ['unlocked', 'quanly'],
    ['password', 'quanly'],
  ])
  expect(await originsOf(db.pool, 'sale112')).toEqual([['raised', 'quanly']])
  expect(await originsOf(db.pool, 'sale113')).toEqual([['raised', 'quanly']])
  expect(await originsOf(db.pool, 'sale121')).toEqual([['raised', 'quanly']])
  expect(await originsOf(db.pool, 'quanly')).toEqual([])
})
