/** Packages without a price: refused until the caller confirms them (D3-OTP-08). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { isEmpty } from '#kit/contract/kinds.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { pricedTexts } from '#platform/contract/priced.ts'
import { packageKey } from '#kit/contract/text.ts'
import type { Ctx } from './context.ts'
import { currentRow, sentName } from './write.ts'

/** UNPRICED, with the field it was sent in, for a package without a price in the price list, unless the call has `goi_khong_gia`. Not checked while the price list is empty. */
export async function requirePriced(name: string, field: string, ctx: Ctx): Promise<void> {
  if (ctx.unpriced) return
  const { rows } = await ctx.db.query<{ missing: boolean }>(sql`
    SELECT EXISTS (SELECT FROM giahoantien WHERE deleted_at IS NULL AND gia_goi > 0) AND NOT EXISTS (
      SELECT FROM giahoantien
      WHERE package_key(ten_goi_cuoc) = ${packageKey(name)} AND deleted_at IS NULL AND gia_goi > 0) AS missing`)
  if (!rows[0]?.missing) return
  const message = pricedTexts.unpriced(name)
  throw new AppError('UNPRICED', message, { fields: { [field]: message } })
}

/** The same for every package in the body of a form; for row `id` only if it differs from the row's current one. */
export async function requirePricedIn(
  resource: Resource,
  sent: unknown,
  ctx: Ctx,
  id: string | null = null,
): Promise<void> {
  if (!isObject(sent)) return
  const names = Object.entries(resource.fields).filter(
    ([, { suggest, write }]) =>
      suggest === 'packages' && write !== 'never' && (!write || can(ctx.actor, write)),
  )
  for (const [name, field] of names) {
    const as = sentName(sent, name, field)
    const typed = sent[as]
    if (isEmpty(typed) || typeof typed !== 'string') continue
    const stored = id === null ? null : (await currentRow(resource, id, ctx))?.row[name]
    if (typeof stored === 'string' && packageKey(stored) === packageKey(typed)) continue
    await requirePriced(typed.trim(), as, ctx)
  }
}
