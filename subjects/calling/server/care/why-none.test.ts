/** 'Vì sao không có số?': the rule that stops the hand-out, with its figures (D3-ORG-07). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WhyNone } from '#subjects/calling/contract/calls/care.ts'
import { careCalls, refuse } from '#test/care.ts'
import { clearPools, makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM blacklist')
})

const { take, recorded, next } = careCalls(() => server)

const readWhy = async (user: string, about = ''): Promise<WhyNone> => {
  const answer = await (await server.as(user)).get(`/api/v1/care/why${about && `?username=${about}`}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as WhyNone
}
const rulesOf = ({ stops, files }: WhyNone) => [
  stops.map(({ rule, username }) => [rule, username]),
  files.map((file) => file.stops.map(({ rule, username }) => [rule, username])),
]

test('when the data permission excludes today the reason names it and its level, although numbers are left (D3-ORG-07)', async () => {
  const file = await makePool(server.pool, { rows: 170, held: { sale111: 170 } })
  await permitFiles(server.pool, 'sale111', [file])
  expect(await readWhy('sale111')).toMatchObject({ free: true, answer: 'Đang có số để lấy', stops: [] })
  await permitFiles(server.pool, 'leader11', [file], -1)
  expect((await next('sale111')).value).toBeNull()
  const reasons = await readWhy('sale111')
  expect(reasons).toMatchObject({
    free: false,
    answer: expect.stringMatching(/^Phân quyền data của leader11 không có hôm nay \(\d\d-\d\d-\d{4}\)$/),
    advice: 'Nhờ người phân quyền data mở ngày hôm nay',
    files: [{ left: 170, resting: 0, blocked: 0, stops: [] }],
  })
  expect(await readWhy('leader11', 'sale111')).toEqual(reasons)
})

test('no permission, a permission for other files and a stopped file are reported as different reasons (D3-ORG-07)', async () => {
  expect(rulesOf(await readWhy('sale111'))).toEqual([[['option', null]], []])
  const files = [
    await makePool(server.pool, { rows: 3 }),
    await makePool(server.pool, { rows: 3, active: false }),
  ]
  await permitFiles(server.pool, 'sale111', files)
  await permitFiles(server.pool, 'chinhanh1', [files[1] ?? ''])
  expect(rulesOf(await readWhy('sale111'))).toEqual([[], [[['stopped', null]], [['file', 'chinhanh1']]]])
})

test('a quantity of 0, an empty file and a blacklisted file are reported as different reasons (D3-ORG-07)', async () => {
  const ownFile = await makePool(server.pool, { rows: 2, held: { sale111: 1 } })
  await permitFiles(server.pool, 'chinhanh1', [ownFile])
  await recorded('sale111', (await take('sale111')).id, refuse)
  expect(await readWhy('sale111')).toMatchObject({
    answer: 'Số lượng của sale111 còn 0',
    advice: 'Nhờ leader chia thêm số',
  })
  await recorded('sale112', (await take('sale112')).id, refuse)
  expect(await readWhy('sale112')).toMatchObject({ answer: 'File không còn số' })
  const blocked = await makePool(server.pool, { rows: 2 })
  await permitFiles(server.pool, 'chinhanh1', [blocked])
  await server.pool.query(
    sql`INSERT INTO blacklist (phone_number) SELECT phone FROM customer WHERE file_id = ${blocked}`,
  )
  const reasons = await readWhy('sale112')
  expect(reasons.files.find(({ blocked }) => blocked > 0)).toMatchObject({
    left: 0,
    blocked: 2,
    stops: [
      { rule: 'empty' },
      { rule: 'blacklist', text: expect.stringMatching(/^2 số trong blacklist \(Nội bộ: 2 số, mới nhất /) },
    ],
  })
})

test('when all numbers rest after a call their count is reported, also before anybody has claimed one (D3-ORG-07, D3-ORG-06)', async () => {
  const file = await makePool(server.pool, { rows: 1, packages: ['VD90', 'VD120', 'VD150'] })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const first = await take('sale111')
  expect(rulesOf(await readWhy('sale112'))).toEqual([[], [[['coolDown', null]]]])
  await recorded('sale111', first.id, refuse)
  expect(await readWhy('sale112')).toMatchObject({
    free: false,
    answer: expect.stringMatching(
      /^2 số còn lại vừa được gọi, đang có người giữ hoặc có hẹn, có lại từ \d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    ),
    files: [{ left: 2, resting: 2 }],
  })
})

test('a salesperson reads their own reasons, leader, branch and manager those of their people (D3-ORG-07)', async () => {
  const about = async (user: string, username: string): Promise<number> =>
    (await (await server.as(user)).get(`/api/v1/care/why?username=${username}`)).status
  for (const user of ['sale111', 'leader11', 'chinhanh1', 'admin'])
    expect(await about(user, 'SALE111')).toBe(200)
  for (const user of ['sale112', 'leader12', 'chinhanh2']) expect(await about(user, 'sale111')).toBe(404)
})
