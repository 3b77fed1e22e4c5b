/** Numbers of a file by holder and stage, from the ledger's balances. */
import sql from 'sql-template-tag'
import type { Ctx } from '#kit/server/context.ts'
import { readAccounts, type Account } from './accounts.ts'

/** Numbers of one holder. `free` are those left that count towards its quantity. */
export type HolderNumbers = { free: number; left: number; open: number; called: number; blocked: number }

export type FileState = {
  accounts: Account[]
  /** By account id; '' is the file itself. May contain accounts outside the hierarchy. */
  byHolder: ReadonlyMap<string, HolderNumbers>
  /** Ids of accounts that have a quantity of the file. */
  quotas: ReadonlySet<string>
}

export const fileItself = ''

const none: HolderNumbers = { free: 0, left: 0, open: 0, called: 0, blocked: 0 }
const stages = ['left', 'open', 'called', 'blocked'] as const
type Stage = (typeof stages)[number]

/** Numbers held by `id`; all zero for an account without any. */
export const numbersOf = (state: Pick<FileState, 'byHolder'>, id: string): HolderNumbers =>
  state.byHolder.get(id) ?? none

/** Reads accounts, balances and quantities of a file. Numbers requested again count towards no quantity (`free`). */
export async function readState(fileId: string, ctx: Pick<Ctx, 'db'>): Promise<FileState> {
  const accounts = await readAccounts(ctx)
  const { rows } = await ctx.db.query<{ holder: string; stage: Stage | 'asked'; n: number }>(sql`
    SELECT coalesce(holder_id::text, '') AS holder, stage, n FROM node_balances
    WHERE file_id = ${fileId} AND stage <> 'gone'
    UNION ALL
    SELECT holder_id::text, 'asked', count(*) FROM customer
    WHERE file_id = ${fileId} AND stage = 'left' AND rank < 0 GROUP BY 1`)
  const byHolder = new Map<string, HolderNumbers>()
  for (const { holder, stage, n } of rows) {
    const former = byHolder.get(holder) ?? none
    if (stage === 'asked') byHolder.set(holder, { ...former, free: former.free - n })
    else
      byHolder.set(holder, {
        ...former,
        [stage]: former[stage] + n,
        free: former.free + (stage === 'left' ? n : 0),
      })
  }
  const { rows: quotas } = await ctx.db.query<{ user_id: string }>(
    sql`SELECT user_id FROM data_quotas WHERE file_id = ${fileId}`,
  )
  return { accounts, byHolder, quotas: new Set(quotas.map((row) => row.user_id)) }
}

/** Numbers of the file that may be split: left, not blacklisted, not requested again (D1-Q-123). */
export const splittable = (state: FileState): number =>
  [...state.byHolder.values()].reduce((sum, counts) => sum + counts.free, 0)
