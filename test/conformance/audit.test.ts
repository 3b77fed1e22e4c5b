/** Every change is audited: each action is performed once and its entry checked. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditActions } from '#platform/contract/audit-actions.ts'
import { elsewhere, openScene, type Deed, type Scene } from './audited.ts'
import { databaseDeeds } from './audited-database.ts'
import { fileDeeds } from './audited-files.ts'
import { peopleDeeds } from './audited-people.ts'
import { rowDeeds } from './audited-rows.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.server.close())

/** The system's own actions have no account and no role. */
const system = ['__AUTO', 'cổng ngân hàng', 'doitac1.example']
const newest = (): Promise<string> => scene.find('SELECT coalesce(max(id), 0)::text AS id FROM audit_log')

const deeds: readonly Deed[] = [...rowDeeds, ...fileDeeds, ...peopleDeeds, ...databaseDeeds]

test('every audit action is triggered here, or in a test of its own', () => {
  const tried = new Set<string>([...deeds.map(({ action }) => action), ...elsewhere])
  expect([...tried].toSorted()).toEqual(Object.keys(auditActions).toSorted())
})

test('every database function that writes the audit trail is triggered here (D3-TRL-01)', async () => {
  const { rows } = await scene.server.pool.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE prosrc ~ 'note_change\\(' ORDER BY 1`,
  )
  expect([...new Set(databaseDeeds.map(({ writer }) => writer))].toSorted()).toEqual(
    rows.map(({ name }) => name),
  )
})

test.each(deeds)(
  '$action of $resource by $by is recorded: who, what, from which value to which (D2-Q-27)',
  async ({ action, resource, by, run }) => {
    let start = await newest()
    const entry = await run(scene, async () => void (start = await newest()))
    const { rows } = await scene.server.pool.query(
      `SELECT a.username, a.role_name AS role, u.username AS account, a.resource_id AS id, a.before, a.after
       FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
       WHERE a.id > $1 AND a.action = $2 AND a.resource = $3`,
      [start, action, resource],
    )
    const roleName = system.includes(by)
      ? null
      : await scene.find(
          'SELECT r.name AS id FROM users u JOIN roles r ON r.id = u.role_id WHERE username = $1',
          by,
        )
    expect(rows).toMatchObject([{ username: by, account: roleName && by, role: roleName, ...entry }])
  },
)
