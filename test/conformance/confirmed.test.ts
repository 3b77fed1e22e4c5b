/** Sensitive calls and large exports require a confirmed session, for every caller and on every way (D3-SEC-07). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { defaultPaging, exportThreshold, largestPage } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { setSettings } from '../settings.ts'
import { openFilledStage } from './filled.ts'
import type { Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

const nowhere = '018f0000-0000-7000-8000-00000000dead'
const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

test('the calls named in the requirement need a confirmed session, as do the calls that depend on them (D3-SEC-07, D3-SEC-06)', () => {
  const declared = stage.server.api.policy.filter(({ reauth }) => reauth).map(keyOf)
  expect(declared).toEqual(
    expect.arrayContaining([
      // Secrets.
      'GET /api/v1/systemaccount/:id',
      // Closing and reopening a month.
      'POST /api/v1/chotluong',
      'POST /api/v1/chotluong/molai',
      // Changes of roles, their permissions and their priority.
      'POST /api/v1/role',
      'PUT /api/v1/role/:id',
      'DELETE /api/v1/role/:id',
      // The second factor, as setting up one's own would confirm the rest.
      'POST /api/v1/session/second-factor',
      'GET /api/v1/session/second-factor/new',
      'PUT /api/v1/session/second-factor',
      'POST /api/v1/session/second-factor/off',
      'POST /api/v1/users/:id/reset-second-factor',
      // Sessions of the own account, which could otherwise lock its owner out.
      'DELETE /api/v1/session/own',
      'DELETE /api/v1/session/own/:id',
    ]),
  )
})

test('each of these calls answers REAUTH in an unconfirmed session, FORBIDDEN to users without the right, and does nothing (D3-SEC-07)', async () => {
  const { api, pool } = stage.server
  const count = async () =>
    (await pool.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM audit_log`)).rows[0]?.n
  const before = await count()
  for (const { name, actor } of stage.players) {
    const caller = await stage.server.unconfirmed(name)
    for (const { method, path, may, reauth } of api.policy) {
      if (!reauth || may === 'public') continue
      const url = path.replace(/:\w+/g, nowhere)
      const ask = { GET: caller.get, POST: caller.post, PUT: caller.put, DELETE: caller.delete }[method]
      const expected = can(actor, may) ? 'REAUTH' : 'FORBIDDEN'
      const { status, body } = await ask(url)
      expect([name, method, path, status, body.code]).toEqual([name, method, path, 403, expected])
    }
  }
  expect(await count()).toBe(before)
})

/** Every way to get all rows of a list at once. */
function exportsOf(): string[] {
  const everyRow = 'page=0&count=9999999999'
  const slice = `page=0&count=${exportThreshold}`
  const ofLists = resources.flatMap(({ path, may, listNoLimit }) => [
    `${path}?${slice}`,
    `${path}?page=0&count=${largestPage + 1}`,
    ...(may.export === undefined ? [] : [`${path}/export`, `${path}?${everyRow}`]),
    ...(listNoLimit ? [`${path}/listNoLimit`] : []),
  ])
  const ofReports = reports.flatMap(({ path }) => [
    `${path}/export`,
    `${path}/listExport`,
    `${path}?${everyRow}`,
    `${path}?${slice}`,
    `${path}?page=0&count=${largestPage + 1}`,
  ])
  const { policy } = stage.server.api
  const byHand = policy
    .filter(({ method, path }) => method === 'GET' && /\/(listExport|xuat\w*)$/i.test(path))
    .map(({ path }) => path.replace('/api/v1/', ''))
  return [...new Set([...ofLists, ...ofReports, ...byHand])]
}

test('no export returns a row above the setting without a confirmation, in any of its ways; a page of a list does (D3-SEC-07, D2-Q-12)', async () => {
  await setSettings(stage.server.pool, { 'export.confirmRows': 0 })
  const caller = await stage.server.unconfirmed('admin')
  const confirmed = await stage.server.signedIn('admin')
  let refused = 0
  // The largest page offered by a screen (D1-LIST-11, D1-LIST-12).
  expect(largestPage).toBe(Math.max(...defaultPaging.sizes))
  for (const path of exportsOf()) {
    const answer = await caller.get(`/api/v1/${path}`)
    const rowCount =
      answer.status === 200
        ? Number(answer.headers['x-total-count'] ?? (answer.data as { count: number }).count)
        : 0
    expect([path, answer.status === 200 ? 200 : answer.body.code, rowCount]).toEqual([
      path,
      answer.status === 200 ? 200 : 'REAUTH',
      0,
    ])
    if (answer.status === 200) continue
    refused += 1
    expect([path, (await confirmed.get(`/api/v1/${path}`)).status]).toEqual([path, 200])
  }
  expect(refused).toBeGreaterThan(20)
  for (const { path } of resources)
    expect([path, (await caller.get(`/api/v1/${path}?page=0&count=${largestPage}`)).body.code]).toEqual([
      path,
      undefined,
    ])
})
