/** Hidden data reaches a role in no way: list, single row, history, export, assign list, live event. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can, seesPhones } from '#platform/contract/abilities.ts'
import { operationsOf } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { everyNth, rounds } from '../rounds.ts'
import { gather } from './gather.ts'
import { openFilledStage } from './filled.ts'
import { fixtures } from './fixtures.ts'
import { allIds, imprint, storedPhones } from './rows.ts'
import { sampleBody } from './samples.ts'
import { phonesIn, textsOf } from './scan.ts'
import { valuesOf, type Player, type Reply, type Stage } from './stage.ts'

let stage: Stage
let canaries: ReadonlySet<string>
beforeAll(async () => {
  stage = await openFilledStage()
  // The callers have called all their numbers; a note is published to the screens like a call.
  const { ask } = stage.player('admin')
  const [called] = valuesOf(await ask('GET', '/api/v1/care/history'))
  await ask('PUT', `/api/v1/care/history/setNote/${called?.id}`, { note: 'Ghi chú' })
  canaries = new Set(await storedPhones(stage.server.pool, resources))
})
afterAll(() => stage.close())

/** Answers of every reading operation of a resource; those with an id for visible rows, in turn, and for one hidden row. */
async function readings(
  resource: Resource,
  player: Player,
  all: readonly string[],
): Promise<Map<string, Reply[]>> {
  const { ask, actor } = player
  const read = new Map<string, Reply[]>()
  const listed = await ask('GET', `/api/v1/${resource.path}?count=100`)
  const reached = listed.status === 200 ? valuesOf(listed).map(({ id }) => id) : []
  const ids = [
    ...(reached.length > 3 ? everyNth(reached, stage.players.indexOf(player)) : reached),
    ...all.filter((id) => !reached.includes(id)).slice(0, rounds(1, all.length)),
  ]
  for (const { name, method, path, may } of operationsOf(resource)) {
    if (method !== 'GET' || !can(actor, may)) continue
    const paths = path.includes(':')
      ? ids.map((id) => path.replace(/:id|:name/, id))
      : [name === 'list' ? `${path}?count=100` : path]
    read.set(name, await Promise.all(paths.map((one) => ask('GET', one))))
  }
  return read
}

/** Operations whose answers contain the phone of each row. */
const proving = ['list', 'one', 'listNoLimit', 'export']

const hasPhones = (resource: Resource): boolean =>
  Object.values(resource.fields).some((field) => field.kind === 'phone')

for (const resource of resources) {
  test(`${resource.path}: no read shows a phone in full to priority 3 and above (D1-MASK-01, D1-MASK-02, D1-Q-157, D2-MASK-02, D2-MASK-03, D2-EXP-05, D2-Q-06)`, async () => {
    const { faults, must, same } = gather()
    const ids = await allIds(stage.server.pool, resource)
    for (const player of stage.players) {
      for (const [name, replies] of await readings(resource, player, ids)) {
        const found = replies.flatMap((reply) => phonesIn(textsOf(reply), canaries))
        const label = `${player.name} ${name}`
        if (!seesPhones(player.actor)) same(found, [], label)
        // Users who see phones prove that the scan works.
        else if (hasPhones(resource) && proving.includes(name))
          must(found.length > 0, `${label} finds nothing`)
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a field hidden from a role is absent, and its filter is refused (D1-Q-002, D2-Q-05)`, async () => {
    const { faults, same } = gather()
    for (const { name: who, ask, actor } of stage.players) {
      if (!can(actor, resource.may.read)) continue
      const hidden = Object.entries(resource.fields)
        .filter(([, { see }]) => see !== undefined && !can(actor, see))
        .map(([name]) => name)
      const rows = valuesOf(await ask('GET', `/api/v1/${resource.path}?count=100`))
      for (const row of rows)
        same(
          Object.keys(row).filter((name) => hidden.includes(name)),
          [],
          who,
        )
      // The care log only accepts one's own name as owner (D1-Q-081); another's is refused.
      const other = who === 'sale111' ? 'sale112' : 'sale111'
      for (const [parameter, { on }] of Object.entries(resource.filter)) {
        if (!hidden.includes(on)) continue
        for (const { path, name } of operationsOf(resource)) {
          if (name !== 'list' && name !== 'listNoLimit' && name !== 'export') continue
          const reply = await ask('GET', `${path}?${parameter}=${other}`)
          same(reply.status, 403, `${who} ${name} ${parameter}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a masked row sent back unchanged is refused and changes nothing (D1-Q-158, D1-MASK-02, D2-Q-41)`, async () => {
    const { faults, same } = gather()
    const { update } = resource.may
    if (update === undefined) return
    for (const { name: who, ask, actor } of stage.players) {
      if (!can(actor, update)) continue
      const row = valuesOf(await ask('GET', `/api/v1/${resource.path}`))[0]
      if (!row) continue
      const before = await imprint(stage.server.pool, resource)
      const reply = await ask('PUT', `/api/v1/${resource.path}/${row.id}`, row)
      const isPhone = (name: string): boolean => resource.fields[name]?.kind === 'phone'
      const [phones, inRow] = [(resource.form ?? []).filter(isPhone), (resource.inline ?? []).filter(isPhone)]
      if (phones.length > 0 && !seesPhones(actor)) {
        const whole = Object.fromEntries(phones.map((name) => [name, '0912345678']))
        same(
          (await ask('PUT', `/api/v1/${resource.path}/${row.id}`, whole)).status,
          400,
          `${who} whole number`,
        )
        same([reply.status, Object.keys(reply.body.fields ?? {})], [400, phones], who)
        same(await imprint(stage.server.pool, resource), before, who)
      } else if (inRow.length > 0 && !seesPhones(actor)) {
        // An empty phone may be filled in by any role; the mask itself is not a phone.
        same([reply.status, Object.keys(reply.body.fields ?? {})], [400, inRow], who)
        same(await imprint(stage.server.pool, resource), before, who)
      } else same([who, reply.status], [who, 200], reply.text)
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a live event names the resource and nothing else (D1-Q-011, D2-API-14)`, async () => {
    const { create } = resource.may
    if (create !== undefined)
      await stage.player('admin').ask('POST', `/api/v1/${resource.path}`, sampleBody(resource))
    // Rows that no such call creates are created as in the fixtures.
    if (!stage.server.published.includes(resource.path)) await fixtures[resource.path]?.(stage, resource)
    expect(stage.server.published).toContain(resource.path)
    expect(phonesIn(stage.server.published, canaries)).toEqual([])
  })
}
