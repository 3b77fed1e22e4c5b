/** Lists are whole and scoped: pages add up to the count, and a row outside the scope is as unknown as none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql, { raw } from 'sql-template-tag'
import { can } from '../../contract/abilities.ts'
import { operations, operationsOf } from '../../contract/kit/operations.ts'
import { fieldOf, sourceOf, type Resource } from '../../contract/kit/resource.ts'
import { resources } from '../../contract/resources/index.ts'
import { columnOf, ident } from '../../server/kit/kinds.ts'
import { ownerSql } from './fixtures.ts'
import { gather } from './gather.ts'
import { allIds, fillAll, imprint } from './rows.ts'
import { openStage, valuesOf, walk, type Player, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await fillAll(stage, resources)
})
afterAll(() => stage.close())

const readers = (resource: Resource): Player[] =>
  stage.players.filter(({ actor }) => can(actor, resource.may.read))

/** Ids of the rows whose owner is one of the player's people. */
async function ownedBy(resource: Resource, { scope }: Player): Promise<string[]> {
  if (!resource.owner || scope.all) return allIds(stage.server.pool, resource)
  const special = ownerSql[resource.path]
  const owner = special ? raw(special) : columnOf(resource.owner, fieldOf(resource, resource.owner))
  const { rows } = await stage.server.pool.query<{ id: string }>(sql`
    SELECT id FROM ${ident(sourceOf(resource))}
    WHERE ${owner}::text = ANY(${[...scope.ids, ...scope.usernames]}) ORDER BY id`)
  return rows.map((row) => row.id)
}

for (const resource of resources) {
  const list = `/api/v1/${resource.path}`

  test(`${resource.path}: the pages hold each row once and the count says how many (D1-LIST-01, D1-LIST-02, D1-LIST-06, D1-Q-150, D2-API-02, D2-API-03, D2-API-05)`, async () => {
    const { faults, same } = gather()
    for (const player of readers(resource)) {
      const { rows, counts } = await walk(player.ask, list)
      same(new Set(rows.map((row) => row.id)).size, rows.length, player.name)
      same(new Set(counts), new Set([rows.length]), player.name)
      if (!resource.listNoLimit) continue
      const all = valuesOf(await player.ask('GET', `${list}/listNoLimit`))
      same(
        all.map((row) => row.id),
        rows.map((row) => row.id),
        `${player.name} listNoLimit`,
      )
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a role lists the rows of its people and no others (D1-LIST-24, D1-Q-003, D2-Q-04)`, async () => {
    const { faults, same } = gather()
    for (const player of readers(resource)) {
      const { rows } = await walk(player.ask, list, 100)
      same(rows.map((row) => row.id).sort(), await ownedBy(resource, player), player.name)
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a row outside the scope answers like one that never was, and stays (D1-Q-003, D2-Q-04)`, async () => {
    const everything = await allIds(stage.server.pool, resource)
    const before = await imprint(stage.server.pool, resource)
    for (const player of readers(resource)) {
      const mine = new Set((await walk(player.ask, list, 100)).rows.map((row) => row.id))
      const foreign = everything.filter((id) => !mine.has(id)).slice(0, 4)
      for (const { name, method, path, may } of operationsOf(resource)) {
        if (!/:id|:name/.test(path) || !can(player.actor, may)) continue
        for (const id of foreign) {
          const body = name === 'update' ? { version: 1 } : undefined
          const [asked, never] = await Promise.all(
            [id, '018f0000-0000-7000-8000-00000000dead'].map((one) =>
              player.ask(method, path.replace(/:id|:name/, one), body),
            ),
          )
          expect([player.name, name, asked?.status, asked?.text]).toEqual([
            player.name,
            name,
            404,
            never?.text,
          ])
        }
      }
    }
    expect(await imprint(stage.server.pool, resource)).toBe(before)
  })

  test(`${resource.path}: the assign lists show only what the caller could give (D1-Q-138, D2-Q-16, D2-API-11, D2-API-12)`, async () => {
    const { faults, same } = gather()
    for (const player of readers(resource)) {
      const total = await player.ask('GET', `${list}/count-assign`)
      const right = operations.assignList.right(resource)
      if (!can(player.actor, right)) {
        same([total.status, (await player.ask('GET', `${list}/assign`)).status], [403, 403], player.name)
        continue
      }
      const { rows, counts } = await walk(player.ask, `${list}/assign`)
      same([total.status, total.body.data], [200, { total: rows.length }], player.name)
      same(new Set(counts), new Set([rows.length]), player.name)
      if (!resource.owner && !resource.assignTo) same(rows, [], player.name)
    }
    expect(faults).toEqual([])
  })
}
