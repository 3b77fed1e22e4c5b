/** POST deleteFile: removes the file with its unused numbers, options and quantities (D1-Q-112, threats E4). */
import sql from 'sql-template-tag'
import { fileDeleted } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { withMsg } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { clearFile } from './clear-file.ts'
import { lockFile } from './pool-file.ts'
import { keptOfOptions } from './save-options.ts'

/** Removes the file in one transaction. Numbers already handed out stay with their history; the name may be used again. */
export async function deleteFile(name: string, ctx: Ctx) {
  const file = await lockFile(name, ctx)
  const removed = await clearFile(file.id, ctx)
  await ctx.db.query(sql`DELETE FROM data_quotas WHERE file_id = ${file.id}`)
  const permits = changeRows(ctx, 'permit', 'data_options', {
    table: 'data_options',
    key: ['user_id'],
    where: sql`t.files @> ARRAY[${file.id}::uuid]`,
    set: sql`files = array_remove(t.files, ${file.id}::uuid), version = t.version + 1, "updatedAt" = now()`,
    returning: sql`t.user_id AS id`,
    audited: keptOfOptions,
  })
  await ctx.db.query(sql`WITH ${permits} SELECT FROM changed`)
  const changes = changeRows(ctx, 'remove', 'uploadchiadata', {
    table: 'data_files',
    where: sql`t.id = ${file.id}`,
    set: sql`deleted_at = now(), deleted_by = ${ctx.actor.username}, is_activated = 0,
      stopped_at = coalesce(t.stopped_at, clock_timestamp()), version = t.version + 1`,
    after: sql`jsonb_build_object('removed', ${removed}::bigint)`,
  })
  await ctx.db.query(sql`WITH ${changes} SELECT FROM changed`)
  ctx.publish('uploadchiadata')
  ctx.publish('customer')
  return withMsg({ removed }, fileDeleted(file.FileName))
}
