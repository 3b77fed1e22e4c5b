/** Query input: garbage in page and count, malicious texts in every filter, invalid dates. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { operationsOf } from '#kit/contract/operations.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { everyNth } from '../rounds.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { valuesOf, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

const garbage = [
  '-1',
  '1e309',
  'NaN',
  'no_update',
  '9999999999999999999',
  '0x10',
  '1.5',
  '',
  'null',
  '1;DROP TABLE users',
  '%00',
  '１',
]

/** Texts with a meaning in SQL, LIKE, patterns, JSON or Unicode. */
const hostile = [
  "'",
  '"',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '%',
  '_',
  '\\',
  '\\%',
  '%%%',
  '$1',
  '${x}',
  '(((((',
  '[a-',
  '.*+?',
  '\0',
  'a\0b',
  '\u202e',
  '\ufeff',
  'ѕаlе111',
  'ｓａｌｅ１１１',
  '💣'.repeat(50),
  'x'.repeat(10_000),
  '%'.repeat(2_000),
  '{"a":1}',
  '-99',
  '__ALL',
]
/** Longest response time allowed, in ms. */
const soon = 1_000

const lists = (path: string) =>
  operationsOf(resources.find((one) => one.path === path) ?? resources[0]!).filter(
    ({ name }) => name === 'list' || name === 'listNoLimit' || name === 'export',
  )

test('a report filter with an invalid choice is refused by its name too (D1-LIST-03)', async () => {
  const { faults, same } = gather()
  const { ask } = stage.player('admin')
  for (const { path, filter } of reports) {
    for (const [parameter, { field }] of Object.entries(filter)) {
      if (field.kind !== 'choice' && field.kind !== 'flag') continue
      const { status, body } = await ask('GET', `/api/v1/${path}?${parameter}=khong-co`)
      same([path, status, Object.keys(body.fields ?? {})], [path, 400, [parameter]], body.msg ?? '')
    }
  }
  expect(faults).toEqual([])
})

