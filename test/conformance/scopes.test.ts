/** Lists are complete and scoped: pages add up to the count, and rows outside the scope behave like missing ones. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { operations, operationsOf } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { everyNth } from '../rounds.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { accountsOf, isScoped, reaches, splitFor, type Split } from './oracle.ts'
import { dealRows, rowCalls, unknown } from './scope-calls.ts'
import { allIds, imprint } from './rows.ts'
import { valuesOf, allPages, type Player, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
  await dealRows(stage.server.pool)
  await stage.server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE p.code = 'user.get' ON CONFLICT DO NOTHING`)
})
afterAll(() => stage.close())

const readers = (resource: Resource): Player[] =>
  stage.players.filter(({ actor }) => can(actor, resource.may.read))

/** Ids of the rows that a player may see and of the others, according to the oracle. */
const splitOf = async (resource: Resource, { name }: Player): Promise<Split> =>
  isScoped(resource)
    ? splitFor(stage.server.pool, resource.path, name)
    : { seen: await allIds(stage.server.pool, resource), hidden: [] }

/** A third of many rows, another third with each call: every row is tested, and every call with some rows. */
const someOf = (ids: string[], turn: number): string[] => (ids.length > 3 ? everyNth(ids, turn) : ids)

for (const resource of resources) {
  const list = `/api/v1/${resource.path}`

  test(`${resource.path}: the pages contain each row once and the count is their number (D1-LIST-01, D1-LIST-02, D1-LIST-06, D1-Q-150, D2-API-02, D2-API-03, D2-API-05)`, async () => {
    const { faults, same } = gather()
    for (const player of readers(resource)) {
      const { rows, counts } = await allPages(player.ask, list)
      same(new Set(rows.map((row) => row.id)).size, rows.length, player.name)
      same(new Set(counts), new Set([rows.length]), player.name)
      const whole = operationsOf(resource).find(({ name }) => name === 'listNoLimit')
      if (!whole || !can(player.actor, whole.may)) continue
      const all = valuesOf(await player.ask('GET', `${list}/listNoLimit`))
      same(
        all.map((row) => row.id),
        rows.map((row) => row.id),
        `${player.name} listNoLimit`,
      )
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: lists and sheets contain exactly the rows of one's people (D1-LIST-24, D1-Q-003, D2-Q-04)`, async () => {
    const { faults, same } = gather()
    for (const player of readers(resource)) {
      const { seen } = await splitOf(resource, player)
      const { rows } = await allPages(player.ask, list, 100)
      same(rows.map((row) => row.id).sort(), seen, player.name)
      for (const { name, path, may } of operationsOf(resource)) {
        if (!can(player.actor, may)) continue
        if (name === 'listNoLimit')
          same(valuesOf(await player.ask('GET', path)).length, seen.length, `${player.name} ${name}`)
        if (name === 'export') {
          const { headers } = await player.ask('GET', path)
          same(headers['x-total-count'], String(seen.length), `${player.name} ${name}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a row outside the scope is not found, as if it did not exist, and is not changed (D1-Q-003, D2-Q-04)`, async () => {
    const { faults, same } = gather()
    const before = await imprint(stage.server.pool, resource)
    for (const [turn, player] of readers(resource).entries()) {
      const { hidden } = await splitOf(resource, player)
      for (const [index, { method, path, body }] of rowCalls(stage, resource, player).entries()) {
        const never = await player.ask(method, path(unknown), body(unknown))
        for (const id of someOf(hidden, turn + index)) {
          const reply = await player.ask(method, path(id), body(id))
          same([reply.status, reply.text], [404, never.text], `${player.name} ${method} ${path(id)}`)
        }
      }
    }
    expect(await imprint(stage.server.pool, resource)).toBe(before)
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a row of one's people is found by every call (D1-Q-003, D2-Q-04)`, async () => {
    const { faults, must } = gather()
    for (const [turn, player] of readers(resource).entries()) {
      const { seen } = await splitOf(resource, player)
      // The last of them deletes a row.
      for (const [index, { name, method, path, may }] of operationsOf(resource).entries()) {
        if (!path.endsWith('/:id') && !path.endsWith('/history')) continue
        if (!can(player.actor, may)) continue
        for (const id of name === 'remove' ? seen.slice(0, 1) : someOf(seen, turn + index)) {
          const { status, text } = await player.ask(method, path.replace(':id', id), {})
          must([200, 403].includes(status), `${player.name} ${name} ${id}: ${text}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: the assign lists show only what the caller could assign (D1-Q-138, D2-Q-16, D2-API-11, D2-API-12, D2-CONST-06, D2-Q-43)`, async () => {
    const { faults, same } = gather()
    for (const player of readers(resource)) {
      const total = await player.ask('GET', `${list}/count-assign`)
      const right = operations.assignList.right(resource)
      if (!can(player.actor, right)) {
        same([total.status, (await player.ask('GET', `${list}/assign`)).status], [403, 403], player.name)
        continue
      }
      const { rows, counts } = await allPages(player.ask, `${list}/assign`)
      same([total.status, total.body.data], [200, { total: rows.length }], player.name)
      same(new Set(counts), new Set([rows.length]), player.name)
      if (!resource.owner && !resource.assignTo) same(rows, [], player.name)
    }
    expect(faults).toEqual([])
  })
}

test('accounts visible to a user are those of their branch, group or themselves (D1-Q-003, D1-LIST-24)', async () => {
  const { faults, same } = gather()
  const accounts = await accountsOf(stage.server.pool)
  const all = [...accounts.values()]
  for (const { name, ask } of stage.players) {
    const reachable = all.filter((account) => reaches(accounts.get(name)!, account)).map(({ id }) => id)
    const listed = valuesOf(await ask('GET', '/api/v1/users?count=1000')).map(({ id }) => id)
    same(listed.toSorted(), reachable.toSorted(), name)
    for (const { id } of all) {
      const { status } = await ask('GET', `/api/v1/users/${id}`)
      same(status, reachable.includes(id) ? 200 : 404, `${name} ${id}`)
    }
  }
  expect(faults).toEqual([])
})

test('a partner without a branch sees its own rows only (D1-Q-003, D2-Q-04)', async () => {
  const partner = stage.player('doitac1')
  await stage.server.pool.query(`UPDATE users SET brand_id = NULL WHERE username = 'doitac1'`)
  const { seen, hidden } = await splitFor(stage.server.pool, 'khr', 'doitac1')
  expect([seen.length > 0, hidden.length > 0]).toEqual([true, true])
  await expect
    .poll(async () => valuesOf(await partner.ask('GET', '/api/v1/khr')).map(({ id }) => id))
    .toEqual(seen)
})
