/** Races on the hand-out: two server processes, one database, hundreds of requests in flight. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import type { Reply } from '#tools/player/exchange.ts'
import { rounds } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import { withTransaction } from '#platform/server/db/pool.ts'

let database: TestDatabase
let servers: ServerProcess[]
const sellers = rounds(80, 500)
/** Fewer numbers than sellers. */
const numbers = sellers * 0.8
const tokens: string[] = []

beforeAll(async () => {
  database = await organisationDatabase()
  const { pool } = database
  await pool.query(`
    INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash)
    SELECT 'race' || n, 'Race ' || n, 'race@vasdesk.example', r.id, b.id, l.id, '-'
    FROM generate_series(1, ${sellers}) n, roles r, users b, users l
    WHERE r.priority = 5 AND b.username = 'chinhanh1' AND l.username = 'leader11'`)
  for (let n = 1; n <= sellers; n += 1) tokens.push(await signInAs(pool, `race${n}`))
  servers = await Promise.all([startProcess(database.url), startProcess(database.url)])
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await database.drop()
})

type Claimed = { value: { id: string; phone: string } | null }

/** A claim as the screen makes it: a server that sheds load (503) is asked again. */
async function claim(token: string, n: number): Promise<Reply> {
  for (;;) {
    const reply = await call(`${servers[n % 2]?.url}/api/v1/customer/new-care`, 'GET', token)
    if (reply.status !== 503) return reply
    await sleep(100)
  }
}

async function claimAll(usernames: string[]): Promise<string[]> {
  const replies = await Promise.all(usernames.map(claim))
  expect(replies.map((reply) => reply.status).filter((status) => status !== 200)).toEqual([])
  return replies.flatMap((reply) => (reply.body.data as Claimed).value?.id ?? [])
}

async function reset(): Promise<void> {
  await database.pool.query(`
    BEGIN;
    SELECT set_config('vas.movement', 'delete', true);
    UPDATE customer SET stage = 'gone' WHERE stage <> 'gone';
    UPDATE data_files SET deleted_at = now() WHERE deleted_at IS NULL;
    DELETE FROM data_options; DELETE FROM data_quotas;
    COMMIT;`)
}

test('hundreds of simultaneous claims hand out no customer twice and lose none, and the rest are told that nothing is left', async () => {
  await reset()
  const file = await makePool(database.pool, { rows: numbers })
  await permitFiles(database.pool, 'chinhanh1', [file])
  const claimed = await claimAll(tokens)
  expect(new Set(claimed).size).toBe(claimed.length)
  expect(claimed).toHaveLength(numbers)
  expect(await brokenInvariants(database.pool)).toEqual({})
})

test('a quantity is never exceeded, however many claim at once (D1-SPLIT-13, D1-Q-073)', async () => {
  await reset()
  const file = await makePool(database.pool, { rows: 1000, held: { leader11: 37, chinhanh1: 100 } })
  await permitFiles(database.pool, 'chinhanh1', [file])
  expect(await claimAll(tokens)).toHaveLength(37)
  expect(await brokenInvariants(database.pool)).toEqual({})
})

test('one person who claims thirty-two times at once gets one customer', async () => {
  await reset()
  const file = await makePool(database.pool, { rows: 50 })
  await permitFiles(database.pool, 'chinhanh1', [file])
  for (const token of tokens.slice(0, rounds(3, 10))) {
    const claimed = await claimAll(Array.from({ length: 32 }, () => token))
    expect(new Set(claimed).size).toBe(1)
    expect(claimed).toHaveLength(32)
  }
})

test('a file stopped during claims hands out nothing after the stop was answered', async () => {
  await reset()
  const file = await makePool(database.pool, { rows: 1000 })
  await permitFiles(database.pool, 'chinhanh1', [file])
  const claims = claimAll(tokens)
  // The lock comes first: the time of the stop is then the time after which no claim can draw from the file.
  await withTransaction(database.pool, async (client) => {
    await client.query('SELECT FROM data_files WHERE id = $1 FOR UPDATE', [file])
    await client.query(
      'UPDATE data_files SET is_activated = 0, stopped_at = clock_timestamp() WHERE id = $1',
      [file],
    )
  })
  await claims
  expect(await brokenInvariants(database.pool)).toEqual({})
})

test('the race test detects the duplicates of a naive hand-out', async () => {
  await reset()
  const { rows } = await database.pool.query<{ definition: string }>(
    `SELECT pg_get_functiondef('take_from(uuid, uuid, uuid, bigint, timestamptz, int)'::regprocedure) AS definition`,
  )
  await database.pool.query('DROP INDEX customer_one_holder')
  await database.pool.query(`
    CREATE OR REPLACE FUNCTION take_from(p_user uuid, p_file uuid, p_pool uuid, p_below bigint, p_since timestamptz,
      INOUT looks int, OUT taken uuid) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT id INTO taken FROM customer WHERE file_id = p_file AND stage = 'left'
        AND holder_id IS NOT DISTINCT FROM p_pool ORDER BY rank LIMIT 1;
      UPDATE customer SET holder_id = p_user, stage = 'open', claimed_at = now() WHERE id = taken;
    END $$`)
  try {
    const file = await makePool(database.pool, { rows: numbers })
    await permitFiles(database.pool, 'chinhanh1', [file])
    const claimed = await claimAll(tokens)
    expect(new Set(claimed).size).toBeLessThan(claimed.length)
  } finally {
    await reset()
    await database.pool.query(rows[0]?.definition ?? '')
    await database.pool.query(
      `CREATE UNIQUE INDEX customer_one_holder ON customer (phone) WHERE stage = 'open'`,
    )
  }
})
