/** Parses bank messages again after packages were added or renamed: their text may be recognised now. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { asSystem } from '#kit/server/system.ts'
import { lockReading, readTexts } from '../mesbank/save-messages.ts'

/** Messages per statement. */
const batch = 1_000

/** Parses a batch after id `after`, skipping edited and decided messages; returns the last id, null at the end. */
async function rereadBatch(after: string, ctx: Ctx): Promise<string | null> {
  const { rows } = await ctx.db.query<{ id: string; str_mes: string }>(sql`
    SELECT id, str_mes FROM mesbank WHERE chua_doc = 1 AND deleted_at IS NULL AND nhan_dang <> 'tay' AND id > ${after}
    ORDER BY id LIMIT ${batch} FOR UPDATE`)
  const texts = JSON.stringify(await readTexts(ctx.db, rows))
  const changed = changeRows(ctx, 'update', mesbank.path, {
    table: 'mesbank',
    from: sql`jsonb_to_recordset(${texts}::jsonb) AS r(id uuid, so_dien_thoai text, goi_cuoc text, nhan_dang text,
      ly_do_nhan_dang text)`,
    carry: sql`r.so_dien_thoai, r.goi_cuoc, r.nhan_dang, r.ly_do_nhan_dang`,
    where: sql`t.id = r.id AND (t.so_dien_thoai, t.goi_cuoc, t.nhan_dang)
      IS DISTINCT FROM (r.so_dien_thoai, r.goi_cuoc, r.nhan_dang)`,
    set: sql`so_dien_thoai = was.so_dien_thoai, goi_cuoc = was.goi_cuoc, nhan_dang = was.nhan_dang,
      ly_do_nhan_dang = was.ly_do_nhan_dang, version = t.version + 1`,
  })
  const { rowCount } = await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  if (rowCount) ctx.publish(mesbank.path)
  return rows.length < batch ? null : (rows.at(-1)?.id ?? null)
}

/** Parses the unrecognised messages again if package names changed since the last run. */
export async function rereadMessages(services: Services): Promise<void> {
  await asSystem(services, `reread:${randomUUID()}`, async (ctx) => {
    const { rowCount } = await ctx.db.query(sql`
      UPDATE mesbank_reading SET read = changed WHERE read <> changed`)
    if (rowCount === 0) return
    // Waits for messages being stored, which were parsed with the old package names.
    await lockReading(ctx.db)
    let after: string | null = '00000000-0000-0000-0000-000000000000'
    while (after !== null) after = await rereadBatch(after, ctx)
  })
}
