/** Data permission: which files and days may be permitted for whom, by whom. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { uploadPath, importUnused } from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await importUnused(server, 'mot.xlsx', 1)
  await importUnused(server, 'hai.xlsx', 1)
})
afterAll(() => server.close())

const day = (ahead: number): string => toFilterDate(addDays(todayVn(), ahead))
const save = async (user: string, body: object) =>
  (await server.as(user)).post(`${uploadPath}/handleCustomDataOption`, body)
const read = async (user: string, username: string) =>
  (await server.as(user)).get(`${uploadPath}/getOptionDataByUsername/${username}`)
const nobody = { username: '-99', files: [], ngay: [] }

test('one section is saved, the two with -99 are ignored, and the permission is read back (D1-DPERM-19 to 24, D1-Q-119, D1-LIST-16)', async () => {
  const branch = { username: 'chinhanh1', files: ['mot.xlsx'], ngay: [day(1), day(0)] }
  const saved = await save('admin', { branch, leader: nobody, sale: nobody })
  expect(saved.body.msg).toBe('Đã lưu cài đặt phân quyền!')
  expect((await read('admin', 'chinhanh1')).data).toEqual({
    username: 'chinhanh1',
    files: ['mot.xlsx'],
    ngay: [day(0), day(1)],
    tu_ngay: null,
  })
  expect((await read('admin', '-99')).data).toEqual({ username: '-99', files: [], ngay: [], tu_ngay: null })
  const none = await save('admin', { branch: nobody, leader: nobody, sale: nobody })
  expect([none.status, none.body.msg]).toEqual([400, 'Bạn chưa chọn tài khoản!'])
})

test('permitted days are today and the next 30 days, and files must exist (D1-DPERM-18, D1-Q-120)', async () => {
  const with_ = (files: string[], ngay: string[]) =>
    save('admin', { branch: { username: 'chinhanh2', files, ngay } })
  expect((await with_(['mot.xlsx'], [day(30)])).status).toBe(200)
  expect((await with_(['mot.xlsx'], [day(31)])).status).toBe(400)
  expect((await with_(['mot.xlsx'], [day(-1)])).status).toBe(400)
  expect((await with_(['mot.xlsx'], ['2026-12-01'])).status).toBe(400)
  const unknown = await with_(['mot.xlsx', 'ba.xlsx'], [day(0)])
  expect(unknown.body.fields).toHaveProperty(['branch.files'])
  expect((await read('admin', 'chinhanh2')).data).toMatchObject({ ngay: [day(30)] })
})

test('each level saves only the sections it may see, for its own people (D1-DPERM-13 to 15, D1-Q-116, D1-Q-117)', async () => {
  const option = (username: string) => ({ username, files: [], ngay: [] })
  const table: [string, object, number][] = [
    ['chinhanh1', { branch: option('chinhanh1') }, 403],
    ['chinhanh1', { leader: option('leader11') }, 200],
    ['chinhanh1', { leader: option('leader21') }, 403],
    ['chinhanh1', { leader: option('leader11'), sale: option('sale211') }, 403],
    ['chinhanh1', { leader: option('sale111') }, 403],
    ['leader11', { leader: option('leader11') }, 403],
    ['leader11', { sale: option('sale111') }, 200],
    ['leader11', { sale: option('sale121') }, 403],
    ['doitac1', { branch: option('chinhanh2') }, 200],
    ['doitac1', { branch: option('chinhanh1') }, 403],
    ['doitac1', { leader: option('leader21') }, 403],
    ['doitac1', { sale: option('sale211') }, 200],
    ['sale111', { sale: option('sale111') }, 403],
  ]
  for (const [user, body, status] of table) {
    expect([user, body, (await save(user, body)).status]).toEqual([user, body, status])
  }
})

test('a branch and a leader can permit only what their branch has, from today on (D1-DPERM-16, D1-DPERM-17, D1-Q-120)', async () => {
  await save('admin', { branch: { username: 'chinhanh1', files: ['mot.xlsx'], ngay: [day(0), day(3)] } })
  const give = (user: string, files: string[], ngay: string[]) =>
    save(user, { sale: { username: 'sale111', files, ngay } })
  for (const user of ['chinhanh1', 'leader11']) {
    expect((await give(user, ['mot.xlsx'], [day(0), day(3)])).status).toBe(200)
    expect((await give(user, ['hai.xlsx'], [day(0)])).status).toBe(400)
    expect((await give(user, ['mot.xlsx'], [day(1)])).status).toBe(400)
  }
  await server.pool.query(`UPDATE data_options SET ngay = ngay || (current_date - 2)`)
  expect((await give('leader11', ['mot.xlsx'], [day(-2)])).status).toBe(400)
  expect((await give('admin', ['hai.xlsx'], [day(1)])).status).toBe(200)
})

test("'all' means every account of the level in scope, and reads as what they have in common (D1-DPERM-05, D1-Q-118, D1-LIST-17)", async () => {
  await save('admin', {
    branch: { username: 'chinhanh1', files: ['mot.xlsx', 'hai.xlsx'], ngay: [day(0), day(1)] },
  })
  await save('admin', { sale: { username: 'sale211', files: ['hai.xlsx'], ngay: [day(0)] } })
  const permissionOfAll = { username: '__ALL', files: ['mot.xlsx', 'hai.xlsx'], ngay: [day(0), day(1)] }
  expect((await save('leader11', { sale: permissionOfAll })).status).toBe(200)
  expect((await read('admin', 'sale211')).data).toMatchObject({ files: ['hai.xlsx'] })
  expect((await read('leader11', 'sale113')).data).toMatchObject({ files: ['hai.xlsx', 'mot.xlsx'] })
  await save('leader11', { sale: { username: 'sale112', files: ['mot.xlsx'], ngay: [day(1)] } })
  const common = await (
    await server.as('leader11')
  ).get(`${uploadPath}/getOptionDataByUsername/__ALL?level=sale`)
  expect(common.data).toEqual({ username: '__ALL', files: ['mot.xlsx'], ngay: [day(1)], tu_ngay: null })
})

test('permissions are read in scope only; a leader may read those of its branch (D1-Q-121)', async () => {
  expect((await read('leader11', 'sale121')).status).toBe(404)
  expect((await read('leader11', 'chinhanh2')).status).toBe(404)
  expect((await read('leader11', 'chinhanh1')).status).toBe(200)
})

test('today is that of the database, whatever the clock of the process says (D1-DPERM-18, D1-Q-120)', async () => {
  const days = [day(0), day(2)]
  await save('admin', { sale: nobody, branch: { username: 'chinhanh1', files: ['mot.xlsx'], ngay: days } })
  const sale = { username: 'sale111', files: ['mot.xlsx'], ngay: days }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  try {
    for (const user of ['admin', 'leader11']) expect((await save(user, { sale })).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test("'every day from a date on' is permitted within the branch, and for all reads as the latest date (D1-DPERM-16 to 19, D1-Q-118, D1-Q-120)", async () => {
  const from = (username: string, tu_ngay: string | null, ngay: string[] = []) => ({
    username,
    files: ['mot.xlsx'],
    ngay,
    tu_ngay,
  })
  const branch = (tu_ngay: string) => save('admin', { branch: from('chinhanh1', tu_ngay) })
  expect((await branch(day(31))).body.fields).toHaveProperty(['branch.tu_ngay'])
  expect((await branch('2026-12-01')).status).toBe(400)
  expect((await branch(day(2))).status).toBe(200)
  const give = async (tu_ngay: string | null, ngay?: string[]) =>
    (await save('leader11', { sale: from('sale111', tu_ngay, ngay) })).status
  expect([await give(day(1)), await give(day(2)), await give(day(40))]).toEqual([400, 200, 200])
  expect([await give(null, [day(1)]), await give(null, [day(2), day(29)])]).toEqual([400, 200])
  // An earlier first day counts as today, for the next level and for saving again.
  expect((await branch(day(-9))).status).toBe(200)
  expect([await give(day(-20)), await give(day(0))]).toEqual([200, 200])
  expect((await read('leader11', 'sale111')).data).toMatchObject({ ngay: [], tu_ngay: day(0) })
  const permissionOfAll = async () =>
    (await (await server.as('leader11')).get(`${uploadPath}/getOptionDataByUsername/__ALL?level=sale`)).data
  await save('leader11', { sale: from('__ALL', day(3)) })
  await save('leader11', { sale: from('sale112', day(0), [day(1)]) })
  expect(await permissionOfAll()).toMatchObject({ ngay: [], tu_ngay: day(3) })
  await save('leader11', { sale: from('sale112', null, [day(1), day(4)]) })
  expect(await permissionOfAll()).toMatchObject({ ngay: [day(4)], tu_ngay: null })
})
