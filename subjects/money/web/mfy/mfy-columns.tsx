/** The columns of Mfy requests for their reader (D2-MFY-13 to 32). */
import { IconSend, IconX } from '@tabler/icons-react'
import type { MouseEvent, SyntheticEvent } from 'react'
import { can, type Actor } from '#platform/contract/abilities.ts'
import type { StepAction } from '#kit/contract/action.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { mfy, setMfyState } from '#subjects/money/contract/lists/mfy.ts'
import { mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import { doStep } from '#kit/web/actions/do-step.ts'
import { Nothing, PhoneCell } from '#kit/web/kinds/cell.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Countdown } from './countdown.tsx'
import { invite } from './invite.ts'
import { aboutOf, timesCancelled, isWaiting, type Row } from './rows.ts'
import css from './mfy.module.css'
import { fieldOf } from '#kit/contract/resource.ts'
import { showField } from '#kit/contract/kinds.ts'
import { Picker } from '#kit/web/ui/picker.tsx'
import { icons } from '#kit/web/ui/pill.tsx'
import { changeState } from './change-state.ts'

/** Events of the list, which React bubbles through the cell, must not reach the grid. */
const stop = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * A state cell with a list of states, set after a question about old and new state (D2-MFY-50, D2-MFY-54, D2-Q-38).
 * The present state and the other states to choose from.
 */
function StateCell({ row, action }: { row: Row; action: StepAction }) {
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

type Column = ResourceColumn<typeof mfy>
type Change = Partial<Column> | ((column: Column) => Column)

/** Only the name, as the column is narrow; the tooltip has the username too. */
const person = ({ username_nv, ten_nv }: Row) => <span title={`${ten_nv} (${username_nv})`}>{ten_nv}</span>

/** Edited by a double click, so a click does not copy. */
const owner = ({ so_dien_thoai_chu: number }: Row) =>
  number ? <span data-num>{showPhone(number)}</span> : <Nothing />

const number = ({ so_dien_thoai: value }: Row) => <span data-num>{showPhone(value ?? '')}</span>

/** The number, and for managers the button to invite it. */
const phone = (manages: boolean) => (row: Row) => (
  <span className={css.phone}>
    <PhoneCell field={mfy.fields.so_dien_thoai} value={row.so_dien_thoai} />
    {manages && (
      <IconButton
        small
        tabIndex={-1}
        label="Mời tự động"
        aria-label={`Mời tự động ${showPhone(row.so_dien_thoai ?? '')}`}
        onClick={(event) => {
          event.stopPropagation()
          void invite(row)
        }}
      >
        <IconSend size={14} stroke={1.9} />
      </IconButton>
    )}
  </span>
)

const requestState = (column: Column): Column => ({
  ...column,
  cell: (row) => (
    <span className={css.requested}>
      {isWaiting(row) && <Countdown id={row.id} />}
      {column.cell(row)}
    </span>
  ),
})

const { clearBackCharge, decideInfo, setCollection } = mfy.actions

const cancelled = (manages: boolean) => (row: Row) => {
  const times = timesCancelled(row)
  if (times === 0) return <Nothing />
  const [step] = clearBackCharge.steps
  return (
    <span className={css.cancelled}>
      {mfyTexts.cancelled(times)}
      {manages && step && (
        <IconButton
          small
          tabIndex={-1}
          label={step.label}
          aria-label={`${step.label} ${aboutOf(row)}`}
          onClick={(event) => {
            event.stopPropagation()
            void doStep(mfy, { action: clearBackCharge, step }, row, aboutOf(row))
          }}
        >
          <IconX size={14} stroke={1.9} />
        </IconButton>
      )}
    </span>
  )
}

const salary = ({ doanh_thu_tinh_luong: amount, ti_le_doanh_thu: ratio }: Row) => (
  <span data-num>
    <span data-quiet={amount === 0 || undefined}>{formatMoney(amount ?? 0)}</span>{' '}
    <span data-quiet>({ratio}%)</span>
  </span>
)

/** Both decision buttons while the information is undecided and the reader decides, else the decision (D2-Q-115). */
const decision =
  (decides: boolean) =>
  (column: Column): Column => ({
    ...column,
    width: 132,
    cell: (row) => {
      if (!decides || row.trang_thai_duyet_thong_tin !== 'dang_cho_duyet') return column.cell(row)
      const [approve, reject] = decideInfo.steps
      const run = (step: typeof approve | typeof reject) => (event: MouseEvent) => {
        event.stopPropagation()
        void doStep(mfy, { action: decideInfo, step }, row, aboutOf(row))
      }
      return (
        <span className={css.decision}>
          <Button small tabIndex={-1} onClick={run(approve)}>
            {approve.label}
          </Button>
          <IconButton small tabIndex={-1} label={reject.label} onClick={run(reject)}>
            <IconX size={14} stroke={2} />
          </IconButton>
        </span>
      )
    },
  })

/** A tier is chosen from its list. */
const tier = ({ edit, ...column }: Column): Column => ({
  ...column,
  ...(edit && { edit: () => ({ ...mfy.fields.gia_ban_goi, kind: 'choice' }) }),
})

/** Not pinned: only the number always stays visible. */
function unpin(column: Column): Column {
  const { pin: _, ...rest } = column
  return rest
}

/** The columns that a decision needs come first, and both states: all fit beside the decision at 1366 px (D3-APR-06, D3-GRID-09). */
const decisionColumns: readonly Column['key'][] = [
  'so_dien_thoai',
  'ma_goi',
  'doanh_thu',
  'trang_thai_yeu_cau',
  'trang_thai',
  'trang_thai_thu_tien',
]

const inOrder = (columns: readonly Column[]): Column[] => [
  ...decisionColumns.flatMap((name) => columns.filter(({ key }) => key === name)),
  ...columns.filter(({ key }) => !decisionColumns.includes(key)),
]

/** The states that a list offers: the steps that the reader may take (D3-ACC-02, D3-ACC-09). */
const offeredTo = (action: StepAction & { mes: true }, actor: Actor): StepAction => ({
  ...action,
  steps: action.steps.filter(({ may }) => may === undefined || can(actor, may)),
})

/** The columns as `actor` sees them; the decision on the information is for those who see waiting requests. */
export function mfyColumns(actor: Actor): (columns: Column[]) => Column[] {
  const manages = can(actor, 'below3')
  const decides = can(actor, decideInfo.may)
  const states = offeredTo(setMfyState, actor)
  const collections = offeredTo(setCollection, actor)
  const collects = can(actor, setCollection.may)
  const changes: Partial<Record<Column['key'], Change>> = {
    cty: unpin,
    so_dien_thoai_chu: { cell: owner, enterOnly: true },
    so_dien_thoai: { pin: 'left', cell: phone(manages), plain: number, width: manages ? 150 : 112 },
    username_nv: { cell: person },
    trang_thai_yeu_cau: requestState,
    ...(manages && { trang_thai: { cell: (row: Row) => <StateCell row={row} action={states} /> } }),
    ...(collects && {
      trang_thai_thu_tien: { cell: (row: Row) => <StateCell row={row} action={collections} /> },
    }),
    gia_ban_goi: tier,
    doanh_thu_tinh_luong: { cell: salary },
    truy_thu: { cell: cancelled(can(actor, mfy.actions.clearBackCharge.may)), numeric: false },
    trang_thai_duyet_thong_tin: decision(decides),
  }
  return (columns) =>
    inOrder(columns)
      .filter(({ key }) => can(actor, 'seesWaiting') || key !== 'trang_thai_duyet_thong_tin')
      .map((column) => {
        const change = changes[column.key]
        return typeof change === 'function' ? change(column) : { ...column, ...change }
      })
}
