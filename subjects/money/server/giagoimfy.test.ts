/** Mfy prices: one row per name, readable by everybody, written by managers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giagoimfy } from '#subjects/money/contract/lists/giagoimfy.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const path = '/api/v1/giagoimfy'
const prices = { phi_thu_hoi: 30_000, gia_t1: 45_000, gia_t2: 54_000, gia_t3: 62_500 }

test('a package has one price row regardless of case, and is found by name (D2-MFYP-10, D2-MFYP-18, D2-MFYP-19, D2-MFYP-21, D2-MFYP-24, D2-GHT-19, D2-API-10)', async () => {
  const admin = await server.as('quanly')
  const made = await admin.post(path, { ten_goi_cuoc: ' vd90 ', ...prices })
  expect(made.data).toMatchObject({ ten_goi_cuoc: 'VD90', ...prices })
  const data = [
    { ten_goi_cuoc: 'big70', ...prices, gia_t1: 1 },
    { ten_goi_cuoc: 'BIG70', ...prices, gia_t1: 2 },
  ]
  expect((await admin.post(`${path}/import`, { data })).data).toEqual({ saved: 2, inserted: 1, errors: [] })
  const seller = await server.as('sale111')
  expect((await seller.get(`${path}/findPackage/bIg70`)).data).toMatchObject({ gia_t1: 2, gia_t2: 54_000 })
  expect((await seller.get(`${path}/findPackage/NO`)).body.msg).toBe('Không tìm thấy gói cước')
  expect((await seller.get(`${path}/listNoLimit`)).data).toMatchObject({ count: 2 })
})

test('priority below 5 reads the screen; every role can find a package and list them for a form (D2-MAP-73)', async () => {
  const { id } = (await (await server.as('admin')).post(path, { ten_goi_cuoc: 'XEM90', ...prices })).data as {
    id: string
  }
  const calls = ['?ten_goi_cuoc=xem', `/${id}`, `/${id}/history`, '/findPackage/xem90', '/listNoLimit']
  const statusesOf = async (username: string) => {
    const caller = await server.as(username)
    return Promise.all(calls.map(async (call) => (await caller.get(path + call)).status))
  }
  expect(await statusesOf('leader11')).toEqual([200, 200, 200, 200, 200])
  expect(await statusesOf('sale111')).toEqual([403, 403, 403, 200, 200])
})

test('every field is required and amounts default to 0 in the form; only managers write (D2-MFYP-11 to 16, D2-MFYP-20, D2-MFYP-23, D2-MFYP-26, D2-MAP-73)', async () => {
  const admin = await server.as('admin')
  for (const name of ['ten_goi_cuoc', 'phi_thu_hoi', 'gia_t1', 'gia_t2', 'gia_t3']) {
    const answer = await admin.post(path, { ten_goi_cuoc: 'X', ...prices, [name]: '' })
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([400, [name]])
  }
  for (const name of ['phi_thu_hoi', 'gia_t1', 'gia_t2', 'gia_t3'] as const)
    expect(giagoimfy.fields[name].default).toBe(0)
  const { data } = await admin.post(path, { ten_goi_cuoc: 'KC90', ...prices })
  const { id } = data as { id: string }
  for (const by of ['chinhanh1', 'sale111']) {
    const caller = await server.as(by)
    expect((await caller.post(path, { ten_goi_cuoc: 'Y', ...prices })).status).toBe(403)
    expect((await caller.post(`${path}/import`, { data: [] })).status).toBe(403)
    expect((await caller.put(`${path}/${id}`, { gia_t1: 1 })).status).toBe(403)
    expect((await caller.delete(`${path}/${id}`)).status).toBe(403)
  }
  expect((await admin.put(`${path}/${id}`, { gia_t1: 1 })).data).toMatchObject({ gia_t1: 1 })
  expect((await admin.get(`${path}/${id}`)).data).toMatchObject({ gia_t1: 1 })
  expect((await admin.delete(`${path}/${id}`)).status).toBe(200)
})

test('the assign calls find no staff; the export is Gia-goi-mfy.xlsx; the tab is Giagoimfy (D2-MFYP-01, D2-MFYP-03, D2-MFYP-22, D2-MFYP-25, D2-MFYP-27, D2-MFYP-17, D2-MFYP-28, D2-Q-16)', async () => {
  const admin = await server.as('admin')
  expect((await admin.get(`${path}/assign`)).data).toEqual({ values: [], count: 0 })
  expect((await admin.get(`${path}/count-assign`)).data).toEqual({ total: 0 })
  expect((await admin.post(`${path}/assign`, [{ user: 'sale111', count: 1 }])).status).toBe(400)
  expect((await admin.get(`${path}/export`)).headers['content-disposition']).toContain('Gia-goi-mfy.xlsx')
  expect((await (await server.as('sale111')).get(`${path}/export`)).status).toBe(403)
  expect(screenOf('giagoimfy')).toMatchObject({
    label: 'Giá gói mfy',
    tab: 'Giagoimfy',
    routes: ['/sys/giagoimfy'],
  })
  expect(screenOf('mfy')).toMatchObject({ label: 'Mfy', tab: 'Mfy', routes: ['/app/mfy'] })
})
