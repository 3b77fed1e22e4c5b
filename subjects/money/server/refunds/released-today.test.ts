/** Amounts approved by one person alone add up over a day, per number and per seller (D3-ACC-08, subjects/money/decisions/four-eyes.md). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkAnswer, BulkCount } from '#platform/contract/calls/bulk.ts'
import type { DeskEvidence } from '#subjects/money/contract/calls/desk.ts'
import { ageAccounts } from '#test/origins.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
})
/** Moves earlier approvals to yesterday. */
const nextDay = () =>
  server.pool.query(
    `UPDATE requestrefund SET duyet_luc = date_trunc('day', now(), 'Asia/Ho_Chi_Minh') - interval '1 second' WHERE duyet_luc IS NOT NULL`,
  )
beforeEach(async () => {
  await nextDay()
  await setSettings(server.pool, { 'refund.secondApprovalAbove': 1_000_000, tu_dong_duyet_hoan_goi: 0 })
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; request_type: number }
let phones = 914_100_000
const newPhone = (): string => String((phones += 1))
async function make(phone: string, amount: number, type: 1 | 5 = 5, by = 'sale111'): Promise<Row> {
  const extra =
    type === 5
      ? { request_type: undefined, request_method: undefined, refund_price: amount }
      : { other_refund: amount - 12_000, other_reason: 'x' }
  const call = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const answer = await (await server.as(by)).post(`/api/v1/requestrefund/${call}`, refundBody(phone, extra))
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Row
}
const topUps = 'approve'
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/requestrefund/${path}`, body)
const approve = ({ id, request_type }: Row, by = 'quanly') =>
  request_type === 5
    ? put(by, `${topUps}/${id}`, { status_duyet_don: 1 })
    : put(by, `setTrangThaiDuyetHoanGoiStatus/${id}`, { trang_thai_duyet_hoan_goi: 1 })
const [done, first] = ['Đã duyệt, tự chuyển tiền', 'Đã duyệt lần 1, cần người thứ hai']
const messageOf = async (row: Row, by?: string): Promise<unknown> => {
  const { body } = await approve(row, by)
  return body.message ?? body.msg
}
const open = async (rows: readonly Row[]): Promise<boolean[]> =>
  Promise.all(
    rows.map(async ({ id }) => {
      const found = await server.pool.query(
        sql`SELECT FROM requestrefund WHERE id = ${id} AND quyet_dinh = '0'`,
      )
      return found.rowCount === 1
    }),
  )

test('D3-ACC-08: of five requests of 990,000 for one number one person can approve one alone, refunds and top-ups counted together', async () => {
  const phone = newPhone()
  const rows = await Promise.all([1, 5, 1, 5, 5].map((type) => make(phone, 990_000, type as 1 | 5)))
  const answers: unknown[] = []
  for (const row of rows) answers.push(await messageOf(row))
  expect(answers).toEqual([done, first, first, first, first])
  expect(await open(rows)).toEqual([false, true, true, true, true])
  // Another person makes them final, and has approved none of them alone.
  for (const row of rows.slice(1)) expect(await messageOf(row, 'admin')).toBe(done)
  expect(await messageOf(await make(phone, 1_000_000), 'admin')).toBe(done)
})

test('D3-ACC-08: the daily sum of one seller counts too, across numbers, but not that of other sellers; at the limit one approval is enough', async () => {
  const rows = [
    await make(newPhone(), 600_000),
    await make(newPhone(), 400_000),
    await make(newPhone(), 20_000),
  ]
  expect([await messageOf(rows[0]!), await messageOf(rows[1]!), await messageOf(rows[2]!)]).toEqual([
    done,
    done,
    first,
  ])
  expect(await messageOf(await make(newPhone(), 600_000, 5, 'sale211'))).toBe(done)
  // A number is counted over all requesters.
  const phone = newPhone()
  expect(await messageOf(await make(phone, 400_000, 5, 'sale211'))).toBe(done)
  expect(await messageOf(await make(phone, 700_000, 5, 'sale121'))).toBe(first)
})

test('D3-ACC-08: the sum covers a Vietnamese calendar day, and a reopened request no longer counts', async () => {
  const phone = newPhone()
  const [one, two, three] = [
    await make(phone, 700_000),
    await make(phone, 700_000),
    await make(phone, 700_000),
  ]
  expect(await messageOf(one)).toBe(done)
  await put('quanly', `reopen/${one.id}`, { ly_do_mo_lai: 'Duyệt nhầm' })
  expect(await messageOf(two)).toBe(done)
  expect(await messageOf(three)).toBe(first)
  await nextDay()
  expect(await messageOf(three)).toBe(done)
  // Midnight in Vietnam, not of the server.
  await server.pool.query(sql`
    UPDATE requestrefund SET duyet_luc = date_trunc('day', now(), 'Asia/Ho_Chi_Minh') WHERE id = ${three.id}`)
  expect(await messageOf(one)).toBe(first)
})

test('D3-ACC-08: automatic approvals count for nobody', async () => {
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 1 })
  const phone = newPhone()
  const row = await make(phone, 12_000, 1)
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username, set_status, set_at)
    VALUES ('9332', 'D3-ACC-08', ${phone}, 'VD90', now(), 'sale111', 'SUCCESS', now())`)
  expect(await open([row])).toEqual([false])
  expect(await messageOf(await make(phone, 1_000_000))).toBe(done)
})

