/** Bank messages are parsed again when a package is added, except edited and decided ones. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceRow } from '#test/prices.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { rereadMessages } from './reread-messages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
const make = async (str_mes: string): Promise<Row> => {
  const body = { sender: 'VCB', money: 90_000, datetime: '2026-11-10T03:00:00Z', str_mes }
  return (await (await server.as('quanly')).post('/api/v1/mesbank', body)).data as Row
}
const read = async ({ id }: Row): Promise<Row> =>
  (await (await server.as('admin')).get(`/api/v1/mesbank/${id}`)).data as Row
const addPackage = async (ten_goi_cuoc: string): Promise<unknown> =>
  (await (await server.as('admin')).post('/api/v1/giahoantien', priceRow(ten_goi_cuoc, { gia_goi: 90_000 })))
    .status

test('a new package makes its messages readable, on record; values set by people stay (D3-DEC-07)', async () => {
  const [waiting, typed, rejected, other] = [
    await make('0912345678 MOI90'),
    await make('0912345679 MOI90'),
    await make('0912345670 MOI90'),
    await make('chuyen tien'),
  ]
  const admin = await server.as('admin')
  await admin.put(`/api/v1/mesbank/${typed.id}`, { so_dien_thoai: '0987654321' })
  await admin.get(`/api/v1/mesbank/deny/${rejected.id}?ly_do_tu_choi=x`)
  const before = [await read(typed), await read(rejected), await read(other)]
  expect(waiting).toMatchObject({ goi_cuoc: null, nhan_dang: 'vua', chua_doc: 1 })
  expect([200, 201]).toContain(await addPackage('MOI90'))
  server.published.length = 0
  await rereadMessages(server.api.services)
  expect(await read(waiting)).toMatchObject({
    so_dien_thoai: '912345678',
    goi_cuoc: 'MOI90',
    nhan_dang: 'cao',
    chua_doc: 0,
    cho_duyet: 1,
    version: 2,
  })
  expect([await read(typed), await read(rejected), await read(other)]).toEqual(before)
  expect(server.published).toEqual(['mesbank'])
  const { values } = (await admin.get(`/api/v1/mesbank/${waiting.id}/history`)).data as {
    values: { username: string; changes: { field: string }[] }[]
  }
  expect(values[0]).toMatchObject({ username: '__AUTO', changes: [{ field: 'goi_cuoc' }, {}, {}, {}, {}] })
  // No change since: nothing is parsed.
  server.published.length = 0
  await rereadMessages(server.api.services)
  expect(server.published).toEqual([])
})
