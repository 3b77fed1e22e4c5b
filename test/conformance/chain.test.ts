/** A change that waited for another one is audited with the state that the other left (D3-TRL-01). */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql, { raw } from 'sql-template-tag'
import { actionPath, fromOf, isSteps, paramOf } from '#kit/contract/action.ts'
import type { Method } from '#kit/contract/operations.ts'
import { fieldOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { ident } from '#kit/server/kinds.ts'
import { typeOf } from '#kit/server/write.ts'
import { expireOrders } from '#subjects/registrations/server/invite/upkeep.ts'
import { refuse } from '../care.ts'
import { makePool, permitFiles } from '../pool.ts'
import { rounds } from '../rounds.ts'
import { openFilledStage } from './filled.ts'
import { allIds } from './rows.ts'
import { sampleBody } from './samples.ts'
import { gather } from './gather.ts'
import type { Reply, Row, Stage } from './stage.ts'

let stage: Stage
/** Tables with a BEFORE UPDATE row trigger, except those whose triggers refuse every change. */
let triggered: string[]
let marks = 0

beforeAll(async () => {
  stage = await openFilledStage()
  const { rows } = await stage.server.pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT tgisinternal AND tgtype & 19 = 19
    GROUP BY relname HAVING NOT bool_or(tgtype & 8 = 8) ORDER BY 1`)
  triggered = rows.map(({ name }) => name)
  // The concurrent change is to a column unknown to the code, which the audit log includes like any other.
  for (const name of triggered) await stage.server.pool.query(`ALTER TABLE ${name} ADD COLUMN marked int`)
})
afterAll(() => stage.close())

type Write = { method: Method; path: string; id: string; body: Record<string, unknown> }

/** Every call that changes one row of `resource`, derived from its declaration; each is sent for its own row while there are any. */
function writesOf(resource: Resource, ids: readonly string[]): Write[] {
  const list = `/api/v1/${resource.path}`
  const sample = sampleBody(resource)
  const writes: Omit<Write, 'id'>[] = []
  for (const action of Object.values(resource.actions ?? {})) {
    const { method } = action
    const [param, path] = [paramOf(action), actionPath(resource, action)]
    const to = (value: unknown, more = {}) =>
      writes.push({ method, path, body: { ...(param !== null && { [param]: value }), ...more } })
    if (isSteps(action))
      for (const step of action.steps) to(step.to, step.reason && { [step.reason.field]: 'Vì một lý do' })
    else to(sample[action.field] ?? fieldOf(resource, action.field).options?.[0]?.value ?? 1)
  }
  if (resource.may.update !== undefined)
    for (const name of Object.keys(sample))
      writes.push({ method: 'PUT', path: `${list}/:id`, body: { [name]: sample[name] } })
  if (resource.may.remove !== undefined) writes.push({ method: 'DELETE', path: `${list}/:id`, body: {} })
  return writes.flatMap((write, index) => {
    const id = ids[index % ids.length]
    return id ? [{ ...write, id, path: write.path.replace(':id', id), body: { id, ...write.body } }] : []
  })
}

/** Another transaction changes the row first and holds it until the call waits; returns the status and the audit entries. */
async function waitFor(table: string, id: string, ask: () => Promise<Reply>) {
  const { pool } = stage.server
  const holder = await pool.connect()
  const mark = ++marks
  try {
    const { rows: newest } = await pool.query<{ id: string }>(
      'SELECT coalesce(max(id), 0) AS id FROM audit_log',
    )
    await holder.query('BEGIN')
    await holder.query(sql`UPDATE ${ident(table)} SET marked = ${mark} WHERE id = ${id}`)
    let answered = false
    const answer = ask().finally(() => void (answered = true))
    const waits = async (): Promise<boolean> =>
      (
        await holder.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rowCount !== 0
    while (!answered && !(await waits())) await setTimeout(2)
    await holder.query('COMMIT')
    const { status, text } = await answer
    const { rows } = await pool.query<{ marked: number | null }>(sql`
      SELECT (before ->> 'marked')::int AS marked FROM audit_log
      WHERE id > ${newest[0]?.id} AND resource_id = ${id} AND before ? 'marked' ORDER BY id LIMIT 1`)
    return { status, text, mark, marked: rows[0]?.marked }
  } finally {
    holder.release()
  }
}

/**
 * Tables with such a trigger that no declared write audits. Results of calls and orders of codes are changed by
 * workflows (below); registrations, approvals in progress and orders at partners have no entry of a change, as they
 * follow from rows that do.
 */
const byWorkflows = [
  'care_history',
  'customer_message_9084',
  'invitation_history',
  'mfy_wait',
  'provider_orders',
]

test('a write that waited for another change of its row records that change as its former state, on every table with a trigger (D3-TRL-01)', async () => {
  const { faults, must } = gather()
  const { ask } = stage.player('admin')
  const covered = new Map<string, number>()
  for (const table of triggered) {
    for (const resource of resources.filter((one) => tableOf(one) === table)) {
      const writes = writesOf(resource, await allIds(stage.server.pool, resource))
      for (const { method, path, id, body } of writes) {
        const before = covered.get(resource.path) ?? 0
        if (before >= rounds(3, Infinity)) break
        const { status, text, mark, marked } = await waitFor(table, id, () => ask(method, path, body))
        must(status < 500, `${method} ${path}: ${text}`)
        if (marked === undefined) continue
        covered.set(table, before + 1).set(resource.path, before + 1)
        must(marked === mark, `${method} ${path}: before it stands ${marked}, not ${mark}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(triggered.filter((table) => !covered.has(table))).toEqual(byWorkflows)
})

test('an edited result of a call records the change it waited for as its former state (D3-TRL-01)', async () => {
  const { pool } = stage.server
  await permitFiles(pool, 'chinhanh1', [await makePool(pool, { rows: 1 })])
  const { ask } = stage.player('sale111')
  const claimed = (await ask('GET', '/api/v1/customer/new-care')).body.data as { value: { id: string } }
  const reply = await ask('POST', `/api/v1/customer/${claimed.value.id}/care`, refuse)
  const { id } = reply.body.data as { id: string }
  const { status, mark, marked } = await waitFor('care_history', id, () =>
    ask('PUT', `/api/v1/care/history/setStatus/${id}`, { status: 'KBM' }),
  )
  expect([status, marked]).toEqual([200, mark])
})

test('a code that ends records the change it waited for as its former state (D3-TRL-01)', async () => {
  const { rows } = await stage.server.pool.query<{ id: string }>(`
    WITH history AS (
      INSERT INTO invitation_history (source, msisdn, "packCode", "packPrice", username_nv)
      VALUES ('9084', '912345678', 'VD90', 90000, 'sale111') RETURNING id)
    INSERT INTO invitation_orders (history_id, user_id, order_code, expires_at)
    SELECT history.id, u.id, 'ma-1', now() - interval '1 minute' FROM history, users u WHERE u.username = 'sale111'
    RETURNING history_id AS id`)
  const id = rows[0]?.id ?? ''
  const ended = async (): Promise<Reply> => {
    await expireOrders(stage.server.api.services)
    return { status: 200, body: {}, raw: Buffer.alloc(0), text: '', headers: {} }
  }
  const { mark, marked } = await waitFor('invitation_history', id, ended)
  expect(marked).toBe(mark)
})

/** Declared decisions: each step that approves or rejects, with its action. */
const decisions = resources.flatMap((resource) =>
  Object.values(resource.actions ?? {})
    .filter(isSteps)
    .flatMap((action) =>
      action.steps
        .filter(({ audit }) => audit === 'approve' || audit === 'reject')
        .map((step) => ({ resource, action, step, name: `${resource.path} ${action.path} ${step.to}` })),
    ),
)

/** A row of the resource in which the decision is possible: decided ones are reopened, others moved to the state. */
async function undecided(
  { resource, action, step }: (typeof decisions)[number],
  index: number,
): Promise<string> {
  const ids = await allIds(stage.server.pool, resource)
  const id = ids[index % ids.length] ?? ''
  // Two lists of one table share the reopening call.
  const [open] = resources.flatMap((one) => {
    const { reopen } = tableOf(one) === tableOf(resource) ? (one.actions ?? {}) : {}
    return reopen ? [actionPath(one, reopen).replace(':id', id)] : []
  })
  if (open) await stage.player('admin').ask('PUT', open, { ly_do_mo_lai: 'Xem lại' })
  const filled = (action.needs?.fields ?? []).map(
    (name) => [name, fieldOf(resource, name).kind === 'phone' ? '912345678' : 'VD90'] as const,
  )
  const fit = action.fits ? [[action.fits.field, action.fits.states[0] ?? null] as const] : []
  const from = open ? [] : [[action.field, fromOf(action, step)?.states[0] ?? null] as const]
  for (const [name, value] of [...fit, ...from, ...filled])
    await stage.server.pool.query(
      sql`UPDATE ${ident(tableOf(resource))} SET ${ident(name)} = ${value}::${raw(typeOf(resource, name))} WHERE id = ${id}`,
    )
  return id
}

test.each(decisions)(
  '$name: of two deciders one succeeds, and every later one is told who was first and when (D3-TRL-01)',
  async (decision) => {
    const { resource, action, step } = decision
    const param = paramOf(action)
    for (let round = 0; round < rounds(1, 8); round += 1) {
      const id = await undecided(decision, round)
      const path = actionPath(resource, action).replace(':id', id)
      const body = {
        id,
        ...(param !== null && { [param]: step.to }),
        ...(step.reason && { [step.reason.field]: 'Vì một lý do' }),
      }
      const decide = (username: string, more = {}, headers = {}) =>
        stage
          .player(username)
          .ask(action.method, path, action.method === 'GET' ? undefined : { ...body, ...more }, headers)
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all([decide('admin', {}, key), decide('quanly')])
      const accepted = answers.filter(({ status }) => status === 200)
      expect(accepted).toHaveLength(1)
      const first = await stage.server.pool.query<{ fullname: string }>(sql`
        SELECT fullname FROM users WHERE username = ${answers[0]?.status === 200 ? 'admin' : 'quanly'}`)
      const message = new RegExp(
        `^\\S.* này đã được ${first.rows[0]?.fullname} ${step.audit === 'approve' ? 'duyệt' : 'từ chối'} lúc [-\\d]{10} [:\\d]{8}$`,
      )
      const current = (answers.find(({ status }) => status === 409)?.body.current ?? {}) as Row
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused).toHaveLength(1)
      for (const later of [
        ...refused,
        await decide('admin'),
        await decide('quanly', { version: current.version }),
      ])
        expect(later).toMatchObject({
          status: 409,
          body: { msg: expect.stringMatching(message), current: { id } },
        })
      // The same key again returns the first answer, whichever it was.
      expect((await decide('admin', {}, key)).text).toBe(answers[0]?.text)
    }
  },
)
