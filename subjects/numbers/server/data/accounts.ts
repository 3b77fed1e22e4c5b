/** The hierarchy that a file is split over: branches, their leaders, their salespeople. */
import sql from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import type { SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import type { Ctx } from '#kit/server/context.ts'

type Level = SplitNode['level']
export type Account = {
  id: string
  username: string
  fullname: string
  level: Level
  /** Id of the leader or branch above, or null. */
  parent: string | null
  locked: boolean
}

type Row = Omit<Account, 'level' | 'parent'> & {
  priority: number
  brand_id: string | null
  group_id: string | null
}

const levels: Record<number, Level> = { 3: 'branch', 4: 'leader', 5: 'sale' }

/** Id of the account above: a salesperson's leader, else the branch; only accounts that currently have that level count. */
function parentOf(row: Row, byId: ReadonlyMap<string, Row>): string | null {
  const hasPriority = (id: string | null, priority: number): boolean =>
    id !== null && byId.get(id)?.priority === priority
  if (row.priority === 5 && hasPriority(row.group_id, 4)) return row.group_id
  return row.priority !== 3 && hasPriority(row.brand_id, 3) ? row.brand_id : null
}

const order = new Intl.Collator('vi', { numeric: true })

/** All branches, leaders and salespeople, each after the account above it. */
export async function readAccounts(ctx: Pick<Ctx, 'db'>): Promise<Account[]> {
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT u.id, u.username, u.fullname, u.is_deleted AS locked, u.brand_id, u.group_id, r.priority
    FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority IN (3, 4, 5)`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const below = Map.groupBy(rows, (row) => parentOf(row, byId))
  const walk = (parent: string | null): Account[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.priority - b.priority || order.compare(a.username, b.username))
      .flatMap((row) => {
        const { id, username, fullname, locked, priority } = row
        return [{ id, username, fullname, level: levels[priority] ?? 'sale', parent, locked }, ...walk(id)]
      })
  return walk(null)
}

/**
 * Whether `actor` may set the quantity of an account in scope: branches only by managers and partners, leaders by everybody above them,
 * salespeople by everybody with the screen (D1-SPLIT-11, D1-SPLIT-12, D1-Q-125).
 */
export function maySetQuantity(
  account: Account,
  { actor, scope }: { actor: Actor; scope: Ctx['scope'] },
): boolean {
  if (!scope.all && !scope.ids.includes(account.id)) return false
  if (account.level === 'branch') return can(actor, 'below3or7')
  return account.level === 'sale' || can(actor, 'below4') || can(actor, 'below3or7')
}
