/** 'Mời gói hôm sau': balance and price, number of invitations, and recording one (D2-INVN). */
import { IconArrowBackUp, IconSend } from '@tabler/icons-react'
import type { RowOf } from '../../../contract/kit/row.ts'
import { messages } from '../../../contract/messages.ts'
import { formatMoney } from '../../../contract/money.ts'
import { showPhone } from '../../../contract/phone.ts'
import { inviteStateText, lowBalance, moigoihomsau } from '../../../contract/resources/moigoihomsau.ts'
import { offerTexts, setOfferState } from '../../../contract/workflows/offers.ts'
import { newKey, send } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { Nothing, Person } from '../../kit/kinds/cell.tsx'
import { refresh } from '../../kit/query.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import type { ResourceColumn } from '../../kit/table/column.ts'
import type { RowAction } from '../../kit/table/table-types.ts'
import { Pill } from '../../kit/ui/pill.tsx'
import css from './offers.module.css'

type Row = RowOf<typeof moigoihomsau>

const moneyOf = (amount: number | null): string => (amount === null ? '-' : formatMoney(amount))
const balanceText = ({ tkc, gia_goi }: Row): string => `${moneyOf(tkc)} / ${moneyOf(gia_goi)}`

/** Balance and price; red while the balance is less than half of the price (D2-INVN-06, D2-INVN-07). */
function Balance({ row }: { row: Row }) {
  const share = row.tkc_chia_phan_tram_gia_goi
  const low = share !== null && share < lowBalance
  return (
    <span
      data-num
      className={low ? css.low : undefined}
      title={share === null ? undefined : `${share}% giá gói`}
    >
      {row.tkc === null ? <Nothing /> : formatMoney(row.tkc)}{' '}
      <span className={css.of}>/ {moneyOf(row.gia_goi)}</span>
    </span>
  )
}

const columns = (declared: ResourceColumn<typeof moigoihomsau>[]): ResourceColumn<typeof moigoihomsau>[] =>
  declared.map((column) => {
    if (column.key === 'tkc') return { ...column, cell: (row) => <Balance row={row} />, text: balanceText }
    if (column.key === 'username')
      return {
        ...column,
        cell: (row) => <Person fullname={row.ten_nv ?? ''} username={row.username ?? ''} />,
      }
    if (column.key === 'status')
      return {
        ...column,
        cell: (row) => <Pill tone={row.status === 1 ? 'green' : 'grey'}>{inviteStateText(row)}</Pill>,
        text: inviteStateText,
      }
    return column
  })

/** Asks, then records that the customer was invited once more, or takes it back (D2-Q-122). */
async function setState(row: Row, status: 0 | 1): Promise<void> {
  const [title, question] =
    status === 1 ? [offerTexts.askTitle, offerTexts.ask] : [offerTexts.undoTitle, offerTexts.undo]
  const body = `${question}\n${showPhone(row.phone ?? '')}, gói ${row.package}`
  if (!(await confirm({ title, body }))) return
  try {
    await send(setOfferState, { id: row.id, status, version: row.version }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  }
  await refresh(moigoihomsau.path)
}

function rowActions(row: Row): RowAction[] {
  const closed = row.may?.update === false && { reason: messages.forbidden }
  const invite: RowAction = {
    label: 'Mời',
    icon: <IconSend size={16} stroke={1.9} />,
    inRow: true,
    run: () => void setState(row, 1),
    ...closed,
  }
  const undo: RowAction = {
    label: offerTexts.undoTitle,
    icon: <IconArrowBackUp size={16} stroke={1.9} />,
    run: () => void setState(row, 0),
    ...closed,
  }
  return row.status === 1 ? [invite, undo] : [invite]
}

/** The screen at /app/moigoihomsau. */
export default function OfferScreen() {
  return <ResourceScreen resource={moigoihomsau} columns={columns} rowActions={rowActions} />
}
