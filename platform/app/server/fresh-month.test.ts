/**
 * Reads of a month right after its files were imported, when statistics do not include it: the planner expects one row
 * and gets thousands, so a window, aggregate or scan inside a nested loop is repeated for each of them (D3-PAY-17).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { payFigures } from '#subjects/pay/contract/pay-lists.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { counted, explained, hearPlans, nodesAbove } from '#test/explained.ts'
import { addFreshMonth, freshMonth, seenMonth } from '#test/fresh-month.ts'
import { closeMonth } from '#test/payroll-calls.ts'
import { longRun } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createPool } from '#platform/server/db/pool.ts'

const people = 60
/** Rows of the largest table of the month. */
const rows = people * 52
/** How often the rows may be looked at by any node of a plan. */
const often = 12

let server: TestServer
/** Plans logged so far. */
let plans: string[] = []

async function start(analyzed: boolean): Promise<void> {
  const fill = async (url: string): Promise<void> => {
    const pool = createPool(url, { max: 1, applicationName: 'test', log: console })
    // On a busy machine this takes longer than the limit of a request.
    await pool.query('SET statement_timeout = 0')
    await addFreshMonth(pool, people, analyzed)
    await pool.end()
  }
  server = await startTestServer({}, undefined, explained(fill, counted))
  hearPlans([server.ownPool, server.api.services.longPool], (plan) => void plans.push(plan))
}

/** Nodes in the plans of a request that look at more rows than allowed. */
async function repeated(request: () => Promise<unknown>): Promise<string[]> {
  plans = []
  await request()
  return nodesAbove(rows * often, plans)
}

const month = formatMonth(freshMonth)
const days = `startDate=01/${month}&endDate=28/${month}`
const get =
  (path: string, by = 'admin') =>
  async (): Promise<void> => {
    const answer = await (await server.as(by)).get(`/api/v1/${path}`)
    expect([answer.status, answer.body.msg]).toEqual([200, answer.body.msg])
  }

const lists = [
  ...resources.map(({ path }) => `${path}?count=50&${days}`),
  ...reports.map(({ path, periods }) =>
    periods.length === 0 ? `${path}?count=50&startDate=${month}` : `${path}?count=50&${days}`,
  ),
]
const others = [
  `tinhluong/batthuong?startDate=${month}`,
  `tinhluong/sosanh?username=fresh7&startDate=${month}`,
  `tinhluong/thangdau`,
  `tinhluong?count=50&startDate=${month}&cham_cong=1`,
  `chotluong?startDate=${month}`,
  `chotluong?startDate=${formatMonth(seenMonth)}`,
  `phieuluong?username=fresh7&startDate=${month}`,
  `phieuluong/tinhHinh?startDate=${month}`,
  `ketquathang?startDate=${month}`,
  `ketquathang/cacthang?startDate=${month}`,
  `ketquathang/chiphilon?startDate=${month}`,
  `radatruythu/theoNguoi?${days}`,
  `dsdttinhluong/theongay?${days}`,
  `danhsachchitra?startDate=${formatMonth(seenMonth)}`,
  'dashboard?period=month',
  'sangoi',
  'banduyet',
]

const branch = [
  `tinhluong?count=50&startDate=${month}`,
  `tinhluong/batthuong?startDate=${month}`,
  `reportstaffrevenue?count=50&${days}`,
  `dsdttinhluong?count=50&${days}`,
]

// Tables without any statistics are rare, so they are tested in the long run only.
describe.each([['old', true] as const, ...(longRun ? [['no', false] as const] : [])])(
  'with %s statistics',
  (_, analyzed) => {
    beforeAll(() => start(analyzed), 240_000)
    afterAll(() => server.close())

    test.each([...lists, ...others])(
      'D3-PAY-17: %s reads each row of a newly imported month only a few times',
      async (path) => {
        expect(await repeated(get(path))).toEqual([])
      },
    )

    test.each(payFigures)(
      'D3-PAY-17: the explanation of %s reads each row of a new month only a few times',
      async (cot) => {
        const path = `tinhluong/giaithich?username=fresh7&startDate=${month}&cot=${cot}`
        expect(await repeated(get(path))).toEqual([])
      },
    )

    test.each(branch)(
      'D3-PAY-17: for a branch %s reads each row of a new month only a few times',
      async (path) => {
        expect(await repeated(get(path, 'chinhanh1'))).toEqual([])
      },
    )

    test('D3-PAY-17: closing a new month reads each row only a few times', async () => {
      const close = async (): Promise<void> => {
        expect((await closeMonth(server, 'admin', month, { ly_do: 'x' })).status).toBe(200)
        const state = await (await server.as('admin')).get(`/api/v1/chotluong?startDate=${month}`)
        expect(state.data).toMatchObject({ da_chot: true })
      }
      expect(await repeated(close)).toEqual([])
    })
  },
)
