/** POST customer/assign: assigns customers of lists to people, oldest first, all items or none (D1-Q-064, D1-Q-065). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { withMsg } from '#kit/server/answer.ts'
import { readAssign } from '#kit/server/assign.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { assignable, countAssignable, readList } from './assignable.ts'
import { beginMovements, takeTime } from './moving.ts'

type Item = { user: string; count: number; list: string | null }
type Target = { id: string; username: string; is_deleted: boolean }

const otherList = 'Danh sách của dòng khác với danh sách của yêu cầu'
const tooMany = 'Tổng số lượng vượt quá số lượng có thể chia'

/** The items with their lists; the path's list counts for all. */
async function readItems(body: unknown, within: string | undefined, ctx: Ctx): Promise<Item[]> {
  const items = readAssign(body)
  const raw = (Array.isArray(body) ? body : (body as { data: unknown[] }).data) as { upload?: unknown }[]
  const parsedItems: Item[] = []
  const only = await readList(within, ctx)
  for (const [index, item] of items.entries()) {
    const upload = raw[index]?.upload ?? only
    if (upload !== null && typeof upload !== 'string') throw new AppError('VALIDATION', messages.invalid)
    const list = await readList(upload, ctx)
    if (only !== null && list !== only) {
      throw new AppError('VALIDATION', otherList, { fields: { [`${index}.upload`]: otherList } })
    }
    parsedItems.push({ ...item, list })
  }
  return parsedItems
}

/** Accounts of the items by id and by username, locked against account locks and moves until the commit. */
async function lockTargets(items: Item[], ctx: Ctx): Promise<Map<string, Target>> {
  const names = items.map((item) => item.user)
  const { rows } = await ctx.db.query<Target>(sql`
    SELECT u.id, u.username, u.is_deleted FROM users u JOIN roles r ON r.id = u.role_id
    WHERE (u.username = ANY(${names}) OR u.id::text = ANY(${names})) AND r.priority IN (3, 4, 5)
    ORDER BY u.id FOR SHARE OF u`)
  return new Map(rows.flatMap((row) => [[row.id, row] as const, [row.username, row] as const]))
}

/** Refuses the whole list when one of its accounts is foreign or locked. */
function requireTargets(items: Item[], targets: ReadonlyMap<string, Target>, { scope }: Ctx): void {
  for (const [index, { user }] of items.entries()) {
    const target = targets.get(user)
    if (!target || !(scope.all || scope.ids.includes(target.id))) {
      throw new AppError('FORBIDDEN', messages.forbidden, {
        fields: { [`${index}.user`]: messages.forbidden },
      })
    }
    if (target.is_deleted) {
      const refusal = `${target.username} đã dừng hoạt động`
      throw new AppError('VALIDATION', refusal, { fields: { [`${index}.user`]: refusal } })
    }
  }
}

async function give(item: Item, target: Target, ctx: Ctx): Promise<number> {
  const { rowCount } = await ctx.db.query(sql`
    UPDATE customer SET holder_id = ${target.id}, status = 'ASSIGNED', version = version + 1
    WHERE id IN (
      SELECT id FROM customer WHERE ${assignable(item.list, ctx)} ORDER BY rank, id LIMIT ${item.count}
      FOR UPDATE SKIP LOCKED)`)
  return rowCount ?? 0
}

/** Assigns customers, only of list `within` if given; VALIDATION, changing nothing, when the counts exceed the available ones. */
export async function assignCustomers(body: unknown, within: string | undefined, ctx: Ctx) {
  const items = await readItems(body, within, ctx)
  const targets = await lockTargets(items, ctx)
  requireTargets(items, targets, ctx)
  await takeTime(ctx)
  await beginMovements(ctx, 'assign')
  for (const list of new Set(items.map((item) => item.list))) {
    const wantedCount = items.filter((item) => item.list === list).reduce((sum, item) => sum + item.count, 0)
    const { total } = await countAssignable(list, ctx)
    if (wantedCount > total) throw new AppError('VALIDATION', tooMany)
  }
  let saved = 0
  // The caller's own share last, as it could be taken again for the next item.
  const ordered = items.toSorted(
    (a, b) =>
      Number(targets.get(a.user)?.id === ctx.actor.id) - Number(targets.get(b.user)?.id === ctx.actor.id),
  )
  for (const item of ordered) {
    const target = targets.get(item.user)
    const assigned = target ? await give(item, target, ctx) : 0
    if (assigned < item.count) throw new AppError('CONFLICT', 'Số vừa được người khác phân, hãy thử lại')
    saved += assigned
  }
  const after = items.map(({ user, count, list }) => ({
    user: targets.get(user)?.username,
    count,
    upload: list,
  }))
  await audit(ctx, { action: 'assign', resource: customer.path, resourceId: 'assign', after })
  ctx.publish(customer.path)
  ctx.publish('upload')
  return withMsg({ saved }, messages.assignSaved)
}
