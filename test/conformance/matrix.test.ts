/** Every operation of every declared resource × every role: who is allowed, who is refused, and with which message. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { operationsOf, type OperationName } from '#kit/contract/operations.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { everyNth } from '../rounds.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { imprint } from './rows.ts'
import type { Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

const unknown = '018f0000-0000-7000-8000-00000000dead'
/** Valid bodies that change nothing. */
const harmless: Partial<Record<OperationName, unknown>> = {
  create: {},
  import: { data: [] },
  assign: [],
  update: {},
  cells: { rows: [] },
}
const lookUps: readonly OperationName[] = ['one', 'history', 'update', 'remove', 'findPackage']

const pathOf = (path: string): string => path.replace(':id', unknown).replace(':name', unknown)

for (const resource of resources) {
  const operations = operationsOf(resource)

  test(`${resource.path}: without a live session every operation answers 401, also with a malformed body (D1-SESS-15, D2-API-01)`, async () => {
    for (const [turn, [reason, ask]] of Object.entries(stage.shutOut).entries()) {
      for (const { name, method, path } of turn === 0 ? operations : everyNth(operations, turn, 4)) {
        const plain = await ask(method, pathOf(path), harmless[name])
        expect([reason, name, plain.status, plain.body.code]).toEqual([reason, name, 401, 'UNAUTHENTICATED'])
        if (method !== 'POST' && method !== 'PUT') continue
        const broken = await ask(method, pathOf(path), '{"data": [')
        expect([reason, name, broken.status]).toEqual([reason, name, 401])
      }
    }
  })

  test(`${resource.path}: an operation is refused exactly to those without its right (D1-Q-005, D2-Q-03, D2-ROLE-44, D2-ROLE-10 to 12)`, async () => {
    const { faults, must, same } = gather()
    for (const { name: who, ask, actor } of stage.players) {
      const answered = async (may: boolean) => {
        const matching = operations.filter((one) => can(actor, one.may) === may)
        return Promise.all(
          matching.map(async ({ name, method, path }) => {
            const reply = await ask(method, pathOf(path), harmless[name])
            return { name, reply, label: `${who} ${name}: ${reply.text.slice(0, 200)}` }
          }),
        )
      }
      const before = await imprint(stage.server.pool, resource)
      for (const { name, reply, label } of await answered(false)) {
        same([reply.status, reply.body.code], [403, 'FORBIDDEN'], label)
        same(reply.body.msg, name === 'export' ? refusals.noExport : messages.forbidden, label)
      }
      same(await imprint(stage.server.pool, resource), before, who)
      for (const { reply, label } of await answered(true)) {
        must(![401, 403].includes(reply.status), label)
        must(reply.status < 500, label)
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: an unknown id is 404 in Vietnamese for everybody with the right (D1-ERR-09, D1-Q-151)`, async () => {
    for (const [index, { name: who, ask, actor }] of stage.players.entries()) {
      for (const { name, method, path, may } of operations) {
        if (!lookUps.includes(name) || !can(actor, may)) continue
        const bodies = await Promise.all(
          everyNth([unknown, 'khong-phai-id', "1' OR '1'='1"], index).map(async (id) => {
            const reply = await ask(method, path.replace(/:id|:name/, encodeURIComponent(id)), harmless[name])
            return [who, name, reply.status, reply.body.code]
          }),
        )
        expect(bodies).toEqual(bodies.map(() => [who, name, 404, 'NOT_FOUND']))
      }
    }
  })

  test(`${resource.path}: an import call of 201 rows is refused as a whole (D1-IMP-01, D2-IMP-10, D2-Q-14, D2-IMP-01, D2-CONST-01)`, async () => {
    const operation = operations.find(({ name }) => name === 'import')
    if (!operation) return
    const before = await imprint(stage.server.pool, resource)
    const reply = await stage
      .player('admin')
      .ask('POST', operation.path, { data: Array.from({ length: 201 }, () => ({})) })
    expect([reply.status, reply.body.msg]).toEqual([400, refusals.chunkTooLarge])
    expect(await imprint(stage.server.pool, resource)).toBe(before)
  })

  test(`${resource.path}: a count above 1000 is an export, refused to those who may not export (D1-Q-155, D1-EXP-01, D1-EXP-03, D2-Q-12, D2-ROLE-15, D2-ROLE-29, D2-ROLE-31)`, async () => {
    const { faults, same } = gather()
    for (const { name: who, ask, actor } of stage.players) {
      if (!can(actor, resource.may.read)) continue
      const allowed = resource.may.export !== undefined && can(actor, resource.may.export)
      for (const query of ['page=0&count=9999999999', 'getAll=1']) {
        const reply = await ask('GET', `/api/v1/${resource.path}?${query}`)
        expect([who, query, reply.status]).toEqual([who, query, allowed ? 200 : 403])
        if (!allowed) same(reply.body.msg, refusals.noExport, `${who} ${query}`)
      }
    }
    expect(faults).toEqual([])
  })
}
