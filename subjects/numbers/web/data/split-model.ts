/** The tree of a split while it is edited: each account's quantity, what it distributes, and errors. Pure. */
import { thousands } from '#kit/contract/thousands.ts'
import { gainsStopped, overflowOf, planShares, type Share } from '#subjects/numbers/contract/split.ts'
import type { SplitNode } from '#subjects/numbers/contract/calls/split.ts'

/** Username → text in the quantity box; accounts without an entry are as on the server. */
export type Draft = Readonly<Record<string, string>>

export type Branch = {
  node: SplitNode
  below: Branch[]
  /** Numbers of the account and those below it after the split. */
  after: number
  /** The part of them distributed to those below. */
  distributed: number
  /** Whether the account has its own quantity. */
  hasQuantity: boolean
  text: string
  changed: boolean
  /** The error of the quantity; null when it is valid. */
  fault: string | null
}

/** The number in a box: null when empty, undefined if it is not a whole number. */
export function readQuantity(text: string): number | null | undefined {
  const digits = text.replace(/[\s,.]/g, '')
  if (digits === '') return null
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
  return value
}

/** The initial text of a box. */
const quantityText = (quantity: number | null): string => (quantity === null ? '' : thousands(quantity))

function faultOf(share: Share, text: string): string | null {
  if (readQuantity(text) === undefined) return 'Phải là số nguyên từ 0'
  if (overflowOf(share) > 0) return `Vượt ${thousands(overflowOf(share))}`
  return gainsStopped(share) ? 'Đã dừng' : null
}

/** The typed quantities by account id; invalid ones are left out. */
function requestedBy(nodes: readonly SplitNode[], draft: Draft): Map<string, number | null> {
  const typed = nodes.flatMap(({ id, username }) => {
    const text = draft[username]
    const quantity = text === undefined ? undefined : readQuantity(text)
    return quantity === undefined ? [] : [[id, quantity] as const]
  })
  return new Map(typed)
}

/** The accounts as a tree with the typed quantities applied. An account whose superior is not in `nodes` is a root. */
export function branchesOf(nodes: readonly SplitNode[], draft: Draft): Branch[] {
  const now = ({ free, quantity }: SplitNode) => ({ before: free, hasQuantity: quantity !== null })
  const { shares } = planShares(nodes, now, requestedBy(nodes, draft))
  const ids = new Set(nodes.map(({ id }) => id))
  const byParent = Map.groupBy(shares, ({ account: { parent } }) =>
    parent !== null && ids.has(parent) ? parent : '',
  )
  const build = (share: Share<SplitNode>): Branch => {
    const { account: node, after, below: distributed, hasQuantity } = share
    const start = quantityText(node.quantity)
    const text = draft[node.username] ?? start
    const below = (byParent.get(node.id) ?? []).map(build)
    return {
      node,
      below,
      after,
      distributed,
      hasQuantity,
      text,
      changed: text !== start,
      fault: faultOf(share, text),
    }
  }
  return (byParent.get('') ?? []).map(build)
}

/** The branch and everything below it, in the order of the tree. */
export const withAll = (branch: Branch): Branch[] => [branch, ...branch.below.flatMap(withAll)]

/** The changed quantities for the call; null removes a quantity. */
export function assignsOf(roots: readonly Branch[]): Record<string, number | null> {
  const changed = roots.flatMap(withAll).filter((branch) => branch.changed)
  return Object.fromEntries(changed.map(({ node, text }) => [node.username, readQuantity(text) ?? null]))
}

/** The unsaved rest of a draft after `sent` was saved, including what was typed during the save. */
export const unsaved = (now: Draft, sent: Draft): Draft =>
  Object.fromEntries(Object.entries(now).filter(([username, text]) => sent[username] !== text))

/**
 * Explains 0 or a missing quantity, else null: 0 gives no numbers; without a quantity they come from the accounts
 * above.
 */
export function explainNone({ hasQuantity, after }: Branch): string | null {
  if (after > 0) return null
  return hasQuantity ? 'Không được lấy số' : 'Lấy chung'
}

/** All salespeople of a branch or leader, at any depth. */
export const salesOf = (branch: Branch): Branch[] =>
  branch.below.flatMap(withAll).filter(({ node }) => node.level === 'sale')

export type Shares = { draft: Record<string, string>; each: number; remainder: number }

/** Gives each of `targets` the same whole share of `total`; `remainder` is the remainder of the division. */
export function evenShares(total: number, targets: readonly { username: string }[]): Shares {
  const each = targets.length === 0 ? 0 : Math.floor(total / targets.length)
  return {
    draft: Object.fromEntries(targets.map(({ username }) => [username, thousands(each)])),
    each,
    remainder: total - each * targets.length,
  }
}

const working = ({ node }: Branch): boolean => !node.locked

/**
 * The quantity of `branch` in even shares to those directly below it, or to all its salespeople; leaders in between
 * then have the sum of their people, so that nothing overflows.
 */
export function evenBelow(branch: Branch, receivers: 'direct' | 'sales'): Shares {
  const targets = (receivers === 'direct' ? branch.below : salesOf(branch)).filter(working)
  const shares = evenShares(
    branch.after,
    targets.map(({ node }) => node),
  )
  if (receivers === 'direct') return shares
  const leaders = branch.below.filter(({ node, hasQuantity }) => node.level === 'leader' && hasQuantity)
  const draft = { ...shares.draft }
  for (const leader of leaders) {
    draft[leader.node.username] = thousands(salesOf(leader).filter(working).length * shares.each)
  }
  return { ...shares, draft }
}

/** Takes the overflow of `branch` from those directly below it, in equal parts as far as they have it. */
export function fitBelow(branch: Branch): Record<string, string> {
  let over = branch.distributed - branch.after
  const remaining = new Map(
    branch.below.filter(({ after }) => after > 0).map(({ node, after }) => [node.username, after]),
  )
  while (over > 0 && remaining.size > 0) {
    const open = [...remaining].filter(([, quantity]) => quantity > 0)
    if (open.length === 0) break
    const part = Math.max(1, Math.floor(over / open.length))
    for (const [username, quantity] of open) {
      const reduction = Math.min(part, quantity, over)
      remaining.set(username, quantity - reduction)
      over -= reduction
    }
  }
  return Object.fromEntries([...remaining].map(([username, quantity]) => [username, thousands(quantity)]))
}

/** Gives the quantity of the stopped account `branch` in equal parts to its active siblings; {} if there are none. */
export function moveBeside(branch: Branch, beside: readonly Branch[]): Record<string, string> {
  const others = beside.filter((other) => other !== branch && working(other))
  if (others.length === 0) return {}
  const each = Math.floor(branch.after / others.length)
  const extra = branch.after - each * others.length
  return {
    [branch.node.username]: '0',
    ...Object.fromEntries(
      others.map(({ node, after }, index) => [
        node.username,
        thousands(after + each + (index < extra ? 1 : 0)),
      ]),
    ),
  }
}
