/** POST customer: a customer entered by hand, into the caller's own list (D1-Q-058, D1-Q-060). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { customer, subscriberTypes } from '#subjects/numbers/contract/lists/customer.ts'
import { withMsg } from '#kit/server/answer.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Raw } from '#kit/server/handle.ts'
import { readOne } from '#kit/server/list.ts'
import { untoldAmong } from '#kit/server/phone-searches.ts'
import { readBody, type Values } from '#kit/server/write.ts'
import { ownList } from './lists.ts'
import { beginMovements } from './moving.ts'
import { checked } from './visible.ts'

/** Replaces the bracketed names of D1-Q-061 by the stored ones. */
export function withAliases(row: Record<string, unknown>): Record<string, unknown> {
  const { registerAt, expiredAt, packageCanRegister, ...rest } = row
  return {
    ...rest,
    packageRegisterAt: rest.packageRegisterAt ?? registerAt,
    packageExpiredAt: rest.packageExpiredAt ?? expiredAt,
    packagesCanRegister: rest.packagesCanRegister ?? packageCanRegister,
  }
}

function read(body: unknown, ctx: Ctx): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('VALIDATION', messages.invalid)
  }
  // An import treats a missing package as empty; the dialog requires one.
  const fields = { package: null, ...withAliases(body as Record<string, unknown>) }
  const values = readBody(customer, fields, ctx.actor, 'create')
  const type = subscriberTypes.find((option) => option.value === values.type || option.label === values.type)
  if (!type) {
    throw new AppError('VALIDATION', messages.invalidValue, {
      fields: { type: 'Loại thuê bao phải là MC hoặc MG' },
    })
  }
  // ISO dates compare as text.
  if (String(values.packageExpiredAt) < String(values.packageRegisterAt)) {
    throw new AppError('VALIDATION', messages.invalidValue, {
      fields: { packageExpiredAt: 'Ngày hết hạn trước ngày đăng ký' },
    })
  }
  return { ...values, type: type.value }
}

/** Creates the customer and returns it; CONFLICT when the list has the phone with this package. */
export async function createCustomer(ctx: Ctx, raw: Raw) {
  const values = read(raw.body, ctx)
  const list = await ownList(ctx)
  const untold = (await untoldAmong([String(values.phone)], ctx)).size > 0
  await beginMovements(ctx, 'import')
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    WITH changed AS (INSERT INTO customer AS t (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle",
      "packagesCanRegister", untold, status, stage, rank)
    SELECT ${list}, ${values.phone}, ${values.type}, ${values.package}, ${values.packageRegisterAt},
      ${values.packageExpiredAt}, ${values.packageCycle}, ${values.packagesCanRegister}, ${untold},
      CASE WHEN blocked THEN 'BLOCKED' ELSE ${values.status} END, CASE WHEN blocked THEN 'blocked' ELSE 'left' END,
      nextval('customer_rank')
    FROM (SELECT ${values.status} = 'BLOCKED'
      OR NOT ${untold} AND EXISTS (SELECT FROM do_not_call WHERE phone_number = ${values.phone}) AS blocked) b
    ON CONFLICT (file_id, phone, package) WHERE stage <> 'gone' DO NOTHING
    RETURNING t.id, NULL::jsonb AS before, to_jsonb(t) - 'version' AS after),
    audited AS (${auditRows(ctx, 'create', customer)}) SELECT id FROM changed`)
  const created = rows[0]
  if (!created) throw new AppError('CONFLICT', 'Số này với gói này đã có trong danh sách')
  ctx.publish(customer.path)
  ctx.publish('upload')
  return withMsg(await readOne(checked, created.id, ctx), 'Tạo khách hàng thành công')
}
