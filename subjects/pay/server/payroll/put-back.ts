/** Restores the clock times that an upload replaced, when it is undone (D3-FILE-09). */
import sql, { type Sql } from 'sql-template-tag'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'

/** Condition: month `of` has no closing in force made after the rows of import `id` came. */
const notClosedWith = (of: Sql, id: string): Sql => sql`NOT EXISTS (
  SELECT FROM payroll_closing k, import_chunks c
  WHERE k.thang = ${of} AND k.mo_lai_luc IS NULL AND c.import_id = ${id} AND k.chot_luc >= c.at)`

/**
 * Restores rows replaced by import `id`, except in a month closed since, where a later file has rows of the person's month, or on days that
 * have rows.
 */
export async function putClockingsBack(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await ctx.db.query(sql`
    INSERT INTO timekeeping SELECT r.* FROM timekeeping_replaced k, jsonb_populate_record(NULL::timekeeping, k.dong) r
    WHERE k.import_id = ${id} AND ${notClosedWith(sql`r.thang`, id)} AND NOT EXISTS (
      SELECT FROM timekeeping t WHERE t.username = r.username AND t.thang = r.thang
        AND (t.ngay IS NOT DISTINCT FROM r.ngay
          OR t.id > (SELECT max(w COLLATE "C")::uuid FROM import_chunks c, unnest(c.ids) w WHERE c.import_id = ${id})))
    ON CONFLICT DO NOTHING`)
  const changed = changeRows({ ...ctx, step: 'undo' }, 'update', 'tinhluong', {
    table: 'payroll_input',
    key: ['username', 'thang'],
    from: sql`(SELECT DISTINCT ON (resource_id) resource_id, (before ->> 'ngayCongThucTe')::numeric AS days FROM audit_log
      WHERE resource = 'tinhluong' AND request_id = ${`job:${id}`} AND before ->> 'ngayCongThucTe' IS NOT NULL
      ORDER BY resource_id, id) f`,
    where: sql`t.username || ':' || to_char(t.thang, 'MM-YYYY') = f.resource_id AND t.ngay_cong IS NULL AND ${notClosedWith(sql`t.thang`, id)}`,
    carry: sql`f.days`,
    set: sql`ngay_cong = was.days, updated_by = ${ctx.actor.username}, updated_at = now(), version = t.version + 1`,
    returning: sql`t.username || ':' || to_char(t.thang, 'MM-YYYY') AS id`,
    audited: sql`jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish('tinhluong')
}
