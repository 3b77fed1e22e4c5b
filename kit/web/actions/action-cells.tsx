/** The cell of an action's field, for readers who may use the action. */
import type { SyntheticEvent } from 'react'
import type { Resource } from '#kit/contract/resource.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { Cell } from '../kinds/cell.tsx'
import type { TableRow } from '../resource-api.ts'
import { valueOf } from '../table/column.ts'
import { Button } from '../ui/button.tsx'
import { icons } from '../ui/pill.tsx'
import { Picker } from '../ui/picker.tsx'
import { choicesFor, isDone, type Choice } from './choices.ts'
import { showField } from '#kit/contract/kinds.ts'
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
const stop = (event: SyntheticEvent): void => event.stopPropagation()

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
            onDoubleClick={stop}
            onClick={(event) => {
              stop(event)
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

/** The states as a list; choosing the state that a person already set does nothing. */
export function ListCell({ resource, name, row, choices, run }: CellProps) {
  const field = fieldOf(resource, name)
  const value = String(valueOf(row, name) ?? '')
  const option = field.options?.find((candidate) => candidate.value === value)
  const Icon = icons[option?.icon ?? 'dash']
  const choose = (next: string): void => {
    const choice = choices.find(({ step }) => String(step.to) === next)
    if (choice && !isDone(resource, choice, row)) run(choice)
  }
  // Events of the list, which React bubbles through the cell, must not reach the grid.
  return (
    <span className={css.list} data-tone={option?.tone} onClick={stop} onDoubleClick={stop} onKeyDown={stop}>
      <Picker
        label={`${field.label} ${nameOf(resource, row)}`}
        options={choices.map(({ step }) => ({ value: String(step.to), label: step.label }))}
        value={value}
        placeholder={showField(valueOf(row, name), field)}
        icon={<Icon size={14} stroke={2} aria-hidden />}
        onChange={choose}
      />
    </span>
  )
}

/** Name of a row: its first column. */
function nameOf(resource: Resource, row: TableRow): string {
  const first = resource.list[0]
  return first === undefined ? '' : showField(valueOf(row, first), fieldOf(resource, first))
}
