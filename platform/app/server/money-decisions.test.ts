/** The table of money decisions, compared with every call, field, setting and routine of the product (D3-ACC-09). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ability } from '#platform/contract/abilities.ts'
import { actionPath, isSteps, type Action, type State } from '#kit/contract/action.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import {
  actionDecisions,
  callDecisions,
  decidesOn,
  decidingSettings,
  fieldDecision,
  fieldDecisions,
  jobDecisions,
  settingDecision,
  stepDecision,
} from '#platform/contract/money-decisions.ts'
import { decidesByPath, decidingLists } from '#kit/server/decides-by-path.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { setMfyState } from '#subjects/money/contract/lists/mfy.ts'
import { settings } from '#platform/contract/settings/catalogue.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { ownTree, routineFiles } from '#platform/server/db/sql-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Lists with rows waiting for a decision, or with payments. */
const lists: readonly Resource[] = resources.filter(
  ({ path, approval, desk }) => approval !== undefined || desk !== undefined || path === 'order',
)
const actionsOf = (resource: Resource): Action[] => [
  ...Object.values(resource.actions ?? {}),
  ...(resource.path === 'mfy' ? [setMfyState] : []),
]
/** Every action and value of the lists, as `list path → state`; setters as `list path`. */
const steps = lists.flatMap((resource) =>
  actionsOf(resource).flatMap((action) =>
    isSteps(action) ? action.steps.map((step) => ({ resource, action, step })) : [],
  ),
)
const named = ({ path, rowsOf }: Resource, action: Action, to: State): string =>
  `${rowsOf ?? path}/${action.path} → ${to}`

/** Steps without a decision: reopening reverts one, the others move no money by themselves. */
const undecided = [
  'baodo/reopen/:id → 0',
  'khr/reopen/:id → 0',
  'mesbank/reopen/:id → null',
  'mesbank/setTrangThaiXuLy/:id → 0',
  'mesbank/setTrangThaiXuLy/:id → 1',
  'mfy/setTrangThai/:id → da_soan_y_lan_1',
  'mfy/setTrangThai/:id → dang_cho_duyet',
  'mfy/setTrangThai/:id → huy_qua_han',
  'mfy/setTrangThai/:id → huy_qua_han_lan_2',
  'mfy/setTrangThai/:id → thu_hoi',
  'mfy/setTrangThaiThuTien/:id → chua_thu_tien',
  'mfy/setTrangThaiThuTien/:id → yeu_cau_thu_hoi',
  'requestrefund/reopen/:id → 0',
  'requestrefund/setTrangThaiDuyetHoanGoiStatus/:id → 0',
  // Of pay; the closing of the month requires each of them (D3-PAY-05).
  ...['TheoGoi', 'Them'].flatMap((suffix) =>
    ['binh_thuong', 'da_truy_thu', 'truy_thu'].map(
      (to) => `requestrefund/setTrangThaiTruyThuHoan${suffix}/:id → ${to}`,
    ),
  ),
]

test('every step on a list with money decisions is in the table of decisions, or listed as deciding nothing (D3-ACC-09)', () => {
  const free = steps.filter(({ resource, action, step }) => !stepDecision(resource, action, step.to))
  expect(
    [...new Set(free.map(({ resource, action, step }) => named(resource, action, step.to)))].toSorted(),
  ).toEqual(undecided.toSorted())
})

/** A rule as its parts, all of which must be met. */
const parts = (ability: Ability): string[] => [ability].flat().toSorted()

test('right and audit action of every deciding step match the table, and the table has no unknown entry (D3-ACC-09)', () => {
  const deciding = steps.flatMap(({ resource, action, step }) => {
    const decision = stepDecision(resource, action, step.to)
    return decision ? [{ resource, action, step, decision }] : []
  })
  for (const { resource, action, step, decision } of deciding)
    expect([
      named(resource, action, step.to),
      [...new Set([...parts(action.may), ...parts(step.may ?? action.may)])].toSorted(),
      step.audit,
    ]).toEqual([
      named(resource, action, step.to),
      [...new Set([...parts(action.may), ...parts(decision.may)])].toSorted(),
      decision.audit,
    ])
  expect(new Set(deciding.map(({ decision }) => decision))).toEqual(new Set(actionDecisions))
  for (const { resource, field, after = [] } of fieldDecisions) {
    const list = lists.find(({ path }) => path === resource)
    for (const name of [field, ...after.map((standing) => standing.field)])
      expect(list && fieldOf(list, name)).toBeDefined()
  }
})

/** Money of these lists that people write without deciding anything. */
const openMoney = ['mesbank money']

