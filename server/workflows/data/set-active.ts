/** POST activeOrDeactive: a file begins or stops to hand out its numbers (D1-UPL-16, D1-UPL-17). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { texts } from '../../../contract/workflows/data.ts'
import { withMsg } from '../../kit/answer.ts'
import { changeRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { lockFile } from './pool-file.ts'

/**
 * Sets the state and answers it. A file that is in that state already stays as it is, with the time of its first
 * stop. No claim begun before the stop commits after it: both lock the file's row (threats E3).
 */
export async function setActive(input: { FileName: string; is_activated: number }, ctx: Ctx) {
  const { is_activated: sent } = input
  if (sent !== 0 && sent !== 1) {
    throw new AppError('VALIDATION', messages.invalid, { fields: { is_activated: 'Phải là 0 hoặc 1' } })
  }
  const wanted: 0 | 1 = sent === 1 ? 1 : 0
  const file = await lockFile(input.FileName, ctx)
  if (file.is_activated !== wanted) {
    const changed = changeRows(ctx, wanted ? 'activate' : 'stop', 'uploadchiadata', {
      table: 'data_files',
      where: sql`t.id = ${file.id}`,
      set: sql`is_activated = ${wanted}, version = t.version + 1,
        stopped_at = CASE WHEN ${wanted} = 0 THEN clock_timestamp() END`,
    })
    await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
    ctx.publish('uploadchiadata')
  }
  return withMsg({ FileName: file.FileName, is_activated: wanted }, wanted ? texts.activated : texts.stopped)
}
