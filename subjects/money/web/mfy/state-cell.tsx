/** A state cell with a list of states, set after a question about old and new state (D2-MFY-50, D2-MFY-54, D2-Q-38). */
import type { SyntheticEvent } from 'react'
import type { StepAction } from '#kit/contract/action.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { showField } from '#kit/contract/kinds.ts'
import { Picker } from '#kit/web/ui/picker.tsx'
import { icons } from '#kit/web/ui/pill.tsx'
import { changeState } from './change-state.ts'
import { aboutOf, type Row } from './rows.ts'
import css from './mfy.module.css'

/** Events of the list, which React bubbles through the cell, must not reach the grid. */
const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** The present state and the other states to choose from. */
export function StateCell({ row, action }: { row: Row; action: StepAction }) {
  const field = fieldOf(mfy, action.field)
  const value = row[action.field as keyof Row]
  const option = field.options?.find((candidate) => candidate.value === value)
  const Icon = icons[option?.icon ?? 'dash']
  return (
    <span className={css.state} data-tone={option?.tone} onClick={stop} onDoubleClick={stop} onKeyDown={stop}>
      <Picker
        label={`${field.label} ${aboutOf(row)}`}
        options={action.steps
          .filter(({ to }) => to !== value)
          .map(({ to, label }) => ({ value: String(to), label }))}
        value=""
        placeholder={showField(value, field)}
        icon={<Icon size={14} stroke={2} aria-hidden />}
        onChange={(next) => void changeState(row, action, next)}
      />
    </span>
  )
}
