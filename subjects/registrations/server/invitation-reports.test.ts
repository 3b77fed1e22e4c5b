/** The five report searches: paging, filters, scope, masks, and separation of the histories. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantInvite } from '#test/invite.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
type Page = { values: Record<string, unknown>[]; count: number }

const sources = ['9332', '9084', '9084new', '9084new1', '9084new2']
beforeAll(async () => {
  server = await startTestServer()
  await grantInvite(server.pool, ['care.otp', 'care.otpnew', 'care.otpnew1', 'care.otpnew2', 'care.9332'])
  await server.pool.query(`
    INSERT INTO invitation_history (source, msisdn, "packCode", "packPrice", status, "genDate", username_nv, result,
      "resultCodeMO", "requestType", "resultDesMt", "resultDesMO")
    SELECT source, (918000000 + s * 1000 + n)::text, 'VD90', 90000, 'SUCCESS',
      timestamptz '2026-11-05 02:00Z' + n * interval '1 day', CASE WHEN n % 2 = 0 THEN 'sale111' ELSE 'sale211' END,
      'Gửi tới 0918000001', 'REGISTER_SUCCESS', 'DK', 'MT 0918000001', 'MO 0918000001'
    FROM unnest(ARRAY['9332', '9084', '9084new', '9084new1', '9084new2']) WITH ORDINALITY AS x(source, s),
      generate_series(0, 11) AS n`)
})
afterAll(() => server.close())

const get = async (username: string, source: string, query = '') =>
  (await server.as(username)).get(`/api/v1/report-${source}/search${query}`)
const page = async (username: string, source: string, query = ''): Promise<Page> =>
  (await get(username, source, query)).data as Page

describe.each(sources)('report-%s/search', (source) => {
  const first = 918_001_000 + sources.indexOf(source) * 1000

  test('returns ten rows by default, newest first (D1-REG-33 to 38, D1-Q-104, D1-Q-148, D2-INVIT-27, D2-INVIT-57 to 66, D2-Q-139, D2-API-13, D2-CONST-09)', async () => {
    const { values, count } = await page('admin', source)
    expect([values.length, count]).toEqual([10, 12])
    expect(values[0]).toMatchObject({
      msisdn: String(first + 11),
      genDate: expect.stringContaining('2026-11-16'),
    })
    expect((await page('admin', source, '?page=1&count=5')).values).toHaveLength(5)
    expect((await page('admin', source, '?page=2&count=5')).values).toHaveLength(2)
  })

  test('filters by phone, startDate and endDate (D1-REG-33 to 37, D2-INVIT-28 to 30, D2-INVIT-57 to 66)', async () => {
    const found = await page('admin', source, `?phone=0${first + 3}`)
    expect(found.values.map(({ msisdn }) => msisdn)).toEqual([String(first + 3)])
    const days = await page('admin', source, '?startDate=06/11/2026&endDate=07/11/2026')
    expect(days.count).toBe(2)
    expect((await get('admin', source, '?startDate=08/11/2026&endDate=07/11/2026')).status).toBe(400)
  })

  test('shows to priority 3 and above only their own people, with masked phones (D1-REG-33 to 37, D1-Q-003, D2-INVIT-40, D2-INVIT-51)', async () => {
    const { values, count } = await page('sale111', source)
    expect(count).toBe(6)
    expect(values[0]).toMatchObject({
      msisdn: `****${String(first + 10).slice(-5)}`,
      invitation: {
        username_nv: 'sale111',
        ten_nv: expect.stringMatching(/\S/),
        result: 'Gửi tới ****00001',
      },
    })
    expect((await get('sale111', source)).text).not.toContain('918000001')
    const managed = (await page('quanly', source)).values[0]
    expect(managed).toMatchObject({ invitation: { username_nv: 'sale211', result: 'Gửi tới 0918000001' } })
  })
})

test.each(sources)(
  'a row of report-%s also shows request and answer (D1-REG-33, D2-INVIT-51)',
  async (source) => {
    expect((await page('admin', source)).values[0]).toMatchObject({
      resultCodeMO: 'REGISTER_SUCCESS',
      requestType: 'DK',
      resultDesMt: 'MT 0918000001',
      resultDesMO: 'MO 0918000001',
    })
  },
)
