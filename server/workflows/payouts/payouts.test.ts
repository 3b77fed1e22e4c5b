/** 'Danh sách chi trả' of a closed month (D3-ACC-04, docs/decisions/payouts.md). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CloseState } from '../../../contract/workflows/payroll-close.ts'
import type { PayoutFile, PayoutRow, PayoutState } from '../../../contract/workflows/payouts.ts'
import { bellOf } from '../../../test/bell.ts'
import { startImportServer, type ImportServer } from '../../../test/imports.ts'
import { addClockings, addPrices } from '../../../test/payroll-books.ts'
import { closeMonth, nothingTyped, payrollCalls } from '../../../test/payroll-calls.ts'
import { userId } from '../../../test/pool.ts'
import type { Answer } from '../../../test/server.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
  await addPrices(server.pool)
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'leader21' AND p.code = 'pay.manage'`)
  for (const month of ['2021-03', '2021-04']) {
    const day = (username: string) => ({
      username,
      day: `${month}-02`,
      in: 28_800,
      out: 61_200,
      decision: null,
    })
    await addClockings(server.pool, month, ['sale111', 'sale112', 'sale113'].map(day))
  }
  // More is withheld from one than it earned.
  await payrollCalls(server).put('quanly', {
    username: 'sale121',
    thangTinhLuong: '03/2021',
    ...nothingTyped,
    kyQuyTamUng: 412_300,
  })
  await account('sale111', 'Vietcombank', '0011004567890')
  await account('sale112', 'BIDV', '12310000445512')
})
afterAll(() => server.close())

const account = async (of: string, ngan_hang: string, so_tai_khoan: string, by = of): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/users/${await userId(server.pool, of)}/bank-account`, {
    ngan_hang,
    so_tai_khoan,
  })
const path = '/api/v1/danhsachchitra'
const show = async (startDate = '03/2021', by = 'leader21'): Promise<PayoutState> =>
  (await (await server.as(by)).get(`${path}?startDate=${startDate}`)).data as PayoutState
const post = async (name: string, body: object, by = 'leader21') =>
  (await server.as(by)).post(`${path}${name}`, { thangTinhLuong: '03/2021', ...body })
const make = async (more: object = {}, by = 'leader21') => {
  const { van_tay } = await show()
  return post('/file', { van_tay, ...more }, by)
}
const kinds = ({ values }: PayoutState) =>
  Object.fromEntries(values.map(({ username, kieu }: PayoutRow) => [username, kieu]))
const sheet = async (address: string, by = 'leader21') => (await server.as(by)).get(`${path}${address}`)
/** Cells of a file as a person's program reads them. */
const cells = async ({ id }: PayoutFile): Promise<unknown[][]> => server.readSheetOf(`${path}/file/${id}`)

test('D3-ACC-04: there is no list before the month is closed, and only who manages pay has one', async () => {
  expect(await show()).toMatchObject({ chot: null, values: [] })
  expect((await post('/file', { van_tay: '' })).status).toBe(409)
  for (const who of ['leader11', 'chinhanh1', 'sale111'])
    expect((await (await server.as(who)).get(path)).status).toBe(403)
})
