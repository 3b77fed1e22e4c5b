/** Every result of the contract is stored and counted everywhere from its row alone. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  careResults,
  needsNote,
  needsPackage,
  recycledResults,
} from '#subjects/calling/contract/care-results.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { appointment, careCalls } from '#test/care.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
  await permitFiles(server.pool, 'sale111', [await makePool(server.pool, { rows: careResults.length })])
})
afterAll(() => server.close())
const { take, recorded } = careCalls(() => server)

const listed = async (path: string): Promise<Record<string, unknown>[]> => {
  const answer = await (await server.as('sale111')).get(`/api/v1/${path}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.data as { values: Record<string, unknown>[] }).values
}

test('each result has its column in the capture report, and counts as reached there, in the log and on the floor as declared (D2-CAP-01, D3-FLR-01)', async () => {
  for (const { value } of careResults) {
    const { id } = await take('sale111')
    await recorded('sale111', id, {
      ...appointment(60),
      status: value,
      note: needsNote(value) ? 'x' : '',
      package: 'VD90',
    })
  }
  const [row] = await listed('tilebatso')
  for (const { column } of careResults) expect([column, row?.[column]]).toEqual([column, 1])
  for (const met of [true, false]) {
    const log = await listed(`care/history?size=50&gap_khach=${Number(met)}`)
    expect(new Set(log.map(({ status }) => status))).toEqual(
      new Set(careResults.flatMap(({ value, reached }) => (reached === met ? [value] : []))),
    )
  }
  const { rows } = await server.pool.query(sql`
    SELECT f.calls, f.reached, f.agreed FROM floor_people f JOIN users u ON u.id = f.user_id WHERE u.username = 'sale111'`)
  expect(rows).toEqual([
    {
      calls: careResults.length,
      reached: careResults.filter(({ reached }) => reached).length,
      agreed: careResults.filter(({ after }) => after === 'APPROVED').length,
    },
  ])
})

test('the database accepts only the declared results, and requires note and package as declared', async () => {
  const store = (status: string, more: { note?: string; package?: string; at?: string } = {}) =>
    server.pool.query(sql`
      INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, appointment_at)
      SELECT c.id, u.id, u.username, c.phone, ${more.package ?? 'VD90'}, ${status}, ${more.note ?? 'x'}, ${more.at ?? '2026-11-02T03:00Z'}
      FROM customer c, users u WHERE u.username = 'sale112' LIMIT 1`)
  const rule = (status: string) =>
    server.pool.query(sql`
      INSERT INTO recycle_rules (status, after_minutes, part, caller) VALUES (${status}, 60, 'any', 'any')`)
  await expect(store('KHONGCO')).rejects.toThrow('care_history_status_check')
  const refusalOf = async (storing: Promise<unknown>): Promise<unknown> =>
    storing.then(
      () => null,
      (error: Error) => /"(care_history_\w+|recycle_rules_\w+)"/.exec(error.message)?.[1],
    )
  for (const { value, again } of careResults) {
    expect([
      value,
      await refusalOf(store(value, { note: '' })),
      await refusalOf(store(value, { package: '' })),
    ]).toEqual([
      value,
      needsNote(value) ? 'care_history_note' : null,
      needsPackage(value) ? 'care_history_package' : null,
    ])
    // Every recyclable result already has a default rule, whose key refuses a second one.
    expect([value, await refusalOf(rule(value))]).toEqual([
      value,
      again === null ? 'recycle_rules_status_check' : 'recycle_rules_file_id_status_key',
    ])
  }
})

test('a result added by a new version gets an inactive recycling rule at the next start; existing rules stay (D3-REC-01)', async () => {
  const [missing, recycled] = recycledResults
  const rules = async () =>
    (
      await server.pool.query<{ status: string; active: boolean; after_minutes: number }>(
        'SELECT status, active, after_minutes FROM recycle_rules WHERE file_id IS NULL',
      )
    ).rows
  await server.pool.query(sql`DELETE FROM recycle_rules WHERE status = ${missing}`)
  await server.pool.query(sql`UPDATE recycle_rules SET after_minutes = 77 WHERE status = ${recycled}`)
  await seedBase(server.pool)
  const after = await rules()
  expect(after.map(({ status }) => status).toSorted()).toEqual([...recycledResults].toSorted())
  expect(after.find(({ status }) => status === missing)).toMatchObject({ active: false })
  expect(after.find(({ status }) => status === recycled)).toMatchObject({ after_minutes: 77 })
})
