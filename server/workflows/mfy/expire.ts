/** The clock of Mfy requests: what is due expires once, whoever looks first (D2-MFY-48, D3-CLK-01). */
import sql from 'sql-template-tag'
import { maskPhone } from '../../../contract/phone.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import { mfyTexts } from '../../../contract/workflows/mfy.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Services } from '../../kit/context.ts'
import { runPeriodically } from '../../kit/periodic.ts'

/** How often each process looks, in ms: often enough that nothing is later than 10:05 (docs/decisions/mfy.md). */
const everyMs = 1_000

/**
 * Expires what is due, in one statement that commits by itself; tells screens and holders. A call waits for what is being
 * changed meanwhile, the clock comes back to it.
 */
export async function expireDue(services: Services, requestId: string, waits: boolean): Promise<void> {
  const { rows } = await services.pool.query<{ id: string; username: string; phone: string }>(sql`
    WITH changed AS MATERIALIZED (SELECT * FROM expire_mfy(${waits})),
      audited AS (${auditRows({ system: '__AUTO', requestId }, 'update', mfy.path)})
    SELECT id, after ->> 'username_nv' AS username, after ->> 'so_dien_thoai' AS phone FROM changed`)
  if (rows.length === 0) return
  services.publish(mfy.path)
  for (const { username, phone } of rows) services.announce({ username }, mfyTexts.expired(maskPhone(phone)))
}

/** Looks from now on; answers how to stop. */
export const watchClocks = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'expiring mfy requests', everyMs, run: () => expireDue(services, 'mfy-clock', false) },
    services.log,
  )
