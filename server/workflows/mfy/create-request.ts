/** POST: creates a request; beside an open one for the same number and package only once confirmed. */
import sql from 'sql-template-tag'
import { formatInstant } from '../../../contract/dates.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { isObject } from '../../../contract/kit/is-object.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import type { Row } from '../../../contract/kit/row-schema.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import { mfyTexts } from '../../../contract/workflows/mfy.ts'
import type { Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { untoldAmong } from '../../kit/phone-searches.ts'
import { create, readBody, type Values } from '../../kit/write.ts'
import { notifyApprovers } from './notices.ts'

type Open = { ma_goi: string; trang_thai: string; created_at: Date }

/** AGAIN while anybody's request for this number and package is open; concurrent creators wait for each other. */
async function requireNoneOpen({ so_dien_thoai: phone, ma_goi: pack }: Values, ctx: Ctx): Promise<void> {
  // The answer would reveal something about the number, which counts as a search for it (D3-SEC-05).
  if ((await untoldAmong([String(phone)], ctx)).size > 0) return
  await ctx.db.query(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${String(phone)} || package_key(${String(pack)}), 98))`)
  const { rows } = await ctx.db.query<Open>(sql`
    SELECT ma_goi, trang_thai, created_at FROM mfy
    WHERE reverse(so_dien_thoai::text) = reverse(${String(phone)}) AND ma_goi = package_key(${String(pack)})
      AND deleted_at IS NULL AND trang_thai IN (mfy_dang_cho_duyet(), mfy_duyet(), mfy_da_soan_y_lan_1(), mfy_duyet_lan_2())
    ORDER BY created_at DESC LIMIT 1`)
  const [open] = rows
  if (!open) return
  const at = formatInstant(open.created_at.toISOString())
  throw new AppError(
    'AGAIN',
    mfyTexts.again(open.ma_goi, at, showField(open.trang_thai, mfy.fields.trang_thai)),
  )
}

/** Creates the request and notifies the approvers. */
export async function createRequest(ctx: Ctx, body: unknown): Promise<Json<Row>> {
  const values = readBody(mfy, body, ctx.actor, 'create')
  const agreed = isObject(body) && Number(body.xac_nhan_lai) === 1
  if (!agreed) await requireNoneOpen(values, ctx)
  return create(mfy, values, ctx, notifyApprovers)
}
