/** The provider order created by an approval: in the same transaction, cancelled while it waits (D3-PRV-01, D3-DEC-02). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
  await setSettings(server.pool, { kenh_hoan_tien: 'doitac1.example' })
})
afterAll(() => server.close())

let phones = 914_300_000
async function make(call = 'createHoanTienGoiCuoc'): Promise<string> {
  const body = refundBody(String((phones += 1)))
  const answer = await (await server.as('sale111')).post(`/api/v1/requestrefund/${call}`, body)
  return (answer.data as { id: string }).id
}
const put = async (path: string, body: object) =>
  (await server.as('quanly')).put(`/api/v1/requestrefund/${path}`, body)
const approve = (id: string) => put(`setTrangThaiDuyetHoanGoiStatus/${id}`, { trang_thai_duyet_hoan_goi: 1 })
const now = async (id: string) =>
  (await (await server.as('admin')).get(`/api/v1/requestrefund/${id}`)).data as Record<string, unknown>
const orders = async (id: string): Promise<string[]> =>
  (
    await server.pool.query<{ told: string }>(
      sql`SELECT provider || ' ' || by_username AS told FROM provider_orders WHERE request_id = ${id} AND state <> 'cancelled'`,
    )
  ).rows.map(({ told }) => told)

test.each(['requestrefund', 'provider_orders'])(
  'D3-PRV-01: decision and order are one transaction: when %s cannot be written neither is stored',
  async (table) => {
    const id = await make()
    const decisionAndOrders = async (): Promise<unknown> => [(await now(id)).quyet_dinh, await orders(id)]
    // Fails at the commit, after both were written.
    await server.pool.query(`
      CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'late'; END $$;
      CREATE CONSTRAINT TRIGGER fails_late AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_late()`)
    expect([(await approve(id)).status, await decisionAndOrders()]).toEqual([500, ['0', []]])
    await server.pool.query(`DROP TRIGGER fails_late ON ${table}; DROP FUNCTION fail_late()`)
    expect([(await approve(id)).status, await decisionAndOrders()]).toEqual([
      200,
      ['1', ['doitac1.example quanly']],
    ])
  },
)

test('reopening a request cancels its order that still waits for its time (D3-PRV-06, D3-DEC-02, D2-Q-55)', async () => {
  const id = await make('create24hOrder')
  await approve(id)
  const { rows } = await server.pool.query<{ hours: number }>(sql`
    SELECT round(extract(epoch FROM due_at - created_time) / 3600)::int AS hours
    FROM provider_orders o JOIN requestrefund r ON r.id = o.request_id WHERE r.id = ${id}`)
  expect([rows[0]?.hours, (await orders(id)).length]).toEqual([24, 1])
  expect((await put(`reopen/${id}`, { ly_do_mo_lai: 'Duyệt nhầm' })).status).toBe(200)
  expect([await orders(id), (await now(id)).ma_trang_thai_giao_dich_doi_tac]).toEqual([[], -10003])
  await approve(id)
  expect(await orders(id)).toHaveLength(1)
})