for (const [turn, resource] of resources.entries()) {
  test(`${resource.path}: invalid page and count fall back to defaults and never fail (D1-Q-147, D1-Q-149, D1-LIST-09, D1-LIST-10, D2-Q-11)`, async () => {
    const { faults, must, same } = gather()
    const { ask } = stage.player('admin')
    const path = `/api/v1/${resource.path}`
    const first = await ask('GET', path)
    for (const word of everyNth(garbage, turn)) {
      for (const query of [`page=${word}`, `count=${word}`]) {
        const reply = await ask('GET', `${path}?${query}`)
        same([query, reply.status], [query, 200], reply.text.slice(0, 200))
        same(
          valuesOf(reply).map((row) => row.id),
          valuesOf(first).map((row) => row.id),
          query,
        )
        same((await ask('GET', `${path}/assign?${query}`)).status, 200, query)
      }
      const twice = await ask('GET', `${path}?page=${word}&page=1&count=${word}`)
      must(twice.status < 500, `twice ${word}`)
    }
    const beyond = await ask('GET', `${path}?page=999999999999999&count=100`)
    expect([beyond.status, valuesOf(beyond)]).toEqual([200, []])
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a list without a count returns at most 20 rows, the newest or first ones (D1-LIST-12, D1-Q-148, D1-Q-154, D2-CONST-03)`, async () => {
    const { ask } = stage.player('admin')
    const plain = valuesOf(await ask('GET', `/api/v1/${resource.path}`))
    const rows = valuesOf(
      await ask('GET', `/api/v1/${resource.path}?page=0&count=${resource.paging?.size ?? 20}`),
    )
    expect(plain.map((row) => row.id)).toEqual(rows.map((row) => row.id))
    const [name, direction] = resource.order[0] ?? ['id', 'asc']
    if (typeof plain[0]?.[name] !== 'string') return
    const keys = plain.map((row) => String(row[name]))
    expect(keys).toEqual(
      keys.toSorted((a, b) => (direction === 'desc' ? b.localeCompare(a, 'en') : a.localeCompare(b, 'en'))),
    )
  })

  test(`${resource.path}: malicious texts in a filter are treated as text, and answered within a second (D1-LIST-03, D1-Q-142, D2-MASK-04)`, async () => {
    const { faults, must } = gather()
    for (const { name: who, ask, actor } of [stage.player('admin'), stage.player('sale111')]) {
      if (!can(actor, resource.may.read)) continue
      for (const [index, parameter] of Object.keys(resource.filter).entries()) {
        // Each text for a third of the filters, in turn; in the long run for all.
        for (const text of everyNth(hostile, index)) {
          const begun = performance.now()
          const reply = await ask('GET', `/api/v1/${resource.path}?${parameter}=${encodeURIComponent(text)}`)
          const label = `${who} ${parameter}=${JSON.stringify(text.slice(0, 30))}: ${reply.text.slice(0, 120)}`
          must(reply.status < 500, label)
          must(performance.now() - begun < soon, label)
          must(!/syntax error|pg_|SELECT |relation \x22/.test(reply.text), label)
        }
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a filter with an invalid choice is refused by its name, one with each valid choice is not (D1-LIST-03)`, async () => {
    const { faults, same } = gather()
    const { ask } = stage.player('admin')
    for (const [parameter, { on, op }] of Object.entries(resource.filter)) {
      const { kind, options = [] } = fieldOf(resource, on)
      if (op !== 'equals' || (kind !== 'choice' && kind !== 'flag')) continue
      for (const { path } of lists(resource.path)) {
        const { status, body } = await ask('GET', `${path}?${parameter}=khong-co`)
        same([path, status, Object.keys(body.fields ?? {})], [path, 400, [parameter]], body.msg ?? '')
      }
      for (const { value } of options) {
        const reply = await ask('GET', `/api/v1/${resource.path}?count=1&${parameter}=${value}`)
        same([parameter, value, reply.status], [parameter, value, 200], reply.text.slice(0, 200))
      }
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a percent sign or an underscore matches only itself (D1-Q-142)`, async () => {
    const { ask } = stage.player('admin')
    for (const [parameter, { on, op }] of Object.entries(resource.filter)) {
      if (!['contains', 'words'].includes(op) || fieldOf(resource, on).kind === 'phone') continue
      for (const sign of ['%', '_', '\\']) {
        const reply = await ask('GET', `/api/v1/${resource.path}?${parameter}=${encodeURIComponent(sign)}`)
        for (const row of valuesOf(reply)) expect(String(row[on])).toContain(sign)
      }
    }
  })

  test(`${resource.path}: days are DD/MM/YYYY, both or none, in order (D1-LIST-23, D2-API-06, D2-API-08, D3-GRID-08, D2-Q-20, D2-Q-21, D2-FMT-05)`, async () => {
    const { ask } = stage.player('admin')
    for (const { from, to } of resource.periods ?? []) {
      const periodQuery = (start: string, end: string) =>
        `?${from}=${encodeURIComponent(start)}&${to}=${encodeURIComponent(end)}`
      for (const { path } of lists(resource.path)) {
        expect((await ask('GET', `${path}?${from}=01/11/2026`)).body.msg).toBe(messages.bothDates)
        expect((await ask('GET', `${path}?${to}=01/11/2026`)).body.msg).toBe(messages.bothDates)
        expect((await ask('GET', path + periodQuery('02/11/2026', '01/11/2026'))).body.msg).toBe(
          messages.dateOrder,
        )
        for (const day of ['2026-11-01', '31/02/2026', '1/1/26', "01/11/2026'", '\0', '99/99/9999']) {
          expect([path, day, (await ask('GET', path + periodQuery(day, day))).status]).toEqual([
            path,
            day,
            400,
          ])
        }
        expect((await ask('GET', path + periodQuery('01/01/2020', '31/12/2030'))).status).toBe(200)
      }
      // 'Mọi ngày' sends both dates empty, and excludes no row (D3-GRID-08).
      const whole = await ask('GET', `/api/v1/${resource.path}`)
      const anyDay = await ask('GET', `/api/v1/${resource.path}${periodQuery('', '')}`)
      expect([anyDay.status, anyDay.body.data]).toEqual([200, whole.body.data])
      const all = await ask('GET', `/api/v1/${resource.path}${periodQuery('01/01/2020', '31/12/2030')}`)
      const on = resource.periods?.find((period) => period.from === from)?.on ?? ''
      const day = valuesOf(all)
        .map((row) => row[on])
        .find((value) => typeof value === 'string') as string | undefined
      if (!day || day.length > 10) continue
      const written = day.split('-').toReversed().join('/')
      expect(
        valuesOf(await ask('GET', `/api/v1/${resource.path}${periodQuery(written, written)}`)).map(
          (row) => row[on],
        ),
      ).toContain(day)
    }
  })
}
