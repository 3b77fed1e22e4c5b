/** The cell of an action's field, for readers who may use the action. */
import type { SyntheticEvent } from 'react'
import type { Field } from '../../../contract/kit/field.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { Cell } from '../kinds/cell.tsx'
import type { TableRow } from '../resource-api.ts'
import { valueOf } from '../table/column.ts'
import { Button } from '../ui/button.tsx'
import { icons } from '../ui/pill.tsx'
import { Picker } from '../ui/picker.tsx'
import { choicesFor, isDone, type Choice } from './choices.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import css from './actions.module.css'

type CellProps = {
  resource: Resource
  /** The action's field. */
  name: string
  row: TableRow
  choices: readonly Choice[]
  run: (choice: Choice) => void
}

/** A click on a button in the cell must not reach the row. */
const stopPropagation = (event: SyntheticEvent): void => event.stopPropagation()

/** The steps as buttons while the row allows them, else its state. */
export function ButtonsCell({ resource, name, row, choices, run }: CellProps) {
  const open = choicesFor(resource, choices, row).filter(({ refusal }) => refusal === null)
  if (open.length === 0) return <Cell field={fieldOf(resource, name)} value={valueOf(row, name)} />
  return (
    <span className={css.buttons}>
      {open.map((choice) => {
        const Icon = icons[choice.step.icon ?? 'check']
        return (
          <Button
            key={choice.step.label}
            small
            tabIndex={-1}
            icon={<Icon size={14} stroke={2} aria-hidden />}
            data-danger={choice.step.danger}
            onDoubleClick={stopPropagation}
            onClick={(event) => {
              stopPropagation(event)
              run(choice)
            }}
          >
            {choice.step.label}
          </Button>
        )
      })}
    </span>
  )
}

type StatePickerProps = {
  className: string | undefined
  field: Field
  /** The present state, and the one that is marked in the list. */
  state: unknown
  marked: string
  rowName: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A state as a list in its cell. Events of the list, which React bubbles through the cell, must not reach the grid. */
export function StatePicker(props: StatePickerProps) {
  const { className, field, state, marked, rowName, options, onChange } = props
  const option = field.options?.find(({ value }) => value === String(state ?? ''))
  const Icon = icons[option?.icon ?? 'dash']
  return (
    <span
      className={className}
      data-tone={option?.tone}
      onClick={stopPropagation}
      onDoubleClick={stopPropagation}
      onKeyDown={stopPropagation}
    >
      <Picker
        label={`${field.label} ${rowName}`}
        options={options}
        value={marked}
        placeholder={showField(state, field)}
        icon={<Icon size={14} stroke={2} aria-hidden />}
        onChange={onChange}
      />
    </span>
  )
}

/** The states as a list; choosing the state that a person already set does nothing. */
export function ListCell({ resource, name, row, choices, run }: CellProps) {
  const state = valueOf(row, name)
  const choose = (next: string): void => {
    const choice = choices.find(({ step }) => String(step.to) === next)
    if (choice && !isDone(resource, choice, row)) run(choice)
  }
  return (
    <StatePicker
      className={css.list}
      field={fieldOf(resource, name)}
      state={state}
      marked={String(state ?? '')}
      rowName={nameOf(resource, row)}
      options={choices.map(({ step }) => ({ value: String(step.to), label: step.label }))}
      onChange={choose}
    />
  )
}

/** Name of a row: its first column. */
function nameOf(resource: Resource, row: TableRow): string {
  const first = resource.list[0]
  return first === undefined ? '' : showField(valueOf(row, first), fieldOf(resource, first))
}
