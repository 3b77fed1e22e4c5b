/** POST getOptionDataByFile: the quantities of a file with the tree and its balances (D1-UPL-46, D1-SPLIT-15). */
import type { FileOptions, SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import type { Ctx } from '#kit/server/context.ts'
import { numbersOf, readState, type FileState, type HolderNumbers } from './file-state.ts'
import { lastSplit } from './last-split.ts'
import { subtreeSums } from './plan-split.ts'
import { findFile } from './pool-file.ts'
import { withinScope } from './within-scope.ts'

/** Accounts in scope with their balances; locked ones only while they have numbers or a quantity. */
function treeOf(state: FileState, { scope }: Pick<Ctx, 'scope'>): SplitNode[] {
  const sumsOf = (name: keyof HolderNumbers) => subtreeSums(state, (id) => numbersOf(state, id)[name])
  const [free, left, open, called, blocked] = [
    sumsOf('free'),
    sumsOf('left'),
    sumsOf('open'),
    sumsOf('called'),
    sumsOf('blocked'),
  ]
  return state.accounts.flatMap((account) => {
    const { id } = account
    const sumOf = (sums: Map<string, number>): number => sums.get(id) ?? 0
    const received = sumOf(left) + sumOf(open) + sumOf(called) + sumOf(blocked)
    const hasQuantity = state.quotas.has(id)
    if (!scope.all && !scope.ids.includes(id)) return []
    if (account.locked && !hasQuantity && received === 0) return []
    const stages = {
      called: sumOf(called),
      open: sumOf(open),
      left: sumOf(left),
      blocked: sumOf(blocked),
      free: sumOf(free),
    }
    return [{ ...account, received, ...stages, quantity: hasQuantity ? sumOf(free) : null }]
  })
}

/** Quantities by username, the tree in scope, and the newest split. */
export async function fileOptions(name: string, ctx: Ctx): Promise<FileOptions> {
  const file = await findFile(name, ctx)
  const state = await readState(file.id, ctx)
  const tree = treeOf(state, ctx)
  const tong = [...state.byHolder.values()].reduce(
    (sum, counts) => sum + counts.left + counts.open + counts.called + counts.blocked,
    0,
  )
  return {
    values: tree.flatMap(({ username, quantity }) => (quantity === null ? [] : [{ username, quantity }])),
    is_activated: file.is_activated,
    total: withinScope(state, ctx),
    tong,
    tree,
    last: await lastSplit(file.id, state.accounts, ctx),
  }
}
