/** The columns of the bank messages: what may be filled in, how sure the reading is, the decision. */
import { IconCheck, IconCircleHalf2, IconX } from '@tabler/icons-react'
import type { Actor } from '../../../contract/abilities.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { Cell } from '../../kit/kinds/cell.tsx'
import type { Row } from '../../kit/resource-api.ts'
import type { Column } from '../../kit/table/column.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { decide, doubtOf, isWaiting, priceDoubtOf } from './bank-actions.ts'
import css from './bank.module.css'

const icon = { size: 14, stroke: 2, 'aria-hidden': true } as const

/** The whole text on hover; banks break lines, a table row does not. */
const Content = ({ row }: { row: Row }) => <span title={String(row.str_mes)}>{String(row.str_mes)}</span>

/** How sure the reading is, quietly; why stands in the tooltip. */
const Reading = ({ row }: { row: Row }) => (
  <span title={String(row.ly_do_nhan_dang ?? '')}>
    <Cell field={fieldOf(mesbank, 'nhan_dang')} value={row.nhan_dang} />
  </span>
)

/** What speaks against an approval while the row waits, as a mark whose words are in the tooltip. */
function Doubt({ row, of }: { row: Row; of: (row: Row) => string | null }) {
  const why = isWaiting(row) ? of(row) : null
  return (
    why !== null && (
      <span className={css.doubt} role="img" aria-label={`Cần xem: ${why}`} title={`Cần xem: ${why}`}>
        <IconCircleHalf2 {...icon} />
      </span>
    )
  )
}

/** The sum, marked in front when it is not the price: figures stay one below the other. */
const Money = ({ row }: { row: Row }) => (
  <>
    <Doubt row={row} of={priceDoubtOf} />
    <Cell field={fieldOf(mesbank, 'money')} value={row.money} />
  </>
)

/** The package, marked when its reading is doubtful: on a narrow screen the column of readings is out of sight. */
const Package = ({ row }: { row: Row }) => (
  <>
    <Cell field={fieldOf(mesbank, 'goi_cuoc')} value={row.goi_cuoc} />
    <Doubt row={row} of={doubtOf} />
  </>
)

/** ĐÃ DUYỆT, ĐÃ TỪ CHỐI, or the two buttons while both are open (D1-BANK-27 to 31). */
function Decision({ row }: { row: Row }) {
  if (!isWaiting(row))
    return (
      <Cell field={fieldOf(mesbank, 'trang_thai_duyet_thong_tin')} value={row.trang_thai_duyet_thong_tin} />
    )
  return (
    <span className={css.decide}>
      <Button small tabIndex={-1} icon={<IconCheck {...icon} />} onClick={() => void decide(row, 'approve')}>
        Duyệt
      </Button>
      <Button small tabIndex={-1} icon={<IconX {...icon} />} onClick={() => void decide(row, 'deny')}>
        Từ chối
      </Button>
    </span>
  )
}

function Processed({ row }: { row: Row }) {
  const option = fieldOf(mesbank, 'is_read').options?.find(({ value }) => value === String(row.is_read))
  return (
    option && (
      <Pill plain tone={option.tone} icon={option.icon}>
        {option.label}
      </Pill>
    )
  )
}

/** The select of 'processed': both values, always one of them (D1-Q-053). */
const processedField: Field = {
  ...fieldOf(mesbank, 'is_read'),
  kind: 'choice',
  required: true,
}

const packageCell = (row: Row) => <Package row={row} />

/** Widest screen of a phone, in CSS pixels. */
const phoneWidth = 640
/** What a phone has room for beside '…', where the decisions are too. */
const first = ['so_dien_thoai', 'goi_cuoc']

/** On a phone what is decided on comes first, and nothing is frozen over it. */
function forScreen(columns: Column[]): Column[] {
  if (window.innerWidth > phoneWidth) return columns
  const loose = columns.map((column): Column => {
    const { pin: _, ...rest } = column
    return rest
  })
  const ahead = loose.filter(({ key }) => first.includes(key)).map((column) => ({ ...column, width: 108 }))
  return [...ahead, ...loose.filter(({ key }) => !first.includes(key))]
}

/** Changes the declared columns; above priority 2 a filled phone or package stays as it is (D1-BANK-32, D1-BANK-33). */
export const bankColumns =
  ({ priority }: Actor) =>
  (columns: Column[]): Column[] =>
    forScreen(
      columns.map((column): Column => {
        const { key, edit } = column
        if (key === 'str_mes') return { ...column, cell: (row) => <Content row={row} /> }
        if (key === 'nhan_dang') return { ...column, cell: (row) => <Reading row={row} /> }
        if (key === 'trang_thai_duyet_thong_tin')
          return { ...column, pin: 'right', cell: (row) => <Decision row={row} /> }
        if (key === 'is_read')
          return {
            ...column,
            cell: (row) => <Processed row={row} />,
            edit: () => processedField,
            typed: (row) => String(row.is_read),
          }
        if (key === 'money') return { ...column, cell: (row) => <Money row={row} /> }
        const shown = key === 'goi_cuoc' ? { ...column, cell: packageCell } : column
        if (!edit || priority < 3) return shown
        return { ...shown, edit: (row) => (row[key] ? null : edit(row)), typed: () => '' }
      }),
    )