test('every editable amount of these lists is in the table, and so is what their prices depend on (D3-ACC-09)', () => {
  const written = lists.flatMap((resource) => {
    const setters = actionsOf(resource).flatMap((action) => (isSteps(action) ? [] : [action.field]))
    return [...new Set([...(resource.form ?? []), ...(resource.inline ?? []), ...setters])]
      .filter((name) => fieldOf(resource, name).kind === 'money' && !fieldDecision(resource, name))
      .map((name) => `${resource.path} ${name}`)
  })
  expect(written).toEqual(openMoney)
})

/** Calls of these lists that are neither declared operations nor actions, and decide nothing. */
const free = [
  'POST /api/v1/mesbank/webhook',
  'POST /api/v1/mfy/moiTuDong',
  'POST /api/v1/mfy/traCuuDoiTuong',
  // The transfer mark in them is a field of the table.
  ...['requestrefund', 'requestrefundreport'].flatMap((path) =>
    ['create24hOrder', 'createHoanTienGoiCuoc', 'createNapTienChietKhau'].map(
      (call) => `POST /api/v1/${path}/${call}`,
    ),
  ),
  'PUT /api/v1/mfy/:id/giao',
  'PUT /api/v1/mfy/:id/update',
]

test('every other writing call of these lists is in the table, or listed as deciding nothing (D3-ACC-09)', () => {
  const base = /^\/api\/v1\/([^/]+)(.*)$/
  const plain = new Set(['', '/:id', '/import', '/dan', '/hoantac', '/assign', '/export', '/updateUser'])
  const actionCalls = new Set(
    lists.flatMap((resource) =>
      actionsOf(resource).map((action) => `${action.method} ${actionPath(resource, action)}`),
    ),
  )
  const others = server.api.policy.flatMap(({ method, path }) => {
    const [, list = '', rest = ''] = base.exec(path) ?? []
    const call = `${method} ${path}`
    const ours = lists.some((resource) => resource.path === list)
    return ours && method !== 'GET' && !plain.has(rest) && !actionCalls.has(call) ? [call] : []
  })
  const decided = callDecisions.map(({ call }) => call)
  expect(others.filter((call) => !decided.includes(call)).toSorted()).toEqual(free)
  expect(others).toEqual(expect.arrayContaining(decided))
  for (const { call, may } of callDecisions) {
    const route = server.api.policy.find(({ method, path }) => `${method} ${path}` === call)
    expect([call, route?.may]).toEqual([call, may])
  }
})

test('settings that decide automatically are written by priority 1 only, with confirmation (D3-ACC-09, D3-SEC-07)', () => {
  for (const key of decidingSettings) expect(settings[key]).toMatchObject(settingDecision)
})

/** Routines that change these tables without deciding: links and marks. */
const followers = ['follow_lines']

test('every database routine that writes such a row is in the table (D3-ACC-09)', async () => {
  const tables = lists.map(({ table, path }) => table ?? path).join('|')
  const writing = (await routineFiles(ownTree)).flatMap(({ text: file }) =>
    file
      .split(/^CREATE OR REPLACE FUNCTION /m)
      .slice(1)
      .filter((text) => new RegExp(`\\bUPDATE (${tables})\\b`).test(text))
      .map((text) => /^\w+/.exec(text)?.[0] ?? ''),
  )
  expect(writing.filter((name) => !jobDecisions.some(({ job }) => job === name)).toSorted()).toEqual(
    followers,
  )
  expect(writing).toEqual(expect.arrayContaining(jobDecisions.map(({ job }) => job)))
})

test('the calls that lock the session are all writes of these lists and of settings (D3-ACC-09)', () => {
  for (const { path } of lists) expect([path, decidesByPath(`/api/v1/${path}/:id`)]).toEqual([path, true])
  expect(decidesByPath('/api/v1/setting/:key')).toBe(true)
  expect(decidesByPath('/api/v1/blacklist/:id')).toBe(false)
})

test('lists with money decisions hold new rows back for users who decide there, and for nobody else (D3-DEC-05)', async () => {
  const lists = [...decidingLists].toSorted()
  expect(lists).toEqual(['baodo', 'khr', 'mesbank', 'mfy', 'order', 'requestrefund'])
  const holds = async (username: string): Promise<string[]> => {
    const { token } = await server.as(username)
    const actor = (await server.api.sessions.find(token))?.actor
    return actor ? lists.filter((path) => decidesOn({ path }, actor)) : ['no session']
  }
  expect(await holds('quanly')).toEqual(lists)
  expect(await holds('sale111')).toEqual([])
  // Branches and leaders decide on private customers and mark what Mfy collected.
  for (const username of ['chinhanh1', 'leader11']) expect(await holds(username)).toEqual(['khr', 'mfy'])
  // The report of refunds contains the rows of the refunds.
  const { token } = await server.as('quanly')
  const actor = (await server.api.sessions.find(token))?.actor
  expect(actor && decidesOn({ path: 'requestrefundreport', rowsOf: 'requestrefund' }, actor)).toBe(true)
})
