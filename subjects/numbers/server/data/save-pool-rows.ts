/** Saves rows of a subscriber sheet as customers of a pool file (D1-UPL-20 to 23, D1-Q-111). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { saveCustomerRows } from '../customer/save-rows.ts'
import { readFileName } from './pool-file.ts'

/** Id of the live file of that name, created when missing; concurrent imports create one. A delete waits. */
async function findOrCreate(name: string, ctx: Ctx): Promise<string> {
  await ctx.db.query(sql`
    INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
    VALUES ('pool', ${name}, ${ctx.actor.username}, ${ctx.actor.id})
    ON CONFLICT ("FileName") WHERE kind = 'pool' AND deleted_at IS NULL DO NOTHING`)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM data_files WHERE kind = 'pool' AND "FileName" = ${name} AND deleted_at IS NULL FOR KEY SHARE`)
  const file = rows[0]
  if (!file) throw new AppError('CONFLICT', 'File vừa bị xoá, hãy thử lại')
  return file.id
}

/** Maps columns of the sheet to columns of the customer. */
export const subscriberColumns = {
  so_dien_thoai: 'phone',
  loai_thue_bao: 'type',
  goi_cuoc: 'package',
  ngay_dang_ky: 'packageRegisterAt',
  ngay_het_han: 'packageExpiredAt',
  chu_ky_hien_tai: 'packageCycle',
  trang_thai: 'state',
  goi_co_the_dang_ky: 'packagesCanRegister',
  so_chu_ky_mien_phi_con_lai: 'so_chu_ky_mien_phi_con_lai',
} as const

const pairs = Object.entries(subscriberColumns)

function asCustomer(row: Values): Values {
  const values: Values = {}
  for (const [name, column] of pairs) values[column] = row[name] ?? null
  values.package ??= ''
  return values
}

/**
 * Saves subscriber rows into the live pool file `fileName` and returns how many are new. A known file keeps uploader
 * and time; handed-out numbers keep holder and stage.
 */
export async function savePoolRows(fileName: string, rows: Values[], ctx: Ctx): Promise<number> {
  const name = readFileName(fileName)
  if (rows.length === 0) return 0
  const id = await findOrCreate(name, ctx)
  ctx.publish('uploadchiadata')
  ctx.publish('customer')
  return saveCustomerRows(id, rows.map(asCustomer), ctx)
}
