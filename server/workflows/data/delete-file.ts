/** POST deleteFile: the file with its unused numbers, options and quantities goes (D1-Q-112, threats E4). */
import sql from 'sql-template-tag'
import { fileDeleted } from '../../../contract/workflows/data.ts'
import { withMsg } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { clearFile } from './clear-file.ts'
import { lockFile } from './pool-file.ts'

/** Removes the file in one transaction; numbers handed out stay with their history. The name is free again. */
export async function deleteFile(name: string, ctx: Ctx) {
  const file = await lockFile(name, ctx)
  const removed = await clearFile(file.id, ctx)
  await ctx.db.query(sql`DELETE FROM data_quotas WHERE file_id = ${file.id}`)
  await ctx.db.query(sql`
    UPDATE data_options SET files = array_remove(files, ${file.id}::uuid), version = version + 1, "updatedAt" = now()
    WHERE files @> ARRAY[${file.id}::uuid]`)
  await ctx.db.query(sql`
    UPDATE data_files SET deleted_at = now(), deleted_by = ${ctx.actor.username}, is_activated = 0,
      stopped_at = coalesce(stopped_at, clock_timestamp()), version = version + 1
    WHERE id = ${file.id}`)
  await audit(ctx, {
    action: 'remove',
    resource: 'uploadchiadata',
    resourceId: file.id,
    before: { FileName: file.FileName, is_activated: file.is_activated },
    after: { removed },
  })
  ctx.publish('uploadchiadata')
  ctx.publish('customer')
  return withMsg({ removed }, fileDeleted(file.FileName))
}
