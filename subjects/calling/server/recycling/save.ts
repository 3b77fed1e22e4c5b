/** Saves the recycling rules and previews a change (D3-REC-01). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  recycleTexts,
  type RecyclePreview,
  type RecycleRule,
  type previewRecycle,
  type saveRecycle,
} from '#subjects/calling/contract/calls/recycling.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { readPreview, recycleState } from './state.ts'

type Change = ParsedOf<typeof previewRecycle>

/** Replaces the rules. A default that stays active keeps its start; one switched on now applies to files uploaded from now on. */
async function writeRules(rules: readonly RecycleRule[], fileId: string | null, { db }: Ctx): Promise<void> {
  await db.query(sql`
    INSERT INTO recycle_rules AS r (file_id, status, active, active_since, after_minutes, most, parts, part, caller, within_days, until_expiry)
    SELECT ${fileId}, status, active, CASE WHEN active AND ${fileId}::uuid IS NULL THEN now() END, after_minutes, most, parts, part,
      caller, within_days, until_expiry
    FROM jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) AS s (status text, active boolean, after_minutes int, most int, parts text[],
      part text, caller text, within_days int, until_expiry boolean)
    ON CONFLICT (file_id, status) DO UPDATE SET active = EXCLUDED.active,
      active_since = CASE WHEN EXCLUDED.active AND EXCLUDED.file_id IS NULL THEN coalesce(r.active_since, now()) END,
      after_minutes = EXCLUDED.after_minutes, most = EXCLUDED.most, parts = EXCLUDED.parts, part = EXCLUDED.part,
      caller = EXCLUDED.caller, within_days = EXCLUDED.within_days, until_expiry = EXCLUDED.until_expiry`)
}

async function writeMode(fileId: string, mode: NonNullable<Change['mode']>, { db }: Ctx): Promise<void> {
  await db.query(sql`
    INSERT INTO recycle_files (file_id, mode) VALUES (${fileId}, ${mode})
    ON CONFLICT (file_id) DO UPDATE SET mode = EXCLUDED.mode`)
}

/** 404 for an unknown file, 400 for mode 'own' when it has no rules of its own. */
async function requireFile(fileId: string, { mode, rules }: Change, { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{ written: boolean }>(sql`
    SELECT EXISTS (SELECT FROM recycle_rules r WHERE r.file_id = f.id) AS written
    FROM data_files f WHERE f.id = ${requireId(fileId)} AND f.kind = 'pool' AND f.deleted_at IS NULL`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  if (mode === 'own' && !rules && !rows[0].written)
    throw new AppError('VALIDATION', recycleTexts.noRules, { fields: { rules: recycleTexts.noRules } })
}

async function apply(change: Change, ctx: Ctx): Promise<void> {
  const { file_id: fileId, mode, rules } = change
  if (fileId !== undefined) await requireFile(fileId, change, ctx)
  if (rules) await writeRules(rules, fileId ?? null, ctx)
  if (fileId !== undefined && mode) await writeMode(fileId, mode, ctx)
}

/** All rules and file modes, for the audit trail. */
async function snapshot(fileId: string | null, { db }: Ctx): Promise<unknown> {
  const { rows } = await db.query<{ state: unknown }>(sql`
    SELECT jsonb_build_object('mode', (SELECT mode FROM recycle_files WHERE file_id = ${fileId}),
      'rules', (SELECT jsonb_agg(to_jsonb(r) - 'id' - 'file_id' ORDER BY r.status) FROM recycle_rules r
        WHERE r.file_id IS NOT DISTINCT FROM ${fileId}::uuid)) AS state`)
  return rows[0]?.state
}

/** PUT luatmoilai: 409 when the rules changed since `version`. Due times are recomputed in the background. */
export async function saveRules({ version, ...change }: ParsedOf<typeof saveRecycle>, ctx: Ctx) {
  const { rowCount } = await ctx.db.query(sql`
    UPDATE recycle_version SET version = version + 1 WHERE version = ${version}`)
  if (rowCount === 0) throw new AppError('CONFLICT', recycleTexts.changed)
  const fileId = change.file_id ?? null
  const before = await snapshot(fileId, ctx)
  await apply(change, ctx)
  const after = await snapshot(fileId, ctx)
  await audit(ctx, {
    action: 'update',
    resource: 'luatmoilai',
    resourceId: fileId ?? 'default',
    before,
    after,
  })
  await ctx.db.query(`
    INSERT INTO backfills (name, after) VALUES ('recycling', '00000000-0000-0000-0000-000000000000')
    ON CONFLICT (name) DO UPDATE SET after = EXCLUDED.after`)
  ctx.publish('luatmoilai')
  return withMsg(await recycleState(ctx), recycleTexts.saved)
}

/** POST luatmoilai/xemtruoc: applies the draft, reads the preview and rolls back, so that a draft is evaluated by the real rules. */
export async function previewRules(change: Change, ctx: Ctx): Promise<RecyclePreview> {
  await ctx.db.query('SAVEPOINT draft')
  await apply(change, ctx)
  const { preview } = await readPreview(ctx)
  await ctx.db.query('ROLLBACK TO SAVEPOINT draft')
  return preview
}
