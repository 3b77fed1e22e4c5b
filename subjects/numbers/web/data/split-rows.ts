/** The visible rows of the split and their tree lines. Pure. */
import { salesOf, type Branch } from './split-model.ts'

/** The rows below a branch: none, its leaders with their people, or its salespeople only. */
export type Below = 'closed' | 'leaders' | 'sales'

export type View = {
  /** Branches missing from the map are 'closed'. */
  below: ReadonlyMap<string, Below>
  /** Collapsed leaders. */
  folded: ReadonlySet<string>
}

export type SplitRow = {
  branch: Branch
  depth: number
  /** For each level: whether its tree line continues below this row. */
  lines: boolean[]
  /** Undefined for a row without children. */
  open: boolean | undefined
}

export const hasLeaders = (branch: Branch): boolean =>
  branch.below.some(({ node }) => node.level === 'leader')

export const belowOf = (view: View, branch: Branch): Below => view.below.get(branch.node.id) ?? 'closed'

function listed(branch: Branch, view: View): Branch[] {
  if (branch.node.level === 'leader') return view.folded.has(branch.node.id) ? [] : branch.below
  const below = belowOf(view, branch)
  if (below === 'closed') return []
  return below === 'sales' ? salesOf(branch) : branch.below
}

const isOpen = (branch: Branch, view: View): boolean | undefined => {
  if (branch.below.length === 0) return undefined
  return branch.node.level === 'leader'
    ? !view.folded.has(branch.node.id)
    : belowOf(view, branch) !== 'closed'
}

function rowsBelow(branch: Branch, view: View, depth: number, lines: boolean[]): SplitRow[] {
  const children = listed(branch, view)
  return [
    { branch, depth, lines, open: isOpen(branch, view) },
    ...children.flatMap((child, index) =>
      rowsBelow(child, view, depth + 1, [...lines, index < children.length - 1]),
    ),
  ]
}

/** The rows on screen, in the order of the tree. */
export const rowsOf = (roots: readonly Branch[], view: View): SplitRow[] =>
  roots.flatMap((root) => rowsBelow(root, view, 0, []))

const change = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): Map<K, V> => new Map(map).set(key, value)

/** The view after a click on 'DS Leader' or 'DS Saleman' of a branch; a second click closes it. */
export function toggleList(view: View, branch: Branch, list: 'leaders' | 'sales'): View {
  const next = belowOf(view, branch) === list ? 'closed' : list
  return { ...view, below: change(view.below, branch.node.id, next) }
}

/** The view after a click on the arrow of a branch or leader. */
export function toggleRow(view: View, branch: Branch): View {
  const { id, level } = branch.node
  if (level === 'leader') {
    const folded = new Set(view.folded)
    if (!folded.delete(id)) folded.add(id)
    return { ...view, folded }
  }
  const open = belowOf(view, branch) !== 'closed'
  return {
    ...view,
    below: change(view.below, id, open ? 'closed' : hasLeaders(branch) ? 'leaders' : 'sales'),
  }
}
