/** The current recycling rules, with the files they apply to (D3-REC-01). */
import sql from 'sql-template-tag'
import { recycledResults } from '#subjects/calling/contract/care-results.ts'
import type {
  RecycledFile,
  RecyclePreview,
  RecycleRule,
  RecycleState,
} from '#subjects/calling/contract/calls/recycling.ts'
import type { Ctx } from '#kit/server/context.ts'

type Row = RecycleRule & { file_id: string | null; active_since: Date | null }

const ruleOf = ({ file_id: _file, active_since: _since, ...rule }: Row): RecycleRule => rule

/** All rules, defaults first, in the order of their results. */
async function readRules({ db }: Ctx): Promise<Row[]> {
  const { rows } = await db.query<Row>(sql`
    SELECT file_id, status, active, active_since, after_minutes, most, parts, part, caller, within_days, until_expiry
    FROM recycle_rules ORDER BY file_id NULLS FIRST, array_position(${recycledResults}::text[], status)`)
  return rows
}

type FileRow = Omit<RecycledFile, 'rules' | 'ngay_upload' | 'today'> & { ngay_upload: Date }

/** The newest 50 files, with the numbers waiting for another call, by result. */
async function readFiles({ db }: Ctx): Promise<FileRow[]> {
  const { rows } = await db.query<FileRow>(sql`
    SELECT f.id, f."FileName", f.ngay_upload, m.mode,
      EXISTS (SELECT FROM recycle_rules k, recycle_rule(f.id, k.status)) AS covered,
      w.waiting
    FROM (
      SELECT * FROM data_files WHERE kind = 'pool' AND deleted_at IS NULL ORDER BY ngay_upload DESC, id DESC LIMIT 50) f
    LEFT JOIN recycle_files m ON m.file_id = f.id
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(s, coalesce(n, 0)) AS waiting FROM unnest(${recycledResults}::text[]) s
      LEFT JOIN (SELECT status, count(*)::int AS n FROM recycling r WHERE r.file_id = f.id GROUP BY 1) r ON r.status = s) w
    ORDER BY f.ngay_upload DESC, f.id DESC`)
  return rows
}

/** Numbers that become due until the end of the day under the rules visible to the transaction, in total and by file id. */
export async function readPreview({
  db,
}: Ctx): Promise<{ preview: RecyclePreview; byFile: Record<string, number> }> {
  const { rows } = await db.query<{ found: RecyclePreview & { files: Record<string, number> } }>(
    'SELECT recycle_preview(now()) AS found',
  )
  if (!rows[0]) throw new Error('recycle_preview answers one row')
  const { files: byFile, ...preview } = rows[0].found
  return { preview, byFile }
}

/** For GET luatmoilai. */
export async function recycleState(ctx: Ctx): Promise<RecycleState> {
  const [rules, files, planned, { preview, byFile }] = [
    await readRules(ctx),
    await readFiles(ctx),
    await ctx.db.query(`SELECT FROM backfills WHERE name = 'recycling'`),
    await readPreview(ctx),
  ]
  const defaults = rules.filter((rule) => rule.file_id === null)
  const since = defaults.flatMap(({ active, active_since }) => (active && active_since ? [active_since] : []))
  return {
    rules: defaults.map(ruleOf),
    since: since.toSorted((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
    version: await readVersion(ctx),
    planning: planned.rowCount !== 0,
    files: files.map((file) => ({
      ...file,
      ngay_upload: file.ngay_upload.toISOString(),
      today: byFile[file.id] ?? 0,
      rules: rules.filter((rule) => rule.file_id === file.id).map(ruleOf),
    })),
    preview,
  }
}

/** Version of all rules together: every change raises it. */
async function readVersion({ db }: Ctx): Promise<number> {
  const { rows } = await db.query<{ version: number }>(`SELECT version FROM recycle_version`)
  return rows[0]?.version ?? 0
}
