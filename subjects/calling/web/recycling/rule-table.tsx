/** The rules by result, edited in place: the default ones, or those of one file (D3-REC-01). */
import type { ReactNode } from 'react'
import { careResults } from '#subjects/calling/contract/care-results.ts'
import { dayParts, type RecycleRule } from '#subjects/calling/contract/calls/recycling.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ResultMark } from '../care/result-icon.tsx'
import { PickCell, Radios, Switch, TextCell, type CellProps } from './rule-cells.tsx'
import {
  cellsOf,
  faultsOf,
  shownCells,
  type Cells,
  type CellName,
  type Draft,
  type Status,
} from './rule-draft.ts'
import { callerChoices, callerText, partChoices, partText, untilText } from './rule-words.ts'
import css from './rule-table.module.css'

type RowProps = {
  cells: Cells
  /** The cells of the running rule. */
  before: Cells
  put: (cells: Partial<Cells>) => void
  /** Props of the cell in this column. */
  cell: (column: string, names: readonly CellName[], textOf: (cells: Cells) => string) => CellProps
}

const After = ({ cells, before, put, cell }: RowProps) => (
  <TextCell
    {...cell('Gọi lại sau', ['after'], ({ after }) => after)}
    value={cells.after}
    onType={(after) => put({ after })}
    onReset={() => put({ after: before.after })}
  />
)

const Most = ({ cells, before, put, cell }: RowProps) => (
  <TextCell
    {...cell('Nhiều nhất', ['most'], ({ most }) => most)}
    unit="lần"
    value={cells.most}
    onType={(most) => put({ most })}
    onReset={() => put({ most: before.most })}
  />
)

function Parts({ cells: { part, parts }, put, cell }: RowProps) {
  const toggle = (value: (typeof parts)[number]): void =>
    put({ parts: dayParts.map((one) => one.value).filter((one) => parts.includes(one) !== (one === value)) })
  return (
    <PickCell {...cell('Buổi', ['part', 'parts'], partText)} text={partText({ part, parts })}>
      <Radios
        name="So với lần gọi trước"
        choices={partChoices}
        value={part}
        onPick={(next) => put({ part: next })}
      />
      <hr />
      {dayParts.map(({ value, label }) => (
        <label key={value}>
          <Checkbox label={label} checked={parts.includes(value)} onChange={() => toggle(value)} />
          {label}
        </label>
      ))}
    </PickCell>
  )
}

const Caller = ({ cells, put, cell }: RowProps) => (
  <PickCell
    {...cell('Người gọi', ['caller'], ({ caller }) => callerText(caller))}
    text={callerText(cells.caller)}
  >
    <Radios
      name="Người gọi"
      choices={callerChoices}
      value={cells.caller}
      onPick={(caller) => put({ caller })}
    />
  </PickCell>
)

const Until = ({ cells, put, cell }: RowProps) => (
  <PickCell {...cell('Cho tới', ['within', 'until_expiry'], untilText)} text={untilText(cells)}>
    <label>
      <Checkbox
        label="đến hạn gói"
        checked={cells.until_expiry}
        onChange={(event) => put({ until_expiry: event.target.checked })}
      />
      đến hạn gói
    </label>
    <label>
      trong
      <input
        className={css.days}
        aria-label="Số ngày từ lần gọi đầu"
        inputMode="numeric"
        maxLength={3}
        value={cells.within}
        onChange={(event) => put({ within: event.target.value })}
      />
      ngày từ lần gọi đầu
    </label>
  </PickCell>
)

type Line = RowProps & { status: Status; name: string }

type RuleTableProps = {
  name: string
  rules: readonly RecycleRule[]
  draft: Draft
  put: (status: Status, cells: Partial<Cells>) => void
}

function lineOf(rule: RecycleRule, draft: Draft, put: RuleTableProps['put']): Line {
  const { status } = rule
  const cells = shownCells(rule, draft)
  const before = cellsOf(rule)
  const faults = faultsOf(cells)
  const changed = draft[status] ?? {}
  const name = careResults.find(({ value }) => value === status)?.label ?? status
  return {
    status,
    name,
    cells,
    before,
    put: (next) => put(status, next),
    cell: (column, names, textOf) => ({
      label: `${column}, ${name}`,
      before: names.some((one) => one in changed) ? textOf(before) : undefined,
      fault: names.map((one) => faults[one]).find(Boolean),
    }),
  }
}

/** A rule that is off has no editable cells. */
const ruled = (title: string, Cell: (row: RowProps) => ReactNode, width?: number): TableColumn<Line> => ({
  title,
  ...(width !== undefined && { width }),
  cell: (line) => (line.cells.active ? <Cell {...line} /> : <Nothing />),
})

const columns: readonly TableColumn<Line>[] = [
  { title: 'Kết quả', width: 190, heads: true, cell: ({ status }) => <ResultMark status={status} /> },
  {
    title: 'Bật',
    width: 48,
    cell: ({ name, cells, put }) => (
      <Switch on={cells.active} label={`Gọi lại ${name}`} onTurn={(active) => put({ active })} />
    ),
  },
  ruled('Gọi lại sau', After, 148),
  ruled('Nhiều nhất', Most, 84),
  ruled('Buổi', Parts, 120),
  ruled('Người gọi', Caller, 116),
  ruled('Cho tới', Until),
]

export const RuleTable = ({ name, rules, draft, put }: RuleTableProps) => (
  <div className={css.rules}>
    <Table
      label={name}
      columns={columns}
      rows={rules.map((rule) => lineOf(rule, draft, put))}
      keyOf={({ status }) => status}
      lookOf={({ cells }) => (cells.active ? undefined : 'over')}
    />
  </div>
)
