/** A cell of a paste in preview: its present value, the new one, or why it cannot be pasted. */
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Field } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import type { Pasted } from './cell-edits.ts'
import { CellTip } from './cell-tip.tsx'
import css from './cell.module.css'

type PastedCellProps = {
  state: Pasted
  /** Null where nothing can be pasted. */
  field: Field | null
  /** Shows the reason of a refusal under it. */
  focused: boolean
  edit: () => void
  leave: () => void
}

export function PastedCell({ state, field, focused, edit, leave }: PastedCellProps) {
  const { reason, value, before, text } = state
  if (reason === null && (value === undefined || !field)) return <span data-quiet>{before}</span>
  if (reason === null && field) {
    const after = showField(value, field) || 'trống'
    return (
      <span className={css.change} title={`${before || 'trống'} → ${after}`}>
        <span>
          <s>{before}</s>
          <b>{after}</b>
        </span>
      </span>
    )
  }
  const choices = [
    ...(field ? [{ label: 'Sửa lại', strong: true, run: edit }] : []),
    { label: 'Bỏ ô này', run: leave },
  ]
  return (
    <>
      <div className={css.bad} title={reason ?? undefined}>
        <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        <span>{text || 'trống'}</span>
      </div>
      {focused && <CellTip message={`${reason}; đang là ${before || 'trống'}`} choices={choices} />}
    </>
  )
}
