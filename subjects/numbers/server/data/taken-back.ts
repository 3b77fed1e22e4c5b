/** Handles a pool file when its import is undone (D3-FILE-05). */
import sql from 'sql-template-tag'
import type { Ctx } from '#kit/server/context.ts'
import { deleteFile } from './delete-file.ts'

/** Locks the file of that name, so that no claim or split uses numbers about to be deleted. */
export const holdFile = (name: string | undefined, ctx: Ctx): Promise<unknown> =>
  ctx.db.query(sql`
    SELECT FROM data_files WHERE kind = 'pool' AND deleted_at IS NULL AND "FileName" = ${name ?? ''} FOR UPDATE`)

/** Deletes the file if it was created since then and has no numbers left. */
export async function dropEmptyFile(name: string | undefined, since: Date | null, ctx: Ctx): Promise<void> {
  await holdFile(name, ctx)
  const { rows } = await ctx.db.query<{ name: string }>(sql`
    SELECT f."FileName" AS name FROM data_files f
    WHERE f.kind = 'pool' AND f.deleted_at IS NULL AND f."FileName" = ${name ?? ''} AND f.ngay_upload >= ${since}
      AND NOT EXISTS (SELECT FROM customer c WHERE c.file_id = f.id AND c.stage <> 'gone')`)
  for (const file of rows) await deleteFile(file.name, ctx)
}
