/** The dark bar above the pager while rows are ticked: count, 'all of the filter', actions. */
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { useKeys } from '../keys.ts'
import type { Selection } from '../table/selection.ts'
import { Button } from '../ui/button.tsx'
import { Kbd } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import css from './selection-bar.module.css'

export type BulkAction = { label: string; icon?: ReactNode; run: () => void }

type SelectionBarProps = {
  selection: Selection
  /** Number of rows in the filter. */
  count: number | undefined
  /** The filter has more than `count` rows; then all of them cannot be ticked. */
  more?: boolean | undefined
  /** Noun for rows. */
  noun: string
  actions: readonly BulkAction[]
  /** A figure of the ticked rows after their count. */
  note?: ReactNode
}

/** Empty while nothing is ticked. */
export function SelectionBar({ selection, count, more, noun, actions, note }: SelectionBarProps) {
  useKeys({ Escape: selection.clear })
  const chosen = selection.all ? (count ?? selection.ids.size) : selection.ids.size
  if (chosen === 0) return null
  return (
    <div className={css.bar} role="toolbar" aria-label="Việc với các dòng đã chọn" data-foot>
      <span data-num role="status">
        {thousands(chosen)} {noun} đã chọn
        {note}
      </span>
      {!selection.all && !more && count !== undefined && count > chosen && (
        <button type="button" className={css.all} onClick={selection.chooseAll}>
          Chọn cả {thousands(count)} {noun} theo bộ lọc
        </button>
      )}
      <span className={css.rule} />
      {actions.map((action) => (
        <Button key={action.label} icon={action.icon} onClick={action.run}>
          {action.label}
        </Button>
      ))}
      <span className={css.rule} />
      <button type="button" className={css.escape} aria-label="Bỏ chọn Esc" onClick={selection.clear}>
        <Kbd>Esc</Kbd>
        <IconX size={16} stroke={1.9} aria-hidden />
      </button>
    </div>
  )
}
