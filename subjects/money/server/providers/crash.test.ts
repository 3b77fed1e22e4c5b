/** Servers are killed repeatedly while sending orders: the partner's journal has each order once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { startProcess, type ServerProcess } from '#test/process.ts'
import { rounds } from '#test/rounds.ts'
import { startProvider, type ProviderSimulator } from '#simulator/provider.ts'
import { brokenInvariants } from '#platform/server/db/invariants.ts'

const name = 'doitac1.example'
const orders = rounds(60, 120)
let database: TestDatabase
let partner: ProviderSimulator
let servers: ServerProcess[] = []
beforeAll(async () => {
  database = await organisationDatabase()
  partner = await startProvider({ token: 'token' })
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await partner.close()
  await database.drop()
})

const start = (): Promise<ServerProcess> =>
  startProcess(database.url, {
    REFUND_PARTNERS: JSON.stringify([{ name, url: partner.url, token: 'token', timeoutMs: 500 }]),
  })

test('D3-PRV-02: with two processes, SIGKILL at any moment and lost answers each order reaches the partner exactly once', async () => {
  const { pool } = database
  servers = [await start(), await start()]
  await pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han) VALUES ('VD90', 12000)`)
  await pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type,
      trang_thai_duyet_hoan_goi, username_duyet_trang_thai_duyet_hoan_goi)
    SELECT 'sale111', '', (920000000 + n)::text, 'VD90', 1, 1, 'admin' FROM generate_series(1, ${orders}) n`)
  await pool.query(`SELECT queue_provider_order(id, '${name}', 'admin') FROM requestrefund`)
  for (let n = 0; n < rounds(2, 20); n += 1) {
    partner.fault({ mode: n % 2 ? 'lost' : 'slow', ms: 40, times: 15 })
    await sleep(60 + Math.random() * 250)
    const [victim, ...rest] = servers
    await victim?.kill()
    servers = [...rest, await start()]
  }
  partner.fault()
  const open = async (): Promise<number> =>
    (
      await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM provider_orders WHERE state IN ('queued', 'sending')`,
      )
    ).rows[0]?.n ?? 0
  while ((await open()) > 0) {
    await pool.query(
      `UPDATE provider_orders SET next_at = now() WHERE state = 'sending' AND next_at > now() + interval '6 seconds'`,
    )
    await sleep(200)
  }
  expect(partner.journal().filter(({ again }) => again)).toEqual([])
  expect(partner.journal()).toHaveLength(orders)
  expect(await brokenInvariants(pool)).toEqual({})
  expect(new Set(partner.journal().map(({ isdn }) => isdn)).size).toBe(orders)
}, 90_000)
