/** Errors and warnings of a planned split, shown by the trial and enforced by the save. Pure. */
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { formatMoney as grouped } from '#kit/contract/money.ts'
import { gainsStopped, overflowOf, type RequestedSplit } from '#subjects/numbers/contract/split.ts'
import { type TrialWarning, splitTexts } from '#subjects/numbers/contract/calls/split.ts'
import type { FileState } from './file-state.ts'
import { planSplit, type SplitPlan, type PlanNode } from './plan-split.ts'

const levelWords = { branch: 'chi nhánh', leader: 'leader', sale: 'nhân viên' } as const

const overflow = (node: PlanNode) => ({
  title: `${node.account.username} vượt ${grouped(overflowOf(node))} số`,
  detail: `Giao xuống ${grouped(node.below)}, ${levelWords[node.account.level]} có ${grouped(node.after)}`,
})
const stopped = ({ account, after }: PlanNode) => ({
  title: `${account.username} đã dừng hoạt động`,
  detail: `${grouped(after)} số sẽ không có người nhận`,
})

/** First refusal of a plan with a message per username, or null when it can be saved (D1-Q-124). */
function refusalOf(plan: SplitPlan): { msg: string; fields: FieldErrors } | null {
  const overflowing = plan.nodes.filter((node) => overflowOf(node) > 0)
  const locked = plan.nodes.filter(gainsStopped)
  const fields = Object.fromEntries([
    ...locked.map((node) => [node.account.username, stopped(node).title]),
    ...overflowing.map((node) => [node.account.username, overflow(node).detail]),
  ]) as FieldErrors
  if (overflowing.length > 0 || plan.distributed > plan.total) return { msg: splitTexts.tooMany, fields }
  const first = locked[0]
  return first ? { msg: stopped(first).title, fields } : null
}

/** The warning for an account, if any. A branch that keeps numbers undistributed gets one. */
function remark(node: PlanNode): TrialWarning[] {
  const { account, after, below, hasQuantity, named } = node
  const { username, fullname, level, locked } = account
  if (overflowOf(node) > 0) return [{ username, level: 'error', ...overflow(node) }]
  if (locked && after > 0 && (level === 'sale' || named)) {
    return [{ username, level: gainsStopped(node) ? 'error' : 'warning', ...stopped(node) }]
  }
  if (level !== 'branch' || !hasQuantity || after === below) return []
  const open = grouped(after - below)
  return below === 0
    ? [
        {
          username,
          level: 'info',
          title: `${fullname} chưa giao cho ai`,
          detail: `${open} số, nhân viên lấy chung`,
        },
      ]
    : [
        {
          username,
          level: 'info',
          title: `${fullname} còn ${open} số`,
          detail: 'Chưa thuộc phần của nhân viên',
        },
      ]
}

type FileFacts = {
  active: boolean
  blocked: number
  /** Sources of the blocked numbers, as text. */
  blockedBy: string
  /** The caller's budget: distributed, total, and the accounts it gives to directly. */
  budget: { distributed: number; total: number; tops: ReadonlySet<string> }
}

function remarksOnFile(plan: SplitPlan, { active, blocked, blockedBy, budget }: FileFacts): TrialWarning[] {
  const earlier = plan.nodes
    .filter((node) => budget.tops.has(node.account.id))
    .reduce((sum, node) => sum + node.before, 0)
  const warning = (level: TrialWarning['level'], title: string, detail: string): TrialWarning => ({
    username: null,
    level,
    title,
    detail,
  })
  return [
    ...(active
      ? []
      : [warning('warning', 'File chưa kích hoạt lấy số', 'Nhân viên chưa lấy được số của file này')]),
    ...(earlier > 0
      ? [warning('info', `${grouped(earlier)} số chưa gọi từ lần chia trước`, 'Đã tính trong số lượng mới')]
      : []),
    ...(blocked > 0
      ? [warning('info', `${grouped(blocked)} số trong blacklist`, `Không chia được. ${blockedBy}`)]
      : []),
  ]
}

/** Sort order: errors first. */
export const severity = { error: 0, warning: 1, info: 2 } as const

/** All warnings of a plan, errors first. `isVisible`: the caller may read the account. */
export function remarksOn(
  plan: SplitPlan,
  file: FileFacts,
  isVisible: (node: PlanNode) => boolean,
): TrialWarning[] {
  const tooMany: TrialWarning[] =
    plan.distributed > plan.total
      ? [
          {
            username: null,
            level: 'error',
            title: splitTexts.tooMany,
            detail: `Giao ${grouped(file.budget.distributed)}, có thể chia ${grouped(file.budget.total)}`,
          },
        ]
      : []
  const warnings = [...tooMany, ...plan.nodes.filter(isVisible).flatMap(remark), ...remarksOnFile(plan, file)]
  return warnings.toSorted((a, b) => severity[a.level] - severity[b.level])
}

/** The plan of a split that fits; VALIDATION with a message per username otherwise. */
export function checkedPlan(state: FileState, requested: RequestedSplit): SplitPlan {
  const plan = planSplit(state, requested)
  const refusal = refusalOf(plan)
  if (refusal) throw new AppError('VALIDATION', refusal.msg, { fields: refusal.fields })
  return plan
}
