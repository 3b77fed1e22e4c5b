/** The tree of a split as it is being typed: what each account would have, what it hands on, what is wrong. Pure. */
import type { SplitNode } from '../../../contract/workflows/data.ts'

/** Username → text in the quantity box; accounts that are not named stand as the server has them. */
export type Draft = Readonly<Record<string, string>>

export type Branch = {
  node: SplitNode
  below: Branch[]
  /** Numbers the account and those below it would have. */
  after: number
  /** Of these, handed on to those below. */
  handed: number
  /** Whether the account has a quantity of its own. */
  kept: boolean
  text: string
  changed: boolean
  /** What is wrong with the quantity, as the row says it; null when nothing is. */
  fault: string | null
}

export const grouped = (value: number): string => value.toLocaleString('en-US')

/** A quantity as typed: null for an empty box, undefined for what is no whole number. */
export function readQuantity(text: string): number | null | undefined {
  const digits = text.replace(/[\s,.]/g, '')
  if (digits === '') return null
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
  return value
}

/** The text a box begins with. */
const quantityText = (quantity: number | null): string => (quantity === null ? '' : grouped(quantity))

function faultOf(node: SplitNode, typed: number | null | undefined, after: number, handed: number) {
  if (typed === undefined) return 'Phải là số nguyên từ 0'
  if (typed !== null && handed > after) return `Vượt ${grouped(handed - after)}`
  if (node.locked && after > (node.quantity ?? node.left)) return 'Đã dừng'
  return null
}

/** The accounts as a tree with the typed quantities worked in. Whoever's superior is not in `nodes` is a root. */
export function branchesOf(nodes: readonly SplitNode[], draft: Draft): Branch[] {
  const known = new Set(nodes.map(({ id }) => id))
  const byParent = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''))
  const build = (node: SplitNode): Branch => {
    const below = (byParent.get(node.id) ?? []).map(build)
    const handed = below.reduce((sum, { after }) => sum + after, 0)
    const start = quantityText(node.quantity)
    const text = draft[node.username] ?? start
    const typed = readQuantity(text)
    const after = typed ?? handed
    const fault = faultOf(node, typed, after, handed)
    return { node, below, after, handed, kept: typed !== null, text, changed: text !== start, fault }
  }
  return (byParent.get('') ?? []).map(build)
}

/** The branch and everything below it, in the order of the tree. */
export const withAll = (branch: Branch): Branch[] => [branch, ...branch.below.flatMap(withAll)]

/** The changed quantities as the call takes them: null takes a quantity away. */
export function assignsOf(roots: readonly Branch[]): Record<string, number | null> {
  const changed = roots.flatMap(withAll).filter((branch) => branch.changed)
  return Object.fromEntries(changed.map(({ node, text }) => [node.username, readQuantity(text) ?? null]))
}

/** Salespeople of a branch or leader, wherever below they stand. */
export const salesOf = (branch: Branch): Branch[] =>
  branch.below.flatMap(withAll).filter(({ node }) => node.level === 'sale')

export type Shares = { draft: Record<string, string>; each: number; rest: number }

/** Gives each of `targets` the same whole share of `total`; `rest` is what does not divide. */
export function evenShares(total: number, targets: readonly { username: string }[]): Shares {
  const each = targets.length === 0 ? 0 : Math.floor(total / targets.length)
  return {
    draft: Object.fromEntries(targets.map(({ username }) => [username, grouped(each)])),
    each,
    rest: total - each * targets.length,
  }
}

const working = ({ node }: Branch): boolean => !node.locked

/**
 * The quantity of `branch` in even shares to those directly below it, or to all its salespeople; a leader between
 * then has what its people have, so that nothing overflows.
 */
export function evenBelow(branch: Branch, who: 'direct' | 'sales'): Shares {
  const targets = (who === 'direct' ? branch.below : salesOf(branch)).filter(working)
  const shares = evenShares(
    branch.after,
    targets.map(({ node }) => node),
  )
  if (who === 'direct') return shares
  const leaders = branch.below.filter(({ node, kept }) => node.level === 'leader' && kept)
  const draft = { ...shares.draft }
  for (const leader of leaders) {
    draft[leader.node.username] = grouped(salesOf(leader).filter(working).length * shares.each)
  }
  return { ...shares, draft }
}

/** Takes the overflow of `branch` away from those directly below it, in equal parts as far as they have it. */
export function fitBelow(branch: Branch): Record<string, string> {
  let over = branch.handed - branch.after
  const left = new Map(
    branch.below.filter(({ after }) => after > 0).map(({ node, after }) => [node.username, after]),
  )
  while (over > 0 && left.size > 0) {
    const open = [...left].filter(([, quantity]) => quantity > 0)
    if (open.length === 0) break
    const part = Math.max(1, Math.floor(over / open.length))
    for (const [username, quantity] of open) {
      const taken = Math.min(part, quantity, over)
      left.set(username, quantity - taken)
      over -= taken
    }
  }
  return Object.fromEntries([...left].map(([username, quantity]) => [username, grouped(quantity)]))
}

/** Gives the quantity of the stopped account `branch` in equal parts to those beside it that work; {} for nobody. */
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
        grouped(after + each + (index < extra ? 1 : 0)),
      ]),
    ),
  }
}
