/** Menu, keys, bulk actions and cells of a resource's declared actions. */
import { useMemo } from 'react'
import { isSteps, setterOf, type Action } from '#kit/contract/action.ts'
import type { Field } from '#kit/contract/field.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { decidesOn, fieldDecision } from '#platform/contract/money-decisions.ts'
import { showError } from '../feedback.ts'
import { lazyCode } from '../lazy-part.tsx'
import type { TableRow } from '../resource-api.ts'
import type { BulkContext } from '../resource/screen-context.ts'
import type { BulkAction } from '../resource/selection-bar.tsx'
import { useActor } from '../session.ts'
import { valueOf, type Column } from '../table/column.ts'
import type { RowAction } from '../table/table-types.ts'
import { icons } from '../ui/pill.tsx'
import { ButtonsCell, ListCell } from './action-cells.tsx'
import { choicesFor, choicesOf, isClosed, offered, type Choice } from './choices.ts'
import { doStep } from './do-step.ts'

const bulkSteps = lazyCode(() => import('./do-step-in-bulk.ts'))

const iconOf = ({ step }: Choice) => {
  const Icon = icons[step.icon ?? 'check']
  return <Icon size={16} stroke={1.9} />
}

/** Help for the keys, choices of one key together. */
function helpOf(choices: readonly Choice[]): { keys: string; what: string }[] {
  const byKey = Map.groupBy(
    choices.filter(({ step }) => step.key !== undefined),
    ({ step }) => step.key ?? '',
  )
  return [...byKey].map(([keys, list]) => ({ keys, what: list.map(({ step }) => step.label).join(' / ') }))
}

/** The field edited in place for an action without its own cell: one of its states, or any value. */
function editedField(resource: Resource, action: Action): Field {
  const field = fieldOf(resource, action.field)
  if (!isSteps(action)) return field
  const states = new Set(action.steps.map(({ to }) => String(to)))
  const options = field.options?.filter(({ value }) => states.has(value)) ?? []
  return { ...field, kind: 'choice', required: true, options }
}

/** Makes a column editable in place when an action of the list sets its field and `actor` has the right to it. */
function editedColumn<Row extends TableRow, K extends string>(
  resource: Resource,
  actor: Actor,
  column: Column<Row, K>,
): Column<Row, K> {
  const setter = setterOf(resource, column.key)
  if (!setter || !can(actor, setter.may)) return column
  const field = editedField(resource, setter)
  return {
    ...column,
    ...(isSteps(setter) && { state: true as const }),
    // A cell that decides money is saved by Enter, not by a click elsewhere (D3-ACC-09).
    ...(fieldDecision(resource, column.key) && { enterOnly: true as const }),
    edit: (row) => (isClosed(resource, column.key, row) ? null : field),
    typed: (row) => String(valueOf(row, column.key) ?? ''),
  }
}

/** A column with the cell of its actions: buttons, a list, or a value that is edited. */
function columnOf<Row extends TableRow, K extends string>(
  resource: Resource,
  actor: Actor,
  choices: readonly Choice[],
  run: (choice: Choice, row: Row) => void,
  column: Column<Row, K>,
): Column<Row, K> {
  const columnChoices = choices.filter(({ action }) => action.field === column.key)
  const buttons = columnChoices.filter(({ action }) => action.cell === 'buttons')
  const list = columnChoices.filter(({ action }) => action.cell === 'list')
  const props = (row: Row) => ({
    resource,
    name: column.key,
    row,
    run: (choice: Choice) => run(choice, row),
  })
  if (buttons.length > 0)
    return {
      ...column,
      pin: 'right',
      width: Math.max(column.width, 192),
      cell: (row) => <ButtonsCell {...props(row)} choices={buttons} />,
      plain: column.cell,
    }
  return list.length > 0
    ? { ...column, cell: (row) => <ListCell {...props(row)} choices={list} />, plain: column.cell }
    : editedColumn(resource, actor, column)
}

/** Everything the declared actions add to a list; `about` describes a row in questions. */
export function useActions<Row extends TableRow, Totals>(resource: Resource, about: (row: Row) => string) {
  const actor = useActor()
  return useMemo(() => {
    const choices = choicesOf(resource, actor)
    const run = (choice: Choice, row: Row): void => void doStep(resource, choice, row, about(row))
    return {
      help: helpOf(choices),
      /** Whether the reader decides money on these rows. */
      decides: decidesOn(resource, actor),
      columns: <K extends string>(columns: Column<Row, K>[]): Column<Row, K>[] =>
        columns.map((column) => columnOf(resource, actor, choices, run, column)),
      rowActions: (row: Row): RowAction[] =>
        choicesFor(resource, choices, row).map(({ refusal, ...choice }) => ({
          ...offered(resource, choice),
          icon: iconOf(choice),
          danger: choice.step.danger === true,
          run: () => run(choice, row),
          ...(refusal !== null && { reason: refusal }),
        })),
      bulk: (context: BulkContext<Row, Totals>): BulkAction[] =>
        choices.flatMap((choice) =>
          choice.step.bulk === undefined
            ? []
            : {
                label: choice.step.bulk,
                icon: iconOf(choice),
                run: () =>
                  void bulkSteps()
                    .then(({ doStepInBulk }) => doStepInBulk(choice, context))
                    .catch(showError),
              },
        ),
      rowKey: (row: Row, key: string): boolean => {
        const open = choicesFor(resource, choices, row).find(({ step }) => step.key === key)
        if (open && open.refusal === null) run(open, row)
        return choices.some(({ step }) => step.key === key)
      },
    }
  }, [resource, actor, about])
}
