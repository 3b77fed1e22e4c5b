/** Warnings that people cannot draw the numbers of a split, by the rules of 'Vì sao không có số?' (D3-ORG-07). */
import sql from 'sql-template-tag'
import { formatMoney as grouped } from '#kit/contract/money.ts'
import { outsideHours } from '#subjects/calling/contract/calls/care.ts'
import type { TrialWarning } from '#subjects/numbers/contract/calls/split.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Account } from './accounts.ts'
import type { PlanNode } from './plan-split.ts'

/** Whether the saved permission of an account covers the file and today. */
type Permission = { file: boolean; today: boolean }

async function permissionsOf(fileId: string, ctx: Ctx): Promise<Map<string, Permission>> {
  const { rows } = await ctx.db.query<Permission & { id: string }>(sql`
    SELECT user_id AS id, ${fileId}::uuid = ANY (files) AS file, permits_day(ngay, tu_ngay, today_vn()) AS today
    FROM data_options`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Numbers of a node that are not reserved for an account below it. */
const ownShare = ({ account, after, below }: PlanNode): number =>
  account.level === 'sale' ? after : Math.max(after - below, 0)

const warning = (title: string, detail: string): TrialWarning => ({
  username: null,
  level: 'warning',
  title,
  detail,
})

const affected = (nodes: PlanNode[]): string => {
  const names = nodes.map(({ account }) => account.username)
  const firstNames = names.slice(0, 3).join(', ')
  const nameList = names.length > 3 ? `${firstNames} và ${names.length - 3} tài khoản khác` : firstNames
  return `${nameList}: ${grouped(nodes.reduce((sum, node) => sum + ownShare(node), 0))} số`
}

/** The account and those above it, nearest first. */
function withAncestors(account: Account, byId: ReadonlyMap<string, Account>): Account[] {
  const above = account.parent === null ? undefined : byId.get(account.parent)
  return above ? [account, ...withAncestors(above, byId)] : [account]
}

/** Reasons that prevent accounts of the plan from drawing their numbers today; only accounts that pass `isVisible`. */
export async function handOutWarnings(
  nodes: readonly PlanNode[],
  fileId: string,
  isVisible: (node: PlanNode) => boolean,
  ctx: Ctx,
): Promise<TrialWarning[]> {
  const permissions = await permissionsOf(fileId, ctx)
  const byId = new Map(nodes.map(({ account }) => [account.id, account]))
  const changed = (node: PlanNode): boolean => node.named || node.after !== node.before
  const gaining = nodes.filter((node) => isVisible(node) && changed(node) && ownShare(node) > 0)
  const none = gaining.filter(
    ({ account }) =>
      account.level === 'sale' && withAncestors(account, byId).every(({ id }) => !permissions.has(id)),
  )
  const stoppedBy = (rule: keyof Permission): Map<string, PlanNode[]> => {
    const by = new Map<string, PlanNode[]>()
    for (const node of gaining)
      for (const { id, username } of withAncestors(node.account, byId))
        if (permissions.get(id)?.[rule] === false) by.set(username, [...(by.get(username) ?? []), node])
    return by
  }
  const today = await dayOfRules(ctx)
  return [
    ...(none.length === 0 ? [] : [warning('Chưa ai lưu phân quyền data', affected(none))]),
    ...[...stoppedBy('file')].map(([username, stopped]) =>
      warning(`Phân quyền data của ${username} không có file này`, affected(stopped)),
    ),
    ...[...stoppedBy('today')].map(([username, stopped]) =>
      warning(`Phân quyền data của ${username} không có hôm nay (${today})`, affected(stopped)),
    ),
    ...(await callingWarnings(fileId, ctx)),
    ...(await restingWarning(fileId, ctx)),
  ]
}

/** The database's current day, by which data permissions are checked. */
async function dayOfRules(ctx: Ctx): Promise<string> {
  const { rows } = await ctx.db.query<{ day: string }>(sql`SELECT to_char(today_vn(), 'DD-MM-YYYY') AS day`)
  return rows[0]?.day ?? ''
}

/** How many of the numbers left are in cool-down after a recent call (D3-ORG-06). */
async function restingWarning(fileId: string, ctx: Ctx): Promise<TrialWarning[]> {
  const { rows } = await ctx.db.query<{ resting: number; left: number }>(sql`
    SELECT count(*) AS "left", count(*) FILTER (WHERE EXISTS (
      SELECT FROM care_history h WHERE h.phone = c.phone AND h.created_at > clock_timestamp() - cool_down())) AS resting
    FROM customer c WHERE c.file_id = ${fileId} AND c.stage = 'left'`)
  const { resting = 0, left = 0 } = rows[0] ?? {}
  if (resting === 0) return []
  const title = `${grouped(resting)} số đang nghỉ sau cuộc gọi gần đây`
  const detail = resting === left ? 'Cả file chưa lấy được số nào' : 'Lấy được khi hết thời gian nghỉ'
  return [{ username: null, level: resting === left ? 'warning' : 'info', title, detail }]
}

/** Warnings for closed calling hours, and numbers at their call limit (D3-RULE-01, D3-RULE-02). */
async function callingWarnings(fileId: string, ctx: Ctx): Promise<TrialWarning[]> {
  const { rows } = await ctx.db.query<{
    opens: Date | null
    most: number | null
    days: number | null
    full: number
  }>(sql`
    SELECT nullif(calls_from(now()), now()) AS opens, b.most, b.days, CASE WHEN b.most IS NULL THEN 0 ELSE (
      SELECT count(*)::int FROM customer c WHERE c.file_id = ${fileId} AND c.stage = 'left' AND full_until(c.phone) IS NOT NULL) END AS full
    FROM (SELECT calls AS most, call_days AS days FROM calling_bounds) b`)
  const [{ opens, most, days, full } = { opens: null, most: null, days: null, full: 0 }] = rows
  const info = (title: string, detail: string): TrialWarning => ({
    username: null,
    level: 'info',
    title,
    detail,
  })
  return [
    ...(opens ? [info(outsideHours(opens.toISOString()), 'Lịch hẹn vẫn gọi được khi ghi lý do')] : []),
    ...(full > 0
      ? [
          info(
            `${grouped(full)} số đã gọi đủ ${most} lần trong ${days} ngày`,
            'Lấy được khi có cuộc gọi ra khỏi số ngày đó',
          ),
        ]
      : []),
  ]
}
