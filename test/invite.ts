/** Helpers for tests of package invitations: users with the right, prices, and the calls as the screen makes them. */
import sql from 'sql-template-tag'
import type { CodeType } from '#platform/contract/code-tabs.ts'
import { codeChannels } from '#subjects/registrations/contract/calls/channels.ts'
import { codeCalls } from '#subjects/registrations/contract/calls/invite.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { afterAll, beforeAll } from 'vitest'
import { otpOf } from '#simulator/registrations.ts'
import { startTestCarrier, type TestCarrier } from './carrier.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from './server.ts'

/** Grants all salespeople and leaders exactly these invitation codes, and branches none; before any sign-in. */
export async function grantInvite(pool: Pool, codes: readonly string[]): Promise<void> {
  await pool.query(sql`
    DELETE FROM role_permissions rp USING roles r, permissions p
    WHERE r.id = rp.role_id AND p.id = rp.permission_id AND r.priority >= 3 AND p.category = 'Mời gói'`)
  await pool.query(sql`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.priority IN (4, 5) AND p.code = ANY(${[...codes]})
    ON CONFLICT DO NOTHING`)
}

/** Enables or disables the channels of confirmation tabs 1 to 4 for an account. */
export async function chooseCodeChannels(pool: Pool, username: string, active = true): Promise<void> {
  await pool.query(sql`
    INSERT INTO userkenhmoigoi (staff_username, kenh, active)
    SELECT ${username}, kenh, ${active} FROM unnest(${codeChannels}::text[]) kenh
    ON CONFLICT (staff_username, kenh) DO UPDATE SET active = EXCLUDED.active`)
}

export const priceTwo = (pool: Pool): Promise<unknown> =>
  pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 90000), ('VD120', 120000)`)

let phoneCount = 0
/** An unused number that exists and has money. */
export const nextPhone = (): string => String(970_110_011 + (phoneCount += 1) * 100)

/** A wrong code for a number. */
export const wrongOtp = (phone: string): string => (otpOf(phone) === '111111' ? '222222' : '111111')

/** Requests a code; returns the order. */
export async function getOrder(
  caller: Caller,
  phone: string,
  pack = 'VD90',
  type: CodeType = '9084',
  xac_nhan_lai = false,
): Promise<string> {
  const body = { type, phone, package: pack, xac_nhan_lai }
  const answer = await caller.post(codeCalls[type].ask.path, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.data as { orderCode: string }).orderCode
}

type Given = { pack?: string; otp?: string; type?: CodeType }

/** Confirms an order, by default with the right code. */
export const confirmOrder = (
  caller: Caller,
  phone: string,
  order: string,
  { pack = 'VD90', otp = otpOf(phone), type = '9084' }: Given = {},
): Promise<Answer> =>
  caller.post(codeCalls[type].confirm.path, { type, phone, package: pack, otp, transIdGetOtp: order })

type Made = { carrier: TestCarrier; server: TestServer; seller: Caller }
type Setting = { codes: readonly string[]; channelsOf?: readonly string[]; timeoutMs?: number }

/** A carrier and a server for one test file, with users who may invite, two prices and the salesperson sale111. */
export function setUpInvite(
  { codes, channelsOf = ['chinhanh1'], timeoutMs = 500 }: Setting,
  take: (made: Made) => unknown,
): void {
  let carrier: TestCarrier
  let server: TestServer
  beforeAll(async () => {
    carrier = await startTestCarrier({ timeoutMs })
    server = await startTestServer(carrier.env)
    await grantInvite(server.pool, codes)
    for (const username of channelsOf) await chooseCodeChannels(server.pool, username)
    await priceTwo(server.pool)
    await take({ carrier, server, seller: await server.as('sale111') })
  })
  afterAll(async () => {
    await server.close()
    await carrier.close()
  })
}
