/** The rules by result, edited in place: the default ones, or those of one file (D3-REC-01). */
import { careResults } from '#subjects/calling/contract/care-results.ts'
import { dayParts, type RecycleRule } from '#subjects/calling/contract/calls/recycling.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { Check } from '#kit/web/ui/check.tsx'
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
  /** As the running rule has them. */
  before: Cells
  put: (cells: Partial<Cells>) => void
  /** Props of the cell of this column. */
  cell: (column: string, names: readonly CellName[], shown: (cells: Cells) => string) => CellProps
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
          <Check label={label} checked={parts.includes(value)} onChange={() => toggle(value)} />
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
      <Check
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

const columns = [After, Most, Parts, Caller, Until]

type RuleRowProps = { rule: RecycleRule; draft: Draft; put: (status: Status, cells: Partial<Cells>) => void }

function RuleRow({ rule, draft, put }: RuleRowProps) {
  const { status } = rule
  const cells = shownCells(rule, draft)
  const before = cellsOf(rule)
  const faults = faultsOf(cells)
  const changed = draft[status] ?? {}
  const name = careResults.find(({ value }) => value === status)?.label ?? status
  const row: RowProps = {
    cells,
    before,
    put: (next) => put(status, next),
    cell: (column, names, shown) => ({
      label: `${column}, ${name}`,
      before: names.some((one) => one in changed) ? shown(before) : undefined,
      fault: names.map((one) => faults[one]).find(Boolean),
    }),
  }
  return (
    <tr data-off={!cells.active || undefined}>
      <th scope="row">
        <ResultMark status={status} />
      </th>
      <td>
        <Switch on={cells.active} label={`Gọi lại ${name}`} onTurn={(active) => row.put({ active })} />
      </td>
      {columns.map((Column, at) => (
        <td key={at}>{cells.active ? <Column {...row} /> : <Nothing />}</td>
      ))}
    </tr>
  )
}

/** Of the columns before the last one, in px. */
const widths = [190, 48, 148, 84, 120, 116]

type RuleTableProps = {
  name: string
  rules: readonly RecycleRule[]
  draft: Draft
  put: (status: Status, cells: Partial<Cells>) => void
}

export const RuleTable = ({ name, rules, draft, put }: RuleTableProps) => (
  <div className={css.scroll}>
    <table className={css.rules} aria-label={name}>
      <colgroup>
        {widths.map((width, at) => (
          <col key={at} style={{ width }} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Kết quả</th>
          <th scope="col">Bật</th>
          <th scope="col">Gọi lại sau</th>
          <th scope="col">Nhiều nhất</th>
          <th scope="col">Buổi</th>
          <th scope="col">Người gọi</th>
          <th scope="col">Cho tới</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRow key={rule.status} rule={rule} draft={draft} put={put} />
        ))}
      </tbody>
    </table>
  </div>
)
