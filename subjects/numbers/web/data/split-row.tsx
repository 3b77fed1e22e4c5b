/**
 * One account of the split: name with tree lines, used numbers with their breakdown, quantity, distributed quantity.
 */
import { Popover } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconHelpCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import type { SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { explainNone, type Branch } from './split-model.ts'
import { QuantityBox } from './quantity-box.tsx'
import { belowOf, hasLeaders, toggleList, toggleRow, type SplitRow, type View } from './split-rows.ts'
import css from './split-tree.module.css'

export type RowTools = {
  view: View
  setView: (view: View) => void
  maySet: (branch: Branch) => boolean
  refused: Readonly<Record<string, string>>
  put: (part: Record<string, string | undefined>) => void
  /** Shares the quantity of a branch or leader evenly below it. */
  even: (branch: Branch) => void
  /** Opens the explanation why a salesperson receives no numbers (D3-ORG-07). */
  onExplain: (username: string) => void
}

const Lines = ({ lines }: { lines: readonly boolean[] }) =>
  lines.map((goesOn, level) => (
    // A tree line is identified by its level alone.
    <i
      key={level}
      className={css.guide}
      data-end={level === lines.length - 1 || undefined}
      data-on={goesOn || undefined}
    />
  ))

function Name({ row, tools }: { row: SplitRow; tools: RowTools }) {
  const { branch, lines, open } = row
  const { node } = branch
  const Arrow = open ? IconChevronDown : IconChevronRight
  return (
    <div className={css.name}>
      <Lines lines={lines} />
      {open === undefined ? (
        <span className={css.noArrow} />
      ) : (
        <button
          type="button"
          className={css.arrow}
          aria-expanded={open}
          aria-label={`${open ? 'Đóng' : 'Mở'} ${node.username}`}
          onClick={() => tools.setView(toggleRow(tools.view, branch))}
        >
          <Arrow size={14} stroke={2} aria-hidden />
        </button>
      )}
      <span className={css.fullname} title={node.fullname}>
        {node.fullname}
      </span>
      <span className={css.username}>{node.username}</span>
    </div>
  )
}

function Lists({ branch, tools }: { branch: Branch; tools: RowTools }) {
  const { node, below } = branch
  if (node.level === 'leader') return <span data-quiet>{below.length} nhân viên</span>
  if (node.level === 'sale' || below.length === 0) return null
  const now = belowOf(tools.view, branch)
  const toggle = (list: 'leaders' | 'sales', label: string) => (
    <button
      type="button"
      className={css.list}
      aria-pressed={now === list}
      aria-label={`${label} ${node.username}`}
      onClick={() => tools.setView(toggleList(tools.view, branch, list))}
    >
      {label}
    </button>
  )
  return (
    <span className={css.lists}>
      {hasLeaders(branch) && toggle('leaders', 'DS Leader')}
      {toggle('sales', 'DS Saleman')}
    </span>
  )
}

const places: readonly (readonly [keyof Pick<SplitNode, 'called' | 'open' | 'left' | 'blocked'>, string])[] =
  [
    ['called', 'Đã gọi'],
    ['open', 'Đang giữ'],
    ['left', 'Còn lại'],
    ['blocked', 'Trong blacklist'],
  ]

/** Used numbers; a click shows the results of all received numbers. */
function Used({ node }: { node: SplitNode }) {
  const used = node.open + node.called
  return (
    <Popover position="bottom-end" width={208} withinPortal>
      <Popover.Target>
        <button type="button" className={css.used} data-zero={used === 0 || undefined} title="Xem số đã nhận">
          {thousands(used)}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={css.places}>
          <dt>
            <b>Đã nhận</b>
          </dt>
          <dd>
            <b>{thousands(node.received)}</b>
          </dd>
          {places
            .filter(([name]) => name !== 'blocked' || node.blocked > 0)
            .map(([name, label]) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{thousands(node[name])}</dd>
              </div>
            ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  )
}

const ToneText = ({
  tone,
  title,
  children,
}: {
  tone: 'red' | 'orange'
  title?: string
  children: ReactNode
}) => (
  <span className={css.say} data-tone={tone} title={title} role={tone === 'red' ? 'alert' : undefined}>
    <IconAlertTriangle size={14} stroke={2} aria-hidden />
    <span>{children}</span>
  </span>
)

/** The distributed part of the quantity, or its error. */
function Distributed({ branch, refused }: { branch: Branch; refused: string | undefined }) {
  const { node, below, after, distributed, hasQuantity, fault } = branch
  if (fault !== null) return <ToneText tone="red">{fault}</ToneText>
  if (refused) {
    return (
      <ToneText tone="red" title={refused}>
        {refused}
      </ToneText>
    )
  }
  if (node.locked) return <ToneText tone="orange">Đã dừng</ToneText>
  const explanation = explainNone(branch)
  if (explanation !== null) return <span data-quiet>{explanation}</span>
  if (node.level === 'sale') return null
  if (!hasQuantity || below.length === 0) return <span data-quiet>-</span>
  if (distributed < after)
    return <span className={css.say}>Còn {thousands(after - distributed)} chưa giao</span>
  return (
    <span className={css.say} data-tone="green">
      <IconCheck size={14} stroke={2} aria-hidden />
      <span>Đủ</span>
    </span>
  )
}

function Quantity({ branch, tools }: { branch: Branch; tools: RowTools }) {
  const { node, text, distributed, hasQuantity, fault } = branch
  const strong = node.level === 'branch'
  // Branch quantities are plain text for users who may not set them (D1-SPLIT-12, D1-Q-125).
  if (!tools.maySet(branch)) return <span className={css.fixed}>{hasQuantity ? text : '-'}</span>
  return (
    <QuantityBox
      label={`Số lượng của ${node.username}`}
      value={text}
      placeholder={distributed > 0 ? thousands(distributed) : 'lấy chung'}
      strong={strong}
      invalid={fault !== null || tools.refused[node.username] !== undefined}
      onChange={(next) => tools.put({ [node.username]: next })}
      onReset={() => tools.put({ [node.username]: undefined })}
    />
  )
}

export function SplitTableRow({ row, tools }: { row: SplitRow; tools: RowTools }) {
  const { branch } = row
  const { node } = branch
  return (
    <tr data-level={node.level} data-changed={branch.changed || undefined}>
      <td className={css.unit}>
        <Name row={row} tools={tools} />
      </td>
      <td>
        <Lists branch={branch} tools={tools} />
      </td>
      <td className={css.right}>
        <Used node={node} />
      </td>
      <td className={css.right}>
        <Quantity branch={branch} tools={tools} />
      </td>
      <td>
        <div className={css.distributed}>
          <Distributed branch={branch} refused={tools.refused[node.username]} />
          {node.level === 'sale' && !node.locked && (
            <IconButton
              small
              className={css.even}
              label={`${texts.why} ${node.username}`}
              onClick={() => tools.onExplain(node.username)}
            >
              <IconHelpCircle size={14} stroke={1.9} />
            </IconButton>
          )}
          {branch.below.length > 0 && branch.after > 0 && (
            <IconButton
              small
              className={css.even}
              label={`Chia đều ${thousands(branch.after)} số của ${node.username}`}
              onClick={() => tools.even(branch)}
            >
              <IconArrowsSplit2 size={14} stroke={1.9} />
            </IconButton>
          )}
        </div>
      </td>
    </tr>
  )
}
