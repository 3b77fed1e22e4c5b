/** The cell of a bank message with the order it pays or is proposed for. */
import { IconArrowUpRight } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import type { RowOf } from '#kit/contract/row.ts'
import type { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { isOrderKind } from '#subjects/money/contract/calls/transfers.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { PaymentSide } from './payment-side-drawer.tsx'
import css from './payment-part.module.css'

type CellProps = { row: RowOf<typeof mesbank>; open: (side: PaymentSide) => void }

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A link to the order; a proposal is pale, with its text as tooltip. */
export function OrderCell({ row, open }: CellProps) {
  const { don: words, don_loai: kind, don_id: id, de_xuat: proposal } = row
  if (words && id && isOrderKind(kind))
    return (
      <button
        type="button"
        tabIndex={-1}
        className={css.link}
        title={`Mở ${words}`}
        onDoubleClick={stop}
        onClick={(event) => {
          stop(event)
          open({ kind, id, words })
        }}
      >
        {words}
        <IconArrowUpRight size={14} stroke={1.9} aria-hidden />
      </button>
    )
  if (!proposal) return <Nothing />
  return (
    <span className={css.proposal} title={`Đề xuất: ${proposal}`}>
      <Pill tone="blue" icon="half" plain>
        {proposal}
      </Pill>
    </span>
  )
}
