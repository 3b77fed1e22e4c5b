/** The tree table of the split: branches, their leaders and salespeople, each with its quantity (D1-SPLIT-05 to 09). */
import { useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { can } from '#platform/contract/abilities.ts'
import { WhyDialog } from '#subjects/calling/web/index.ts'
import { evenBelow, type Branch } from './split-model.ts'
import { belowOf, rowsOf, type View } from './split-rows.ts'
import { SplitTableRow, type RowTools } from './split-row.tsx'
import type { Split } from './use-split.ts'
import css from './split-tree.module.css'

const closed: View = { below: new Map(), folded: new Set() }

/** The only branch of a caller is open at first. */
const firstView = (roots: readonly Branch[]): View => {
  const [root] = roots
  return roots.length === 1 && root?.node.level === 'branch'
    ? { ...closed, below: new Map([[root.node.id, 'leaders' as const]]) }
    : closed
}

function Total({ split }: { split: Split }) {
  const { budget, roots } = split
  const used = roots.reduce((sum, { node }) => sum + node.open + node.called, 0)
  const over = budget.distributed - budget.total
  return (
    <tfoot>
      <tr>
        <td colSpan={2}>{budget.parts === roots ? 'Tổng' : 'Tổng đã giao'}</td>
        <td className={css.right}>{thousands(used)}</td>
        <td className={css.right}>{thousands(budget.distributed)}</td>
        <td data-over={over > 0 || undefined}>
          {over > 0
            ? `Vượt ${thousands(over)}`
            : over < 0
              ? `Còn ${thousands(-over)} chưa chia`
              : 'Đã chia hết'}
        </td>
      </tr>
    </tfoot>
  )
}

export function SplitTable({ split }: { split: Split }) {
  const { roots, free, actor, refused, put } = split
  const [view, setView] = useState(() => firstView(roots))
  const [explained, setExplained] = useState<string | null>(null)
  const tools: RowTools = {
    view,
    setView,
    refused,
    put,
    onExplain: setExplained,
    maySet: ({ node }) =>
      node.level === 'branch' ? free : node.level === 'sale' || free || can(actor, 'below4'),
    even: (branch) => {
      const sales = branch.node.level === 'branch' && belowOf(view, branch) === 'sales'
      const { draft, remainder } = evenBelow(branch, sales ? 'sales' : 'direct')
      put(draft, remainder)
      if (branch.node.level === 'branch' && belowOf(view, branch) === 'closed') {
        setView({ ...view, below: new Map(view.below).set(branch.node.id, 'leaders') })
      }
    },
  }
  return (
    <div className={css.scroll} data-boxes>
      <table className={css.tree} aria-label="Chia data">
        <thead>
          <tr>
            <th className={css.unit}>Đơn vị</th>
            <th aria-label="Danh sách bên dưới" />
            <th className={css.right}>Đã dùng</th>
            <th className={css.right}>Số lượng</th>
            <th>Giao xuống cấp dưới</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(roots, view).map((row) => (
            <SplitTableRow key={row.branch.node.id} row={row} tools={tools} />
          ))}
        </tbody>
        <Total split={split} />
      </table>
      {explained !== null && <WhyDialog initial={explained} onClose={() => setExplained(null)} />}
    </div>
  )
}
