/** The trial of a split warns of rules that will keep people from drawing their numbers (D3-ORG-07). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDate, todayVn } from '#kit/contract/dates.ts'
import { permitFiles, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { importUnused, trial } from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const fileId = async (name: string): Promise<string> =>
  (await server.pool.query<{ id: string }>(sql`SELECT id FROM data_files WHERE "FileName" = ${name}`)).rows[0]
    ?.id ?? ''

const warningsOf = async (file: string, assigns: Record<string, number>): Promise<unknown[]> => {
  const { warnings } = await trial(server, 'admin', file, assigns)
  return warnings
    .filter(({ title }) => /phân quyền|nghỉ/i.test(title))
    .map(({ level, title, detail }) => [level, title, detail])
}

test('a trial split names people without a permission, and those whose permission excludes the file or today (D3-ORG-07)', async () => {
  await importUnused(server, 'thu.xlsx', 100)
  const file = await fileId('thu.xlsx')
  expect(await warningsOf('thu.xlsx', { chinhanh1: 50, leader11: 30, sale111: 20 })).toEqual([
    ['warning', 'Chưa ai lưu phân quyền data', 'sale111: 20 số'],
  ])
  await permitFiles(server.pool, 'chinhanh1', [])
  expect(await warningsOf('thu.xlsx', { chinhanh1: 50, leader11: 30, sale111: 20, sale112: 5 })).toEqual([
    [
      'warning',
      'Phân quyền data của chinhanh1 không có file này',
      'chinhanh1, leader11, sale111 và 1 tài khoản khác: 50 số',
    ],
  ])
  await permitFiles(server.pool, 'chinhanh1', [file])
  await permitFiles(server.pool, 'leader11', [file], -1)
  const day = formatDate(todayVn())
  expect(await warningsOf('thu.xlsx', { chinhanh1: 50, leader11: 30, sale111: 20 })).toEqual([
    ['warning', `Phân quyền data của leader11 không có hôm nay (${day})`, 'leader11, sale111: 30 số'],
  ])
  await permitFiles(server.pool, 'leader11', [file])
  expect(await warningsOf('thu.xlsx', { chinhanh1: 50, leader11: 30, sale111: 20 })).toEqual([])
})

test('a trial split says how many numbers rest after a call, and when all of them do (D3-ORG-07, D3-ORG-06)', async () => {
  await importUnused(server, 'nghi.xlsx', 4)
  const file = await fileId('nghi.xlsx')
  await permitFiles(server.pool, 'chinhanh1', [file])
  const called = async (n: number) =>
    server.pool.query(sql`
      INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note)
      SELECT id, ${await userId(server.pool, 'sale211')}, 'sale211', phone, 'VD90', 'KBM', 'x' FROM customer
      WHERE file_id = ${file} AND NOT EXISTS (SELECT FROM care_history h WHERE h.phone = customer.phone) LIMIT ${n}`)
  await called(1)
  expect(await warningsOf('nghi.xlsx', { chinhanh1: 4 })).toEqual([
    ['info', '1 số đang nghỉ sau cuộc gọi gần đây', 'Lấy được khi hết thời gian nghỉ'],
  ])
  await called(3)
  expect(await warningsOf('nghi.xlsx', { chinhanh1: 4 })).toEqual([
    ['warning', '4 số đang nghỉ sau cuộc gọi gần đây', 'Cả file chưa lấy được số nào'],
  ])
})

test('the day in a warning is that of the database (D3-ORG-07)', async () => {
  await importUnused(server, 'ngay.xlsx', 10)
  const file = await fileId('ngay.xlsx')
  await permitFiles(server.pool, 'chinhanh1', [file])
  const definition = await server.pool.query<{ def: string }>(
    `SELECT pg_get_functiondef('today_vn'::regproc) AS def`,
  )
  await server.pool.query(`CREATE OR REPLACE FUNCTION today_vn() RETURNS date LANGUAGE sql STABLE
    RETURN date '2031-02-03'`)
  try {
    expect(await warningsOf('ngay.xlsx', { chinhanh1: 5 })).toEqual([
      ['warning', 'Phân quyền data của chinhanh1 không có hôm nay (03-02-2031)', expect.any(String)],
    ])
  } finally {
    await server.pool.query(definition.rows[0]?.def ?? '')
  }
})
