/** A locked, signed-out or demoted account cannot complete a request that it began before, for any call (D3-SEC-12). */
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { hashToken } from '#kit/server/sessions.ts'
import { rounds } from '../rounds.ts'
import { signInAs } from '../server.ts'
import { openFilledStage } from './filled.ts'
import { imprintOfAll, isUpload, sendLate, type Late } from './late-requests.ts'
import { knownIds, requestsFor, type Ask } from './requests.ts'
import type { Player, Stage } from './stage.ts'

let stage: Stage
let port: number
/** A write of every declared call that needs a session, with a valid body, as an account with the right. */
let writes: { player: Player; ask: Ask }[]

const isWrite = ({ method, decides }: Stage['server']['api']['policy'][number]): boolean =>
  method !== 'GET' || decides !== undefined

beforeAll(async () => {
  stage = await openFilledStage()
  const { app, api, pool } = stage.server
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  // Another administrator than those being locked here, to lock them.
  await pool.query(`
    INSERT INTO users (username, fullname, email, phone, role_id, password_hash)
    SELECT 'admin-kia', 'Quản trị khác', 'kia@example.com', '0900000999', role_id, password_hash FROM users WHERE username = 'admin'`)
  const samples = await knownIds(stage)
  const requestsByPlayer = new Map<string, Ask[]>()
  for (const player of stage.players)
    requestsByPlayer.set(player.name, await requestsFor(stage, player, samples))
  writes = api.policy.filter(isWrite).flatMap(({ method, path, may }) => {
    if (may === 'public') return []
    const player = stage.players.find(({ actor }) => can(actor, may))
    const ask = requestsByPlayer
      .get(player?.name ?? '')
      ?.find((one) => one.method === method && one.path === path)
    if (!player || !ask) throw new Error(`nobody sends ${method} ${path}`)
    return [{ player, ask }]
  })
})
afterAll(() => stage.close())

const noByte = new Set(['POST /api/v1/imports/saokedoitac'])

const idOf = async (username: string): Promise<string> => {
  const { rows } = await stage.server.pool.query<{ id: string }>(
    sql`SELECT id FROM users WHERE username = ${username}`,
  )
  return rows[0]?.id ?? ''
}

const unlock = (username: string) =>
  stage.server.pool.query(
    sql`UPDATE users SET is_deleted = false WHERE username = ${username} AND is_deleted`,
  )

/** Waits until every process was notified: another request of the session is refused. */
async function ended(token: string): Promise<void> {
  const status = async () => (await stage.server.by(token).get('/api/v1/auth/me')).status
  await expect.poll(status, { timeout: 5_000 }).toBe(401)
}

/** Requests whose headers were accepted: the session was checked and the right was present. */
async function begun(asks: readonly Ask[], token: string): Promise<Late[]> {
  const { sessions } = stage.server.api
  const find = sessions.find
  let found = 0
  sessions.find = async (sent) => {
    const session = await find(sent)
    found += Number(sent === token)
    return session
  }
  try {
    const late = await Promise.all(asks.map((ask) => sendLate(ask, token, port)))
    await expect.poll(() => found).toBe(asks.length + asks.filter(isUpload).length)
    return late
  } finally {
    sessions.find = find
  }
}

test('every declared write whose last byte arrives after its account was locked is refused and stores nothing (D3-SEC-12)', async () => {
  const { server } = stage
  const other = await server.as('admin-kia')
  expect(writes.length).toBeGreaterThan(250)
  const names = new Set(writes.map(({ player }) => player.name))
  for (const name of names) {
    const playerWrites = writes
      .filter(({ player, ask }) => player.name === name && ask.method !== 'GET')
      .map(({ ask }) => ask)
    for (let start = 0; start < playerWrites.length; start += 40) {
      await unlock(name)
      const token = await signInAs(server.pool, name)
      const late = await begun(playerWrites.slice(start, start + 40), token)
      expect((await other.post(`/api/v1/users/${await idOf(name)}/lock`)).status).toBe(200)
      await ended(token)
      const before = await imprintOfAll(server.pool)
      const answers = await Promise.all(
        late.map(async ({ ask, finish }) => [`${ask.method} ${ask.path}`, (await finish()).status]),
      )
      // This one checks the partner in its address before it reads a byte.
      expect(answers.filter(([call, status]) => status !== 401 && !noByte.has(String(call)))).toEqual([])
      expect(await imprintOfAll(server.pool)).toEqual(before)
    }
    await unlock(name)
  }
}, 300_000)

