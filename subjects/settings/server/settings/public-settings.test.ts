/** Settings available before sign-in, and storage of the operation's images. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

const path = '/api/v1/setting'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.pool.query('TRUNCATE settings'))
afterAll(() => server.close())

const put = async (key: string, value: unknown): Promise<Answer> =>
  (await server.as('admin')).put(`${path}/${key}`, { value })

test('without a session only the settings marked as public are returned (D1-Q-006, D1-Q-009, D1-Q-018)', async () => {
  // Every setting gets a distinct value, so that none is hidden by an equal default.
  await setSettings(server.pool, {
    noRefundPrefixes: ['BI-MAT'],
    defaultAdminUsername: 'bi-mat',
    'signIn.tries': 77,
  })
  const answer = await server.outsider.get(`${path}/public`)
  expect(answer.status).toBe(200)
  expect(answer.data).toEqual({
    'app.title': 'Hệ thống tính lương',
    'app.primary': '#5B5BD6',
    'app.ground': '#F4F5F7',
    'app.logo': '',
    'app.avatar': '',
    'password.length': 6,
    'lookup.wait': 60,
    url_bieu_mau_uploadchiadata: '/mau/uploadchiadata.xlsx',
    url_bieu_mau_customer: '/mau/customer.xlsx',
    url_bieu_mau_blacklist: '/mau/blacklist.xlsx',
    url_bieu_mau_giahoantien: '/mau/giahoantien.xlsx',
    url_bieu_mau_giagoimfy: '/mau/giagoimfy.xlsx',
    url_bieu_mau_chamcongluot: '/mau/chamcongluot.xlsx',
    url_bieu_mau_chiphihoantien: '/mau/chiphihoantien.xlsx',
    url_bieu_mau_chiphiquanly: '/mau/chiphiquanly.xlsx',
    url_bieu_mau_dsdttinhluong: '/mau/dsdttinhluong.xlsx',
    url_bieu_mau_report90849332: '/mau/report90849332.xlsx',
    url_bieu_mau_simso: '/mau/simso.xlsx',
    url_bieu_mau_systemaccount: '/mau/systemaccount.xlsx',
    url_bieu_mau_uploadquetdatakhonggoi: '/mau/uploadquetdatakhonggoi.xlsx',
    url_bieu_mau_uploadquetdtct: '/mau/uploadquetdtct.xlsx',
    url_bieu_mau_uploadscannumber: '/mau/uploadscannumber.xlsx',
    url_bieu_mau_chiphihotro: '/mau/chiphihotro.xlsx',
    url_bieu_mau_chiphikhac: '/mau/chiphikhac.xlsx',
    url_bieu_mau_doanhthutinhluong: '/mau/doanhthutinhluong.xlsx',
    'url_bieu_mau_customer-message-9084': '/mau/customer-message-9084.xlsx',
    url_bieu_mau_mesbank: '/mau/mesbank.xlsx',
    url_bieu_mau_chamcong: '/mau/chamcong.xlsx',
    url_bieu_mau_dulieunhaptay: '/mau/dulieunhaptay.xlsx',
    url_bieu_mau_users: '/mau/users.xlsx',
    url_bieu_mau_saokedoitac: '/mau/saokedoitac.xlsx',
  })
  expect(Object.keys(answer.body).toSorted()).toEqual(['data', 'status'])
  expect(answer.text).not.toMatch(/bi-mat|77/i)
  for (const key of ['public/history', 'app.title', 'signIn.tries'])
    expect((await server.outsider.get(`${path}/${key}`)).status).toBe(401)
})

test('a browser with the current version does not receive the settings again until they change (D1-Q-018)', async () => {
  const ask = (tag: string) => server.app.inject({ url: `${path}/public`, headers: { 'if-none-match': tag } })
  const { headers } = await server.outsider.get(`${path}/public`)
  expect(headers['cache-control']).toBe('no-cache')
  const notModified = await ask(String(headers.etag))
  expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
  expect((await put('app.title', '  Bàn làm việc ')).body.data).toMatchObject({
    value: 'Bàn làm việc',
  })
  const changed = await ask(String(headers.etag))
  expect([changed.statusCode, changed.json().data['app.title']]).toEqual([200, 'Bàn làm việc'])
  expect(server.published.at(-1)).toBe('setting')
})

test('an image is stored whole, and its history names it without its bytes (D1-Q-009)', async () => {
  const logo = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1').toString('base64')}`
  expect((await put('app.logo', logo)).body.data).toMatchObject({ value: logo })
  expect((await put('app.logo', 'data:image/png;base64,PHN2Zz4=')).body.msg).toBe('Logo không phải ảnh PNG')
  expect((await put('app.logo', '')).body.data).toMatchObject({ value: '' })
  const history = await (await server.as('admin')).get(`${path}/app.logo/history`)
  expect((history.data as { values: unknown[] }).values).toMatchObject([
    { before: 'Ảnh PNG 1 kB', after: '' },
    { before: '', after: 'Ảnh PNG 1 kB' },
  ])
})
