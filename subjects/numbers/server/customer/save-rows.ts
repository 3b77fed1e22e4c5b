/** Saves rows of a spreadsheet into a file: inserts new numbers, updates known ones. */
import sql from 'sql-template-tag'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { savedRows } from '#kit/server/audit.ts'
import { collapse, noteSaved } from '#kit/server/import.ts'
import { markUntold } from '#kit/server/phone-searches.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { beginMovements } from './moving.ts'

/**
 * Inserts `rows` (fields of the customer resource) into a file or updates those with the same phone and package,
 * keeping holder, stage and status (D1-Q-070, D1-Q-111). Blacklisted phones arrive blocked (D1-Q-141), except those
 * about which nothing may be revealed. Returns how many are new.
 */
export async function saveCustomerRows(fileId: string, rows: Values[], ctx: Ctx): Promise<number> {
  const unique = await markUntold(customer, collapse(rows, ['phone', 'package']), ctx)
  if (unique.length === 0) return 0
  await beginMovements(ctx, 'import')
  // Bytes, outside of the heap: the text of a chunk takes twice as much in it, and would stay until a full collection.
  const sent = Buffer.from(JSON.stringify(unique.map((row, index) => ({ ...row, at: index }))))
  return noteSaved(
    ctx,
    sql`
    WITH r AS (
      SELECT s.*, NOT untold AND EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = s.phone) AS blocked
      FROM json_to_recordset(${sent}::json) AS s(
        at int, phone text, type text, package text, "packageRegisterAt" date, "packageExpiredAt" date,
        "packageCycle" numeric, state text, "packagesCanRegister" text, so_chu_ky_mien_phi_con_lai numeric, untold boolean)
      ORDER BY at
    ), ${savedRows(
      ctx,
      customer,
      sql`
      INSERT INTO customer AS t (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt",
        "packageCycle", state, "packagesCanRegister", so_chu_ky_mien_phi_con_lai, untold, stage, status, rank)
      SELECT ${fileId}::uuid, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle", state,
        "packagesCanRegister", so_chu_ky_mien_phi_con_lai, untold, CASE WHEN blocked THEN 'blocked' ELSE 'left' END,
        CASE WHEN blocked THEN 'BLOCKED' ELSE 'NORMAL' END, nextval('customer_rank')
      FROM r
      ON CONFLICT (file_id, phone, package) WHERE stage <> 'gone' DO UPDATE SET
        type = EXCLUDED.type, "packageRegisterAt" = EXCLUDED."packageRegisterAt",
        "packageExpiredAt" = EXCLUDED."packageExpiredAt", "packageCycle" = EXCLUDED."packageCycle",
        state = EXCLUDED.state, "packagesCanRegister" = EXCLUDED."packagesCanRegister",
        so_chu_ky_mien_phi_con_lai = EXCLUDED.so_chu_ky_mien_phi_con_lai, version = t.version + 1`,
    )} SELECT id, before IS NULL AS made FROM saved`,
  )
}