test('without a lock the same late calls succeed (D3-SEC-12)', async () => {
  const { server } = stage
  const token = await signInAs(server.pool, 'admin')
  const lists = new Set(resources.map((resource) => `/api/v1/${resource.path}`))
  const adminWrites = writes.filter(({ player, ask }) => player.name === 'admin' && lists.has(ask.address))
  const late = await begun(
    adminWrites.map(({ ask }) => ask),
    token,
  )
  const before = await imprintOfAll(server.pool)
  const statuses = await Promise.all(late.map(async ({ finish }) => (await finish()).status))
  expect(statuses).not.toContain(401)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(2)
  expect(await imprintOfAll(server.pool)).not.toEqual(before)
})

test('a sign-out, a lost right and the end of a confirmation between headers and last byte are noticed too (D3-SEC-12)', async () => {
  const { server } = stage
  const call = (path: string): Ask[] =>
    writes.flatMap(({ ask }) => (ask.path === path ? [ask] : [])).slice(0, 1)
  const role = call('/api/v1/role')
  const blocked = call('/api/v1/blacklist')
  const before = await imprintOfAll(server.pool)
  const finished = async (asks: Ask[], meanwhile: (token: string) => Promise<unknown>) => {
    const token = await signInAs(server.pool, 'admin')
    const [late] = await begun(asks, token)
    await meanwhile(token)
    return (await late?.finish())?.text
  }
  expect(
    await finished(blocked, async (token) => {
      await server.by(token).post('/api/v1/auth/logout')
      await ended(token)
    }),
  ).toContain('UNAUTHENTICATED')
  expect(
    await finished(role, (token) =>
      server.pool.query(sql`
        UPDATE sessions SET confirmed_until = NULL WHERE token_hash = decode(${hashToken(token)}, 'hex')`),
    ),
  ).toContain('REAUTH')
  const permissionQuery = `SELECT id FROM permissions WHERE code = 'role.add'`
  expect(
    await finished(role, async (token) => {
      await server.pool.query(`DELETE FROM role_permissions WHERE permission_id = (${permissionQuery})`)
      const status = async () => (await server.by(token).post('/api/v1/role', {})).status
      await expect.poll(status, { timeout: 5_000 }).toBe(403)
    }),
  ).toContain('FORBIDDEN')
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT role_id, (${permissionQuery}) FROM users WHERE username = 'admin'`)
  const after = await imprintOfAll(server.pool)
  const isStable = (line: string) => !line.startsWith('role_permissions ')
  expect(after.filter(isStable)).toEqual(before.filter(isStable))
})

/** Bodies for calls where the one from the description would be refused before the transaction starts. */
const accepted: Readonly<Record<string, object>> = {
  'PUT /api/v1/requestrefund/setCreatedTime/:id': { created_time: '2026-01-05T03:00:00.000Z' },
  'PUT /api/v1/users/:id/bank-account': { ngan_hang: 'VCB', so_tai_khoan: '0071000123456' },
  'POST /api/v1/users/:id/reset-password': { password: 'mưa rào tháng sáu', rePassword: 'mưa rào tháng sáu' },
  'POST /api/v1/users': {
    username: 'nguoi-moi',
    fullname: 'Người Mới',
    email: 'moi@example.com',
    phone: '0900000998',
    password: 'mưa rào tháng sáu',
    role_id: '018f0000-0000-7000-8000-00000000dead',
  },
  'PUT /api/v1/moigoihomsau/setTrangThai/:id': { trang_thai: 'da_moi' },
  'PUT /api/v1/moigoihomsau/approve/:id': {},
}

/** The calls that decide, each with its complete body, as an administrator sends them. */
const deciding = (): Ask[] => {
  const decided = new Set(
    stage.server.api.policy.filter(({ decides }) => decides).map(({ method, path }) => `${method} ${path}`),
  )
  return writes.flatMap(({ player, ask }) =>
    player.name === 'admin' && decided.has(`${ask.method} ${ask.path}`)
      ? [{ ...ask, body: accepted[`${ask.method} ${ask.path}`] ?? ask.body }]
      : [],
  )
}

/** Sends `ask` while another transaction has made the `change` without committing; returns whether it waited, and the response. */
async function sentDuring(ask: Ask, token: string, change: string, blocker: Pool) {
  const { server } = stage
  const client = await blocker.connect()
  const isBlocking = async () => {
    const { rowCount } = await server.pool.query(sql`
      SELECT FROM pg_stat_activity WHERE ${(client as unknown as { processID: number }).processID} = ANY(pg_blocking_pids(pid))`)
    return Boolean(rowCount)
  }
  try {
    await client.query('BEGIN')
    await client.query(change)
    const answer = { got: undefined as number | undefined, text: '' }
    const sent = server.app
      .inject({
        method: ask.method,
        url: ask.address,
        headers: { authorization: `Bearer ${token}` },
        ...(ask.method !== 'GET' && { payload: isObject(ask.body) ? ask.body : {} }),
      })
      .then(({ statusCode, body }) => Object.assign(answer, { got: statusCode, text: body }))
    let waited = false
    await expect
      .poll(
        async () => (waited = answer.got === undefined && (await isBlocking())) || answer.got !== undefined,
        {
          interval: 5,
          timeout: 5_000,
        },
      )
      .toBe(true)
    await client.query('COMMIT')
    await sent
    return { waited, status: answer.got, text: answer.text }
  } finally {
    client.release()
  }
}

test('a decision concurrent with a lock, a sign-out or a demotion waits for it and is refused (D3-SEC-12)', async () => {
  const { server } = stage
  const blocker = createPool(server.url, { max: 1, applicationName: 'who locks', log: console })
  const ways: Record<string, { change: (token: string) => string; status: number; back: string }> = {
    lock: {
      change: () => `UPDATE users SET is_deleted = true WHERE username = 'admin'`,
      status: 401,
      back: `UPDATE users SET is_deleted = false WHERE username = 'admin'`,
    },
    'sign-out': {
      change: (token) =>
        `UPDATE sessions SET revoked_at = now() WHERE token_hash = decode('${hashToken(token)}', 'hex')`,
      status: 401,
      back: '',
    },
    demotion: {
      change: () => `UPDATE roles SET priority = 2, version = version + 1 WHERE priority = 1`,
      status: 403,
      back: `UPDATE roles SET priority = 1 WHERE id = (SELECT role_id FROM users WHERE username = 'admin')`,
    },
  }
  try {
    const all = deciding()
    expect(all.length).toBeGreaterThan(60)
    for (const [name, { change, status, back }] of Object.entries(ways)) {
      const before = await imprintOfAll(server.pool)
      const unheld: unknown[] = []
      // Every call is tested with a lock; a sample with the others, as the check is shared.
      for (const ask of name === 'lock' ? all : all.filter((_, index) => index % rounds(8, 1) === 0)) {
        const token = await signInAs(server.pool, 'admin')
        const answer = await sentDuring(ask, token, change(token), blocker)
        if (back) await server.pool.query(back)
        if (!answer.waited || answer.status !== status)
          unheld.push([
            name,
            ask.method,
            ask.address,
            answer.waited,
            answer.status,
            answer.text.slice(0, 200),
          ])
      }
      expect(unheld).toEqual([])
      expect((await imprintOfAll(server.pool)).length).toBe(before.length)
    }
  } finally {
    await blocker.end()
  }
}, 300_000)
