/** POST activeOrDeactive: starts or stops handing out a file's numbers (D1-UPL-16, D1-UPL-17). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { fileTexts } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { withMsg } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { lockFile } from './pool-file.ts'

/**
 * Sets the state and returns it. A repeated call keeps the time of the first stop. No claim begun before the stop
 * commits after it: both lock the file's row (threats E3).
 */
export async function setActive(input: { FileName: string; is_activated: number }, ctx: Ctx) {
  const { is_activated: requested } = input
  if (requested !== 0 && requested !== 1) {
    throw new AppError('VALIDATION', messages.invalid, { fields: { is_activated: 'Phải là 0 hoặc 1' } })
  }
  const newState: 0 | 1 = requested === 1 ? 1 : 0
  const file = await lockFile(input.FileName, ctx)
  if (file.is_activated !== newState) {
    const changed = changeRows(ctx, newState ? 'activate' : 'stop', 'uploadchiadata', {
      table: 'data_files',
      where: sql`t.id = ${file.id}`,
      set: sql`is_activated = ${newState}, version = t.version + 1,
        stopped_at = CASE WHEN ${newState} = 0 THEN clock_timestamp() END`,
    })
    await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
    ctx.publish('uploadchiadata')
  }
  return withMsg(
    { FileName: file.FileName, is_activated: newState },
    newState ? fileTexts.activated : fileTexts.stopped,
  )
}
