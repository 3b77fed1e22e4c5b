/** Behaviour of declared facets, for every resource with them: totals, authors, decisions. */
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { fieldOf, tableOf, type Resource, type Total } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { ident } from '#kit/server/kinds.ts'
import { decidedSql } from './fixtures.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { storedRow } from './rows.ts'
import { sampleBody } from './samples.ts'
import { allPages, type Player, type Row, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

const pathOf = (resource: Resource): string => `/api/v1/${resource.path}`

/** The figure computed from the rows; undefined or null if the reader may not have it. */
function expected(resource: Resource, total: Total, rows: Row[], { actor }: Player): unknown {
  if (total.may !== undefined && !can(actor, total.may)) return null
  if ('rows' in total) return rows.length
  const name = 'sum' in total ? total.sum : total.by
  const { see } = fieldOf(resource, name)
  if (see !== undefined && !can(actor, see)) return undefined
  if ('sum' in total) return rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)
  const { of = {} } = total
  const counted = rows.filter((row) => Object.entries(of).every(([field, value]) => row[field] === value))
  const counts = new Map<unknown, number>()
  for (const row of counted) counts.set(row[name] ?? null, (counts.get(row[name] ?? null) ?? 0) + 1)
  return new Set([...counts].map(([value, count]) => JSON.stringify({ [name]: value, count })))
}

for (const resource of resources) {
  const { totals } = resource
  if (!totals) continue
  test(`${resource.path}: its figures cover all rows that the reader may see (D2-API-02, D2-Q-10)`, async () => {
    const { faults, same } = gather()
    for (const player of stage.players) {
      if (!can(player.actor, resource.may.read)) continue
      const { rows } = await allPages(player.ask, pathOf(resource), 100)
      const page = await player.ask('GET', `${pathOf(resource)}?page=0&count=1`)
      for (const [name, total] of Object.entries(totals)) {
        const figure = (page.body.data as Record<string, unknown>)[name]
        const actual = Array.isArray(figure) ? new Set(figure.map((item) => JSON.stringify(item))) : figure
        same(actual, expected(resource, total, rows, player), `${player.name} ${name}`)
      }
    }
    expect(faults).toEqual([])
  })
}

const strangers: Readonly<Record<string, string>> = { leader11: 'sale211', chinhanh1: 'sale211' }

for (const resource of resources) {
  const { author } = resource
  const { create } = resource.may
  if (!author || create === undefined) continue
  test(`${resource.path}: a new row belongs to the caller, or to a person of the scope (D1-Q-127, D1-Q-145)`, async () => {
    const { faults, same, must } = gather()
    for (const { name, ask, actor } of stage.players) {
      if (!can(actor, create)) continue
      const { write = 'never' } = fieldOf(resource, author.username)
      const chooses = write !== 'never' && can(actor, write)
      const wish = chooses ? (strangers[name] ?? 'khong-co-ai') : 'sale112'
      const sent = { ...sampleBody(resource), [author.username]: wish }
      const reply = await ask('POST', pathOf(resource), sent)
      // An author that cannot be chosen is not a field of the call (D3-ACC-09).
      if (!chooses && reply.status === 400) {
        same(Object.keys(reply.body.fields ?? {}), [author.username], name)
        continue
      }
      if (chooses) {
        same([reply.status, Object.keys(reply.body.fields ?? {})], [400, [author.username]], name)
        continue
      }
      must(reply.status < 300, `${name}: ${reply.text}`)
      const row = await storedRow(stage.server.pool, resource, (reply.body.data as Row).id)
      same(
        [row[author.username], author.name && row[author.name]],
        [name, author.name && actor.fullname],
        name,
      )
    }
    expect(faults).toEqual([])
  })
}

for (const resource of resources) {
  const { approval } = resource
  if (!approval) continue
  const { from = approval.field, options } = fieldOf(resource, approval.field)
  const other = options?.find(({ value }) => value !== String(approval.pending))?.value ?? 'đã quyết'
  const more = decidedSql[resource.path] ?? ''

  test(`${resource.path}: a decided row cannot be changed by anybody, and each row says so (D3-DEC-01, D1-Q-128)`, async () => {
    const { faults, same } = gather()
    await stage.server.pool.query(sql`
      UPDATE ${ident(tableOf(resource))} SET ${ident(from)} = ${other} ${raw(more)}`)
    const closed = approval.closes.filter(
      (name) => fieldOf(resource, name).kind !== 'phone' && name !== resource.author?.username,
    )
    // Another date than in the sample rows: an unchanged value would not be a change.
    const days = closed.filter((name) => fieldOf(resource, name).kind === 'date')
    const body = {
      ...sampleBody({ ...resource, form: closed }),
      ...Object.fromEntries(days.map((name) => [name, '2026-10-30'])),
    }
    const written = [...(resource.form ?? []), ...(resource.inline ?? [])]
    for (const [how, method] of [['update', 'PUT'] as const, ['remove', 'DELETE'] as const]) {
      const right = resource.may[how]
      if (right === undefined) continue
      for (const { name, ask, actor } of stage.players) {
        if (!can(actor, resource.may.read)) continue
        const row = (await allPages(ask, pathOf(resource), 100)).rows[0]
        if (!row) continue
        // Fields of a decided row that the form may still write also allow reopening it.
        const stays =
          how === 'update' && can(actor, right) && written.some((field) => !approval.closes.includes(field))
        same((row.may as Record<string, boolean>)[how], stays, `${name} may ${how}`)
        const before = await storedRow(stage.server.pool, resource, row.id)
        const reply = await ask(method, `${pathOf(resource)}/${row.id}`, how === 'update' ? body : undefined)
        // A closed field that is in no form is refused by name before the row is checked (D3-ACC-09).
        if (how === 'update' && reply.status === 400) {
          same(
            Object.keys(reply.body.fields ?? {}).every((field) => closed.includes(field)),
            true,
            reply.text,
          )
          continue
        }
        same(reply.status, 403, `${name} ${how}: ${reply.text}`)
        if (resource.ownersWrite || can(actor, right))
          same(reply.body.msg, messages.decided, `${name} ${how}`)
        expect(await storedRow(stage.server.pool, resource, row.id)).toEqual(before)
      }
    }
    expect(faults).toEqual([])
  })
}