test("D3-ACC-08: 'Hoàn thành' by hand counts like an approval, also when the amount grows afterwards", async () => {
  const phone = newPhone()
  const book = ({ id }: Row, by = 'quanly') =>
    put(by, `setTrangThaiGiaoDich/${id}`, { ma_trang_thai_giao_dich_doi_tac: -9999 })
  const [one, two, three] = [
    await make(phone, 600_000),
    await make(phone, 300_000),
    await make(phone, 200_000),
  ]
  expect((await book(one)).status).toBe(200)
  expect((await book(two)).status).toBe(200)
  const refused = await book(three)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'Đơn cần hai người duyệt, phải duyệt trước khi ghi hoàn thành',
  ])
  expect(await messageOf(three)).toBe(first)
  const grown = await put('quanly', two.id, { refund_price: 500_000 })
  expect([grown.status, grown.body.msg]).toEqual([
    409,
    'Đơn đã ghi hoàn thành, số tiền này cần hai người duyệt',
  ])
  expect((await put('quanly', two.id, { refund_price: 400_000 })).status).toBe(200)
  // It stays in the sum of the person who marked it as paid, also when another one approves it later.
  expect((await approve(one, 'admin')).status).toBe(200)
  expect(await messageOf(await make(phone, 100_000))).toBe(first)
  expect(await messageOf(await make(phone, 1_000_000), 'admin')).toBe(done)
})

test('D3-ACC-08: accounts of one person share one sum', async () => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM roles WHERE priority = 2')
  const made = await (
    await server.as('quanly')
  ).post('/api/v1/users', {
    username: 'ql9',
    fullname: 'ql9',
    email: 'ql9@b.vn',
    role_id: rows[0]!.id,
    password: 'Ngay-Nang-Dep-2026',
  })
  expect(made.status).toBe(200)
  await server.pool.query(`UPDATE users SET must_change_password = false WHERE username = 'ql9'`)
  await ageAccounts(server.pool, 2)
  const phone = newPhone()
  expect(await messageOf(await make(phone, 700_000))).toBe(done)
  const row = await make(phone, 700_000)
  expect(await messageOf(row, 'ql9')).toBe(first)
  expect((await approve(row)).status).toBe(409)
  expect(await messageOf(row, 'admin')).toBe(done)
})

test('D3-ACC-08: simultaneous approvals do not exceed what one person may approve alone', async () => {
  for (let round = 0; round < rounds(4, 30); round += 1) {
    await nextDay()
    const phone = newPhone()
    const sellers = round % 2 === 0 ? ['sale111', 'sale121', 'sale211'] : ['sale111', 'sale111', 'sale111']
    const rows = await Promise.all(
      sellers.map((seller) =>
        make(round % 2 === 0 ? phone : newPhone(), 700_000, round % 3 === 0 ? 1 : 5, seller),
      ),
    )
    const answers = await Promise.all(rows.map((row) => messageOf(row)))
    expect([first, done].map((words) => answers.filter((one) => one === words).length)).toEqual([2, 1])
    expect((await open(rows)).filter(Boolean)).toHaveLength(2)
  }
})

test('D3-ACC-08: a bulk approval is counted and decided as if one row after the other', async () => {
  // Requests of one number warn of each other, so that bulk approval skips them; those of one seller do not.
  const rows = [990_000, 990_000, 990_000, 990_000, 990_000, 10_000]
  const ids: string[] = []
  for (const amount of rows) ids.push((await make(newPhone(), amount)).id)
  const quanly = await server.as('quanly')
  const write = { method: 'PUT', path: `/api/v1/requestrefund/${topUps}/:id`, input: { status_duyet_don: 1 } }
  const counted = (await quanly.post('/api/v1/bulk/count', { ...write, ids })).data as BulkCount
  expect([counted.rows.length, counted.first]).toEqual([6, 4])
  const answer = (await quanly.post('/api/v1/bulk', { ...write, ids: counted.rows.map(({ id }) => id) }))
    .data as BulkAnswer
  expect(answer.said).toEqual([
    { words: done, rows: 2 },
    { words: first, rows: 4 },
  ])
  // A request with a first approval is not counted again for its approver; another person makes it final.
  const admin = await server.as('admin')
  expect(((await admin.post('/api/v1/bulk/count', { ...write, ids })).data as BulkCount).first).toBe(0)
})

test('D3-ACC-08: the desk shows how much of the daily sum is used', async () => {
  const phone = newPhone()
  await approve(await make(phone, 600_000))
  await approve(await make(newPhone(), 100_000))
  const row = await make(phone, 350_000)
  const evidence = async (kind: string, username: string) =>
    ((await (await server.as(username)).get(`/api/v1/banduyet/${kind}/${row.id}`)).data as DeskEvidence)
      .released
  expect(await evidence('nap-tien', 'quanly')).toEqual({
    above: 1_000_000,
    phone: 600_000,
    seller: 700_000,
    two: true,
  })
  expect(await evidence('nap-tien', 'admin')).toEqual({ above: 1_000_000, phone: 0, seller: 0, two: false })
  await setSettings(server.pool, { 'refund.secondApprovalAbove': '' })
  expect(await evidence('nap-tien', 'quanly')).toBeNull()
})
