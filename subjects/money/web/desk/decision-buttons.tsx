/** 'Từ chối' and 'Duyệt' of a waiting row, where its kind and the reader's rights allow them. */
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { useActor } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { decide, mayChoose, secondOf } from './decide.ts'
import type { Item } from './use-desk.ts'
import css from './desk.module.css'

type DecisionButtonsProps = {
  item: Item
  gone: boolean
  fill: (item: Item) => void
  /** Shows the keys beside the labels and fills the button of approval. */
  main?: boolean
}

const icon = { size: 16, stroke: 1.9 }

/** Empty for a row that somebody else has decided. */
export function DecisionButtons({ item, gone, fill, main = false }: DecisionButtonsProps) {
  const actor = useActor()
  const { approving, rejecting } = item.kind
  const second = secondOf(item)
  const isOwn = second !== null && !second.first && second.by === actor.username
  if (gone) return <span className={css.quiet}>Đã có người xử lý</span>
  return (
    <span className={css.decision}>
      {item.row.editable && !approving && (
        <Button icon={<IconPencil {...icon} />} onClick={() => fill(item)}>
          Điền thông tin
        </Button>
      )}
      {mayChoose(actor, rejecting) && (
        <Button
          look="danger"
          icon={<IconX {...icon} />}
          {...(main && { keys: 'R' })}
          onClick={() => void decide(item, rejecting)}
        >
          Từ chối
        </Button>
      )}
      {mayChoose(actor, approving) && (
        <Button
          look={main ? 'primary' : 'outline'}
          icon={<IconCheck {...icon} />}
          {...(main && { keys: 'A' })}
          reason={isOwn ? refundTexts.ownFirst : undefined}
          onClick={() => void decide(item, approving)}
        >
          Duyệt
        </Button>
      )}
    </span>
  )
}
