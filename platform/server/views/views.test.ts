/** Views of lists: ownership, the parts that apply to each reader, names, defaults, and concurrent edits (D3-GRID-06). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewsPerList, type ViewContent } from '#kit/contract/views.ts'
import { viewTexts } from '#platform/contract/calls/save-views.ts'
import type { View, Views } from '#platform/contract/calls/views.ts'
import { userId } from '#test/pool.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/api/v1/chedoxem'
const empty: ViewContent = { filters: {}, sort: '', size: null, columns: null }
type More = { list?: string; scope?: string } & Partial<ViewContent>
const save = async (who: string, name: string, { list = 'khr', scope = 'own', ...content }: More = {}) =>
  (await server.as(who)).post(path, { list, name, scope, content: { ...empty, ...content } })
const createView = async (...args: Parameters<typeof save>): Promise<View> => {
  const answer = await save(...args)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as View
}
const change = async (who: string, { id, version }: View, part: object): Promise<Answer> =>
  (await server.as(who)).put(`${path}/${id}`, { version, ...part })
const remove = async (who: string, { id }: View): Promise<Answer> =>
  (await server.as(who)).delete(`${path}/${id}`)
const read = async (who: string): Promise<Views> => (await (await server.as(who)).get(path)).data as Views
const names = async (who: string): Promise<string[]> => (await read(who)).values.map(({ name }) => name)
const viewFor = async (who: string, { id }: View): Promise<View | undefined> =>
  (await read(who)).values.find((view) => view.id === id)
const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const clear = () => server.pool.query('DELETE FROM list_views')

test('D3-GRID-06: everybody saves views for themselves, leaders and branches for their unit, managers for everybody', async () => {
  await clear()
  const allowed = {
    sale111: ['own'],
    doitac1: ['own'],
    leader11: ['own', 'team'],
    chinhanh1: ['own', 'team'],
    quanly: ['own', 'everyone'],
    admin: ['own', 'everyone'],
  }
  for (const [who, scopes] of Object.entries(allowed)) {
    for (const scope of ['own', 'team', 'everyone']) {
      const { status } = await save(who, `${who} ${scope}`, { scope })
      expect([who, scope, status]).toEqual([who, scope, scopes.includes(scope) ? 200 : 403])
    }
  }
  const everybody = ['admin everyone', 'quanly everyone']
  const branch = 'chinhanh1 team'
  const leader = 'leader11 team'
  expect(await names('sale111')).toEqual([...everybody, branch, leader, 'sale111 own'].toSorted())
  expect(await names('sale121')).toEqual([...everybody, branch].toSorted())
  expect(await names('sale211')).toEqual(everybody)
  expect(await names('leader11')).toEqual([...everybody, branch, leader, 'leader11 own'].toSorted())
  expect(await names('chinhanh1')).toEqual([...everybody, branch, 'chinhanh1 own'].toSorted())
  expect(await names('quanly')).toEqual([...everybody, 'quanly own'].toSorted())
  expect((await server.outsider.get(path)).status).toBe(401)
  // A page loads them together with the account.
  for (const who of ['sale111', 'quanly']) {
    const account = await (await server.as(who)).get('/api/v1/auth/me')
    expect((account.data as { views: Views }).views).toEqual(await read(who))
  }
})

test('D3-GRID-06: nobody changes, shares or deletes a view of others, and a view that they may not read is not found', async () => {
  await clear()
  const ownView = await createView('sale111', 'Của tôi')
  const team = await createView('leader11', 'Của nhóm', { scope: 'team' })
  const all = await createView('quanly', 'Của mọi người', { scope: 'everyone' })
  const statuses = async (who: string, view: View) => [
    (await change(who, view, { name: 'Khác' })).status,
    (await remove(who, view)).status,
  ]
  for (const who of ['sale112', 'leader11', 'quanly', 'admin'])
    expect([who, await statuses(who, ownView)]).toEqual([who, [404, 404]])
  for (const who of ['sale111', 'leader12', 'chinhanh1', 'quanly'])
    expect([who, await statuses(who, team)]).toEqual([who, who === 'sale111' ? [403, 403] : [404, 404]])
  for (const who of ['sale111', 'leader11', 'chinhanh1'])
    expect([who, await statuses(who, all)]).toEqual([who, [403, 403]])
  for (const [who, view, part] of [
    ['sale111', ownView, { scope: 'team' }],
    ['sale111', ownView, { scope: 'everyone' }],
    ['sale111', ownView, { default_for: [5] }],
    ['leader11', team, { scope: 'everyone' }],
    ['leader11', team, { default_for: [5] }],
    ['admin', all, { scope: 'team' }],
  ] as const)
    expect([who, part, (await change(who, view, part)).status]).toEqual([who, part, 403])
  expect((await change('admin', all, { name: 'Của tất cả' })).data).toMatchObject({ name: 'Của tất cả' })
  const shared = (await change('leader11', team, { scope: 'own' })).data as View
  expect([shared.scope, await viewFor('sale111', team)]).toEqual(['own', undefined])
})

test('D3-GRID-06: a person who moves to another unit sees the views of the new one, and loses a default from the old one', async () => {
  await clear()
  const [before, after] = [
    await createView('leader12', 'Nhóm 12', { scope: 'team' }),
    await createView('leader21', 'Nhóm 21', { scope: 'team' }),
  ]
  const sale = await server.as('sale121')
  expect((await sale.put(`${path}/macDinh`, { list: 'khr', view: before.id })).status).toBe(200)
  expect(await read('sale121')).toMatchObject({ values: [{ name: 'Nhóm 12' }], chosen: { khr: before.id } })
  const admin = await server.as('admin')
  const url = `/api/v1/users/${await userId(server.pool, 'sale121')}`
  const { permissions: _, ...account } = (await admin.get(url)).data as Record<string, unknown>
  const place = {
    brand_id: await userId(server.pool, 'chinhanh2'),
    group_id: await userId(server.pool, 'leader21'),
  }
  expect((await admin.put(url, { ...account, ...place })).status).toBe(200)
  await expect.poll(() => names('sale121')).toEqual(['Nhóm 21'])
  expect(await read('sale121')).toMatchObject({ values: [{ id: after.id }], chosen: {} })
  expect((await sale.put(`${path}/macDinh`, { list: 'khr', view: before.id })).status).toBe(404)
})

test('D3-GRID-06: filters and columns hidden from the reader are left out of a view and counted', async () => {
  await clear()
  const list = 'care/history'
  const columns = {
    order: ['phone', 'username'],
    hidden: ['fullname'],
    widths: { username: 90 },
    compact: true,
  }
  const view = await createView('quanly', 'Của một người', {
    list,
    scope: 'everyone',
    filters: { username: 'sale211', startDate: '@week', endDate: '@week' },
    columns,
  })
  const whole = await viewFor('quanly', view)
  expect(whole).toMatchObject({ left_out: 0, content: { filters: view.content.filters, columns } })
  const restricted = await viewFor('sale111', view)
  expect(restricted).toMatchObject({
    left_out: 1,
    content: {
      filters: { startDate: '@week', endDate: '@week' },
      columns: { order: ['phone'], hidden: [], widths: {} },
    },
  })
  // A leader sees the column, but not people of other units.
  expect(await viewFor('leader11', view)).toMatchObject({
    left_out: 1,
    content: { filters: { startDate: '@week' }, columns },
  })
  expect((await viewFor('leader21', view))?.left_out).toBe(0)
  expect(JSON.stringify([restricted, await viewFor('leader11', view)])).not.toContain('sale211')
  // Users who see masked phones could infer them from the order.
  const sorted = await createView('quanly', 'Theo số', { list, scope: 'everyone', sort: '-phone' })
  for (const [who, sort, left_out] of [
    ['admin', '-phone', 0],
    ['leader11', '', 1],
  ] as const)
    expect([who, await viewFor(who, sorted)]).toMatchObject([who, { left_out, content: { sort } }])
})

test('D3-GRID-06: a view of a list that the reader may not open is not found', async () => {
  await clear()
  const prices = await createView('quanly', 'Giá', { list: 'chiphihoantien', scope: 'everyone' })
  expect(await viewFor('sale111', prices)).toBeUndefined()
  expect((await read('sale111')).lists).not.toContain('chiphihoantien')
  expect((await save('sale111', 'Giá', { list: 'chiphihoantien' })).status).toBe(404)
  expect((await save('quanly', 'Gì đó', { list: 'khong-co' })).status).toBe(404)
})

test('D3-GRID-06: no phone gets into a view by any filter or name, and filters that the list does not have are refused', async () => {
  await clear()
  const refused = async (who: string, more: More, name = 'Thử') => {
    const { status, body } = await save(who, name, more)
    return [status, body.fields && Object.keys(body.fields)]
  }
  for (const filters of [{ phone: '45678' }, { phone: '0912345678' }])
    expect(await refused('quanly', { filters })).toEqual([400, ['phone']])
  const text = await save('quanly', 'Thử', {
    list: 'blacklist',
    filters: { description: 'gọi 0912 345 678' },
  })
  expect([text.status, text.body.msg]).toEqual([400, viewTexts.noPhones])
  for (const name of ['Khách 0912345678', 'Khách ۰۹۱۲۳۴۵۶۷۸', 'Khách O912 345 678'])
    expect(await refused('quanly', {}, name)).toEqual([400, ['name']])
  expect(await refused('quanly', { filters: { khong_co: '1' } })).toEqual([400, ['khong_co']])
  expect(await refused('quanly', { filters: { trang_thai: '9' } })).toEqual([400, ['trang_thai']])
  expect(await refused('quanly', { filters: { startDate: '01/11/2026' } })).toEqual([400, ['endDate']])
  expect(await refused('quanly', { filters: { startDate: '@week', endDate: '@month' } })).toEqual([
    400,
    ['endDate'],
  ])
  expect(
    (await save('quanly', 'Thử', { filters: { startDate: '31/02/2026', endDate: '01/03/2026' } })).status,
  ).toBe(400)
  expect(await refused('quanly', { sort: 'so_dien_thoai' })).toEqual([400, ['sort']])
  expect(await refused('quanly', { size: 7 })).toEqual([400, ['size']])
  const columns = { order: [], hidden: ['khong_co'], widths: {}, compact: false }
  expect(await refused('quanly', { columns })).toEqual([400, ['khong_co']])
  expect(await refused('quanly', {}, ' ')).toEqual([400, ['name']])
  expect(await refused('quanly', {}, 'x'.repeat(61))).toEqual([400, ['name']])
  // Fields that the author may not see.
  expect(
    (await save('sale111', 'Thử', { list: 'care/history', filters: { username: 'sale111' } })).status,
  ).toBe(403)
  expect(
    (await save('leader11', 'Thử', { list: 'care/history', filters: { username: 'sale211' } })).status,
  ).toBe(403)
  expect(await names('quanly')).toEqual([])
})

test('D3-GRID-06: names are unique in a scope regardless of case; a person has a limited number of views per list', async () => {
  await clear()
  await createView('quanly', 'Chờ duyệt')
  const again = await save('quanly', 'CHỜ DUYỆT')
  expect([again.status, again.body.msg]).toEqual([409, viewTexts.nameTaken])
  const all = await createView('quanly', 'Chờ duyệt', { scope: 'everyone' })
  expect((await save('admin', 'chờ duyệt', { scope: 'everyone' })).status).toBe(409)
  await createView('sale111', 'Chờ duyệt')
  expect((await change('admin', all, { scope: 'own' })).data).toMatchObject({ scope: 'own' })
  await server.pool.query(sql`
    INSERT INTO list_views (list, scope, owner_id, name, content)
    SELECT 'khr', 'own', ${await userId(server.pool, 'sale112')}, 'v' || n, ${JSON.stringify(empty)}::jsonb
    FROM generate_series(1, ${viewsPerList - 1}) n`)
  await createView('sale112', 'Cuối')
  const more = await save('sale112', 'Thêm')
  expect([more.status, more.body.msg]).toEqual([409, viewTexts.tooMany(viewsPerList)])
  await createView('sale112', 'Thêm', { list: 'baodo' })
  await clear()
})

test("D3-GRID-06: one shared view is the default of a role; a user's own default wins, also the choice of none", async () => {
  await clear()
  const [first, second] = [
    await createView('quanly', 'Một', { scope: 'everyone' }),
    await createView('quanly', 'Hai', { scope: 'everyone' }),
  ]
  await change('quanly', first, { default_for: [4, 5] })
  await change('quanly', second, { default_for: [5] })
  expect((await viewFor('sale111', first))?.default_for).toEqual([4])
  expect((await viewFor('sale111', second))?.default_for).toEqual([5])
  const choose = async (view?: string | null) =>
    (await server.as('sale111')).put(`${path}/macDinh`, { list: 'khr', ...(view !== undefined && { view }) })
  const chosen = async () => (await read('sale111')).chosen
  await choose(first.id)
  expect(await chosen()).toEqual({ khr: first.id })
  await choose(null)
  expect(await chosen()).toEqual({ khr: null })
  await choose()
  expect(await chosen()).toEqual({})
  expect((await read('sale112')).chosen).toEqual({})
  const other = await createView('sale111', 'Khác', { list: 'baodo' })
  expect((await choose(other.id)).status).toBe(404)
  await choose(first.id)
  await remove('admin', first)
  expect(await chosen()).toEqual({})
})

test('D3-GRID-06: of two people who change a view at once the second is told so; a deleted view is gone for both', async () => {
  await clear()
  const view = await createView('quanly', 'Chung', { scope: 'everyone' })
  const answers = await Promise.all([
    change('quanly', view, { name: 'Tên một' }),
    change('admin', view, { name: 'Tên hai' }),
  ])
  expect(statusesOf(answers)).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 409)
  expect(lost?.body).toMatchObject({ msg: viewTexts.stale, current: { id: view.id, version: 2 } })
  const twins = await Promise.all([1, 2, 3].map(() => save('sale111', 'Cùng tên')))
  expect(statusesOf(twins)).toEqual([200, 409, 409])
  const removals = await Promise.all([remove('quanly', view), remove('admin', view)])
  expect(statusesOf(removals)).toEqual([200, 404])
  expect((await change('quanly', view, { name: 'Còn' })).body.msg).toBe(viewTexts.gone)
})

test('D3-GRID-06: every change is in the audit trail and pushed to open screens', async () => {
  await clear()
  server.published.length = 0
  const view = await createView('quanly', 'Nhật ký', { scope: 'everyone' })
  await change('quanly', view, { name: 'Nhật ký mới' })
  await (await server.as('sale111')).put(`${path}/macDinh`, { list: 'khr', view: view.id })
  await remove('admin', view)
  const { rows } = await server.pool.query(sql`
    SELECT username, action, before ->> 'name' AS before, after ->> 'name' AS after FROM audit_log
    WHERE resource = 'chedoxem' AND resource_id IN (${view.id}, 'sale111/khr') ORDER BY id DESC LIMIT 4`)
  expect(rows.toReversed()).toEqual([
    { username: 'quanly', action: 'create', before: null, after: 'Nhật ký' },
    { username: 'quanly', action: 'update', before: 'Nhật ký', after: 'Nhật ký mới' },
    { username: 'sale111', action: 'choose', before: null, after: null },
    { username: 'admin', action: 'remove', before: 'Nhật ký mới', after: null },
  ])
  expect(server.published.filter((channel) => channel === 'chedoxem')).toHaveLength(4)
})
