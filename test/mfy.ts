/** Mfy requests for tests: prices, requests of any account, their stored states. */
import { expect } from 'vitest'
import sql from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import type { TestServer } from './server.ts'

export type Request = Record<string, unknown> & { id: string; version: number }

/** Two packages with prices. */
export const addMfyPrices = (pool: Pool): Promise<unknown> =>
  pool.query(`INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES
    ('VD90', 30000, 45000, 54000, 62500), ('BIG70', 25000, 35000, 42000, 49001)`)

let phoneCount = 0
/** An unused phone. */
export const nextPhone = (): string => `09${String(10_000_000 + (phoneCount += 1) * 137)}`

/** A new request of `by`, by default tier T1 of VD90. */
export async function request(server: TestServer, by: string, more: object = {}): Promise<Request> {
  const body = { so_dien_thoai: nextPhone(), ma_goi: 'VD90', gia_ban_goi: 1, ...more }
  const answer = await (await server.as(by)).post('/api/v1/mfy', body)
  expect([answer.status, answer.body.msg]).toEqual([200, undefined])
  return answer.data as Request
}

/** A request as stored. */
export async function storedRequest(pool: Pool, id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(sql`SELECT * FROM mfy WHERE id = ${id}`)
  return rows[0] ?? {}
}

/** The waits of a request, oldest first. */
export async function waits(pool: Pool, id: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>(sql`
    SELECT lan, username_nv, ket_qua, truy_thu::int AS truy_thu FROM mfy_wait WHERE mfy_id = ${id} ORDER BY began, id`)
  return rows
}

/** Moves the start of a running wait `ms` into the past. */
export async function startedAgo(pool: Pool, id: string, ms: number): Promise<void> {
  // One statement, so that both columns have the same instant.
  await pool.query(sql`
    WITH moved AS (UPDATE mfy SET thoi_diem_thay_doi_trang_thai = now() - ${ms} * interval '1 ms' WHERE id = ${id})
    UPDATE mfy_wait SET began = now() - ${ms} * interval '1 ms' WHERE mfy_id = ${id} AND ended IS NULL`)
}
