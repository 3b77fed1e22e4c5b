/** What a body may change and what it may not: versions, fields set by the server, undeclared columns. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { isSteps, paramOf } from '#kit/contract/action.ts'
import { fieldOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { simTexts } from '#subjects/sims/contract/lists/simso.ts'
import { hiddenSecret, systemaccount } from '#subjects/settings/contract/lists/systemaccount.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { everyNth } from '../rounds.ts'
import { groundwork } from './fixtures.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { imprint, storedRow } from './rows.ts'
import { sampleBody } from './samples.ts'
import { valuesOf, type Row, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

const pathOf = (resource: Resource): string => `/api/v1/${resource.path}`
const firstRow = async (resource: Resource): Promise<Row> => {
  const row = valuesOf(await stage.player('admin').ask('GET', pathOf(resource)))[0]
  if (!row) throw new Error(`${resource.path} has no row`)
  return row
}

/** A value for every undeclared column of the table (declared ones are refused by name: untaken.test.ts), and for names that no table has. */
async function everyColumn(resource: Resource): Promise<Record<string, unknown>> {
  const { rows } = await stage.server.pool.query<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${tableOf(resource)}`)
  const names = [...rows.map((row) => row.name), 'role_id', 'priority', 'approver', 'constructor']
  const free = names.filter((name) => !(name in resource.fields))
  return Object.fromEntries(free.map((name) => [name, '018f0000-0000-7000-8000-0000deadbeef']))
}

/** Names that a role may write, derived from the declaration independently of the tested code. */
const writable = (resource: Resource, actor: Actor): string[] =>
  [...new Set([...(resource.form ?? []), ...(resource.inline ?? [])])].filter((name) => {
    const { write = 'any', see = 'any' } = fieldOf(resource, name)
    return write !== 'never' && can(actor, write) && can(actor, see)
  })

const pick = (row: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

for (const resource of resources) {
  const { update } = resource.may
  if (update === undefined) continue
  const path = pathOf(resource)

  test(`${resource.path}: a stale version gets 409 with the row as the caller sees it now (D1-Q-166)`, async () => {
    const { faults, same } = gather()
    const row = await firstRow(resource)
    for (const { name, ask, actor } of stage.players) {
      if (!can(actor, update)) continue
      const current = await ask('GET', `${path}/${row.id}`)
      if (current.status === 404) continue
      const field = writable(resource, actor).find((one) => resource.fields[one]?.kind !== 'phone') ?? ''
      const before = await imprint(stage.server.pool, resource)
      const reply = await ask('PUT', `${path}/${row.id}`, { [field]: row[field], version: row.version - 1 })
      expect([name, reply.status, reply.body.msg]).toEqual([name, 409, refusals.stale])
      // A secret is only in the answer of the row's own call, never in a refusal.
      const secrets = resource === systemaccount ? { password: hiddenSecret, api: hiddenSecret } : {}
      same(reply.body.current, { ...(current.body.data as Row), ...secrets }, name)
      same(await imprint(stage.server.pool, resource), before, name)
    }
    expect(faults).toEqual([])
  })

  test(`${resource.path}: a PUT keeps every field that the caller does not send (D2-Q-190, D1-Q-158)`, async () => {
    const { faults, same } = gather()
    const { ask, actor } = stage.player('admin')
    const row = await firstRow(resource)
    const junk = await everyColumn(resource)
    for (const name of [...writable(resource, actor), ...secondNames, 'version']) delete junk[name]
    const before = await storedRow(stage.server.pool, resource, row.id)
    const reply = await ask('PUT', `${path}/${row.id}`, { ...junk, version: row.version })
    same(reply.status, 200, reply.text)
    expect(await storedRow(stage.server.pool, resource, row.id)).toEqual(before)
    expect(faults).toEqual([])
  })
}

/** Values that are not text, choice, date, number or flag; a list of choices may be empty and a flag may be true (D2-Q-190). */
const shapeless: unknown[] = [{ a: 1 }, [], ['x'], true]
const isMeant = (value: unknown, resource: Resource, name: string): boolean => {
  const { kind } = fieldOf(resource, name)
  return kind === 'flag' ? value === true : kind === 'choices' && Array.isArray(value) && value.length === 0
}

for (const resource of resources) {
  const path = pathOf(resource)

  test(`${resource.path}: a list, an object or true is refused with its field by every call that writes (D1-Q-166, D2-Q-190)`, async () => {
    const { faults, must } = gather()
    const { ask, actor } = stage.player('admin')
    const id = valuesOf(await ask('GET', path))[0]?.id ?? '018f0000-0000-7000-8000-000000000000'
    const before = await imprint(stage.server.pool, resource)
    // One refusal lists them all.
    const refused = async (method: 'POST' | 'PUT' | 'GET', to: string, body: object, ...names: string[]) => {
      if (names.length === 0) return
      const reply = await ask(method, to, body)
      const refusedFields = reply.status === 400 ? Object.keys(reply.body.fields ?? {}) : []
      for (const name of names)
        must(
          refusedFields.includes(name),
          `${method} ${to} ${name} of ${JSON.stringify(body)}: ${reply.text.slice(0, 300)}`,
        )
    }
    for (const value of shapeless) {
      const wrong = (names: readonly string[]) => names.filter((name) => !isMeant(value, resource, name))
      const allWrong = (names: readonly string[]) =>
        Object.fromEntries(wrong(names).map((name) => [name, value]))
      if (resource.may.create !== undefined) {
        const names = (resource.form ?? []).filter((name) => fieldOf(resource, name).write !== 'never')
        await refused('POST', path, { ...sampleBody(resource), ...allWrong(names) }, ...wrong(names))
      }
      if (resource.may.update !== undefined) {
        // People fill in two fields of a bank message; the others are ignored (D1-BANK-32).
        const names = resource === mesbank ? ['so_dien_thoai', 'goi_cuoc'] : writable(resource, actor)
        await refused('PUT', `${path}/${id}`, allWrong(names), ...wrong(names))
      }
      for (const action of Object.values(resource.actions ?? {})) {
        if (action.method === 'GET' || !can(actor, action.may)) continue
        const to = `${path}/${action.path}`.replace(':id', id)
        const param = paramOf(action)
        if (isSteps(action)) {
          if (param !== null) await refused(action.method, to, { id, [param]: value }, param)
          for (const { to: step, reason } of action.steps) {
            if (reason === undefined) continue
            const reply = await ask(action.method, to, { id, [param ?? '']: step, [reason.field]: value })
            must(reply.status === 400, `${to} ${reason.field} ${JSON.stringify(value)}: ${reply.text}`)
          }
        } else if (!isMeant(value, resource, action.field)) {
          await refused(action.method, to, { id, [param ?? action.field]: value }, param ?? action.field)
        }
      }
      if (resource.may.import !== undefined) {
        const { sheet, form = [] } = resource
        const names = [...(sheet?.columns ?? form)]
          .filter((name) => name !== null)
          .filter((name) => name !== 'FileName')
        const data = [null, 'x', ['x'], ...wrong(names).map((name) => ({ [name]: value }))]
        const reply = await ask('POST', `${path}/import`, { FileName: 'so.xlsx', data })
        const rowErrors = (reply.body.data as { errors?: { row: number }[] } | undefined)?.errors ?? []
        must(rowErrors.length === data.length, `${path}/import ${JSON.stringify(value)}: ${reply.text}`)
      }
    }
    must((await imprint(stage.server.pool, resource)) === before, 'something was stored')
    expect(faults).toEqual([])
  })
}

/** Second names under which a body may write a field (D2-Q-184). */
const secondNames = ['trong_truy_thu_sau_tru_chiet_khau']

for (const resource of resources) {
  const { create } = resource.may
  if (create === undefined) continue
  const path = pathOf(resource)

  test(`${resource.path}: a POST cannot set what the server sets (D2-Q-190, D1-Q-039)`, async () => {
    const { faults, must } = gather()
    const { ask, actor } = stage.player('admin')
    const make = async (extra: object): Promise<Record<string, unknown>> => {
      const body = sampleBody(resource)
      await groundwork[resource.path]?.(stage, body)
      const reply = await ask('POST', path, { ...extra, ...body })
      must(reply.status < 300, reply.text)
      return storedRow(stage.server.pool, resource, (reply.body.data as Row).id)
    }
    const junk = await everyColumn(resource)
    // Key fields of a row are set by the caller, in a call as in a spreadsheet.
    for (const name of [...writable(resource, actor), ...(resource.sheet?.columns ?? [])])
      delete junk[name ?? '']
    const [one, two, junked] = [await make({}), await make({}), await make(junk)]
    // Columns that differ between two valid rows (ids, times, ranks) cannot be compared, nor the owner's unit or the
    // digits of a number; none may have the sent value.
    const excluded = [...writable(resource, actor), 'brand_id', 'group_id', 'chu_so']
    const settled = Object.keys(one).filter((name) => !excluded.includes(name) && one[name] === two[name])
    expect(settled.length).toBeGreaterThan(0)
    expect(pick(junked, settled)).toEqual(pick(one, settled))
    expect(Object.values(junked)).not.toContain('018f0000-0000-7000-8000-0000deadbeef')
    expect(faults).toEqual([])
  })

  // Forms with their own texts (D2-SIM-33).
  const ownWords: Readonly<Record<string, Readonly<Record<string, string>>>> = { simso: simTexts }
  test(`${resource.path}: a missing required field is refused with its name and stores nothing (D1-ERR-01, D2-REFUND-65)`, async () => {
    const { ask } = stage.player('admin')
    const before = await imprint(stage.server.pool, resource)
    const required = (resource.form ?? []).filter(
      (name) => resource.fields[name]?.required || resource.formRequired?.includes(name),
    )
    for (const name of required) {
      if (resource.fields[name]?.default !== undefined && !resource.formRequired?.includes(name)) continue
      const reply = await ask('POST', path, { ...sampleBody(resource), [name]: ' ' })
      expect([name, reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([name, 400, [name]])
      expect(reply.body.msg).toBe(ownWords[resource.path]?.[name] ?? messages.missingField)
    }
    expect(await imprint(stage.server.pool, resource)).toBe(before)
  })

  test(`${resource.path}: values that no kind allows are refused or cleaned, and never cause an internal error`, async () => {
    const { faults, must } = gather()
    const { ask } = stage.player('admin')
    const wild: unknown[] = [
      'a\0b',
      '\ud800',
      '****45678',
      -1,
      Number.MAX_VALUE,
      '9'.repeat(40),
      {},
      [[]],
      true,
      'Infinity',
      '31/02/2026',
      '=1+1',
    ]
    const list = path
    for (const [turn, name] of (resource.form ?? []).entries()) {
      const sent = everyNth(wild, turn)
      const replies = await Promise.all(
        sent.map((value) => ask('POST', list, { ...sampleBody(resource), [name]: value })),
      )
      for (const [index, reply] of replies.entries()) {
        must(reply.status < 500, `${name} = ${JSON.stringify(sent[index])}: ${reply.text}`)
      }
    }
    for (const body of ['null', '[]', '"x"', '1', '{"a":', '{"__proto__":{"id":"x"}}', '']) {
      const reply = await ask('POST', list, body)
      expect([body, reply.status]).toEqual([body, 400])
    }
    expect(faults).toEqual([])
  })
}
