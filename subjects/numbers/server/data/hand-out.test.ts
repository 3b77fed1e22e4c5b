/** Files, permissions and splits together with the care queue: which numbers are handed out to whom, and when it ends. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import {
  uploadPath,
  importUnused,
  options,
  splitFile,
  standsWith,
  undoBatch,
  wrongBalances,
} from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const claim = async (username: string) => (await server.as(username)).get('/api/v1/customer/new-care')
const got = (answer: { data: unknown }) => (answer.data as { value: { id: string } | null }).value?.id ?? null
const activate = async (FileName: string, is_activated: 0 | 1) =>
  (await server.as('admin')).post(`${uploadPath}/activeOrDeactive`, { FileName, is_activated })
const permit = async (username: string, files: string[]) =>
  (await server.as('admin')).post(`${uploadPath}/handleCustomDataOption`, {
    branch: { username, files, ngay: [toFilterDate(todayVn())] },
  })
const permitFrom = async (username: string, tu_ngay: string | null, ngay: string[] = []) =>
  (await server.as('admin')).post(`${uploadPath}/handleCustomDataOption`, {
    branch: { username, files: ['tu.xlsx'], ngay, tu_ngay },
  })
const finish = async (username: string, id: string | null) =>
  (await server.as(username)).post(`/api/v1/customer/${id}/care`, { status: 'KBM', note: 'không nghe' })

test("a salesperson claims from their own numbers, otherwise from the leader's, and never beyond their quantity (D1-Q-073, D1-DPERM-26)", async () => {
  await importUnused(server, 'goi.xlsx', 20)
  await permit('chinhanh1', ['goi.xlsx'])
  const saved = await splitFile(server, 'admin', 'goi.xlsx', { chinhanh1: 10, leader11: 4, sale111: 1 })
  expect(got(await claim('sale111'))).toBeNull()
  await activate('goi.xlsx', 1)
  const claimed = got(await claim('sale111'))
  expect(await standsWith(server.pool, 'goi.xlsx', 'sale111')).toBe(0)
  await finish('sale111', claimed)
  expect(got(await claim('sale111'))).toBeNull()
  expect(got(await claim('sale112'))).not.toBeNull()
  expect(await standsWith(server.pool, 'goi.xlsx', 'leader11')).toBe(2)
  expect(got(await claim('sale211'))).toBeNull()
  const { batch } = saved.data as { batch: string }
  expect((await undoBatch(server, 'admin', batch)).body.msg).toBe(
    '2 số của lần chia này đã được lấy, không hoàn tác được',
  )
  expect((await options(server, 'admin', 'goi.xlsx')).total).toBe(18)
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('a permission for every day from a date on keeps handing out when a list of days would have ended (D1-DPERM-26, D3-ORG-07)', async () => {
  await importUnused(server, 'tu.xlsx', 20)
  await splitFile(server, 'admin', 'tu.xlsx', { chinhanh2: 10 })
  await activate('tu.xlsx', 1)
  const tomorrow = toFilterDate(addDays(todayVn(), 1))
  const readWhy = async (): Promise<string> =>
    ((await (await server.as('sale211')).get('/api/v1/care/why')).data as { answer: string }).answer
  expect((await permitFrom('chinhanh2', tomorrow)).status).toBe(200)
  expect(got(await claim('sale211'))).toBeNull()
  expect(await readWhy()).toMatch(/^Phân quyền data của chinhanh2 không có hôm nay/)
  await permitFrom('chinhanh2', toFilterDate(addDays(todayVn(), -40)), [tomorrow])
  expect(await readWhy()).toBe('Đang có số để lấy')
  const claimed = got(await claim('sale211'))
  expect(claimed).not.toBeNull()
  await finish('sale211', claimed)
})

test('nothing is handed out after a stop or a delete has been answered (E3, E4)', async () => {
  await importUnused(server, 'dung.xlsx', 200)
  await permit('QCMB', ['dung.xlsx'])
  await activate('dung.xlsx', 1)
  const round = async (work: Promise<unknown>) => {
    const claims = Promise.all(
      Array.from({ length: 6 }, async () => finish('QCMB01', got(await claim('QCMB01')))),
    )
    await Promise.all([work, claims])
  }
  await round(activate('dung.xlsx', 0))
  expect(got(await claim('QCMB01'))).toBeNull()
  const { rows } = await server.pool.query(`SELECT m.id FROM movements m JOIN data_files f ON f.id = m.file_id
    WHERE m.kind = 'claim' AND f."FileName" = 'dung.xlsx' AND m.at > f.stopped_at`)
  expect(rows).toEqual([])
  await activate('dung.xlsx', 1)
  await round((await server.as('admin')).post(`${uploadPath}/deleteFile`, { FileName: 'dung.xlsx' }))
  expect(got(await claim('QCMB01'))).toBeNull()
  expect(await wrongBalances(server.pool)).toEqual([])
})

test(
  'a split of 20,000 numbers takes seconds, even on a connection that moved single numbers before',
  { timeout: 20_000 },
  async () => {
    await importUnused(server, 'lon.xlsx', 1)
    await splitFile(server, 'admin', 'lon.xlsx', { chinhanh2: 1 })
    await server.pool.query(`INSERT INTO customer (file_id, phone, rank)
    SELECT f.id, (300000000 + i)::text, i FROM data_files f, generate_series(1, 20000) i WHERE f."FileName" = 'lon.xlsx'`)
    const saved = await splitFile(server, 'admin', 'lon.xlsx', {
      chinhanh2: 12_000,
      sale211: 8_000,
      HNIMB: 8_001,
    })
    expect(saved.data).toMatchObject({ moved: 20_000 })
    const { batch } = saved.data as { batch: string }
    expect((await undoBatch(server, 'admin', batch)).data).toEqual({ moved: 20_000 })
  },
)
