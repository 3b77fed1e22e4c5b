/** The columns of the stock for their reader: marked number, first types, grouped prices (D2-SIM-07 to 17). */
import { IconAlertTriangle } from '@tabler/icons-react'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { choiceValues } from '#kit/contract/choices.ts'
import { showField } from '#kit/contract/kinds.ts'
import { askedPrices, belowBase, simso } from '#subjects/sims/contract/lists/simso.ts'
import { isByDigits } from '#subjects/sims/contract/sim-types.ts'
import { copyText } from '#kit/web/feedback.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { MarkedNumber } from './marked-number.tsx'
import css from './sims.module.css'

type Column = ResourceColumn<typeof simso>
export type Row = Parameters<Column['cell']>[0]

/** The number as it is written for sale. */
export const numberOf = (row: Row): string => row.so_dien_thoai_co_dau_cham ?? row.so_dien_thoai ?? ''

const marked = (row: Row) => <MarkedNumber dottedNumber={numberOf(row)} keys={choiceValues(row.types)} />

const number = (row: Row) => (
  <button
    type="button"
    tabIndex={-1}
    className={css.copy}
    data-copy
    title="Nhấn để copy"
    onClick={(event) => {
      event.stopPropagation()
      void copyText(numberOf(row))
    }}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    {marked(row)}
  </button>
)

const labelOf = (key: string): string => showField(key, simso.fields.types)

/** As many types as fit, those of the digits first; the tooltip names the others. */
function Types({ row, room }: { row: Row; room: number }) {
  const keys = choiceValues(row.types)
  const labels = [...keys.filter(isByDigits), ...keys.filter((key) => !isByDigits(key))].map(labelOf)
  const first = labels.findIndex((_, index) => labels.slice(0, index + 1).join('   ').length > room)
  const visible = labels.slice(0, first === -1 ? labels.length : Math.max(1, first))
  const more = labels.length - visible.length
  return (
    <span className={css.types} title={labels.join(', ')}>
      {visible.map((label) => (
        <span key={label} className={css.type}>
          {label}
        </span>
      ))}
      {more > 0 && <small>+{more}</small>}
    </span>
  )
}

/** The note; for a held number also who holds it and until when. */
const note = (row: Row) => {
  const holder = row.nguoi_giu && `${row.nguoi_giu} giữ đến ${formatInstant(row.giu_den ?? '').slice(11, 16)}`
  const text = [holder, row.ghi_chu].filter(Boolean).join(' · ')
  return text ? <span title={text}>{text}</span> : <Nothing />
}

/** A price, marked when it is below the base price. */
const price = (name: (typeof askedPrices)[number]) => (row: Row) => {
  const low = belowBase(row[name], row.gia_goc)
  return (
    <span
      className={css.price}
      data-num
      data-price={name}
      data-low={low ? true : undefined}
      title={low ?? undefined}
    >
      {low && <IconAlertTriangle size={14} stroke={2} role="img" aria-label={low} />}
      {showField(row[name], simso.fields[name])}
    </span>
  )
}

const groups: Partial<Record<Column['key'], string>> = {
  gia_goc: 'Giá',
  gia_si_1: 'Giá',
  gia_si_2: 'Giá',
  gia_si_3: 'Giá',
  gia_khach_hang: 'Giá',
  ghi_chu: 'Kho',
  trang_thai: 'Kho',
}

/** The columns as `actor` sees them; a reader with a single price gets no group headings. */
export function simColumns(actor: Actor): (columns: Column[]) => Column[] {
  const manages = can(actor, 'below3')
  const changes: Partial<Record<Column['key'], Partial<Column>>> = {
    so_dien_thoai: { cell: number, plain: marked, text: numberOf },
    types: { cell: (row) => <Types row={row} room={manages ? 18 : 44} />, width: manages ? 156 : 360 },
    ghi_chu: { cell: note },
    ...Object.fromEntries(askedPrices.map((name) => [name, { cell: price(name) }])),
  }
  return (columns) =>
    columns.map((column) => {
      const group = manages ? groups[column.key] : undefined
      return {
        ...column,
        ...changes[column.key],
        ...(group && { group }),
      }
    })
}
