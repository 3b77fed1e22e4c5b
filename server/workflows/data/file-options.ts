/** POST getOptionDataByFile: the quantities of a file with the tree and its balances (D1-UPL-46, D1-SPLIT-15). */
import type { FileOptions, SplitNode } from '../../../contract/workflows/data.ts'
import type { Ctx } from '../../kit/context.ts'
import { ownOf, readState, type FileState, type Own } from './file-state.ts'
import { lastSplit } from './last-split.ts'
import { subtreeSums } from './plan-split.ts'
import { findFile } from './pool-file.ts'
import { withinScope } from './within-scope.ts'

/** The accounts of the caller's scope with their balances; locked ones only while they have something. */
function treeOf(state: FileState, { scope }: Pick<Ctx, 'scope'>): SplitNode[] {
  const of = (name: keyof Own) => subtreeSums(state, (id) => ownOf(state, id)[name])
  const [free, left, open, called, blocked] = [
    of('free'),
    of('left'),
    of('open'),
    of('called'),
    of('blocked'),
  ]
  return state.accounts.flatMap((account) => {
    const { id } = account
    const at = (sums: Map<string, number>): number => sums.get(id) ?? 0
    const received = at(left) + at(open) + at(called) + at(blocked)
    const kept = state.quotas.has(id)
    if (!scope.all && !scope.ids.includes(id)) return []
    if (account.locked && !kept && received === 0) return []
    const places = {
      called: at(called),
      open: at(open),
      left: at(left),
      blocked: at(blocked),
      free: at(free),
    }
    return [{ ...account, received, ...places, quantity: kept ? at(free) : null }]
  })
}

/** Quantities by username, the tree of the scope, and the newest split. */
export async function fileOptions(name: string, ctx: Ctx): Promise<FileOptions> {
  const file = await findFile(name, ctx)
  const state = await readState(file.id, ctx)
  const tree = treeOf(state, ctx)
  const tong = [...state.own.values()].reduce(
    (sum, own) => sum + own.left + own.open + own.called + own.blocked,
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
