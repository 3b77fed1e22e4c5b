/** The carrier does not answer: said once over the cards, with the way to ask again; other screens go on (G5). */
import { IconAntennaBarsOff } from '@tabler/icons-react'
import { Button } from '../../kit/ui/button.tsx'
import css from './lookup.module.css'

/** The bar, while there is an outage. */
export const OutageBar = ({ outage, again }: { outage: string | null; again: () => void }) =>
  outage !== null && (
    <div className={css.outage} role="status">
      <IconAntennaBarsOff size={16} aria-hidden />
      <span>
        <b>Chưa tra cứu được ở nhà mạng.</b> {outage}. Các màn hình khác vẫn dùng bình thường.
      </span>
      <Button small onClick={again}>
        Thử lại
      </Button>
    </div>
  )
