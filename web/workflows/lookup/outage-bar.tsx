/** The carrier does not answer: said once over the cards, with the way to ask again; other screens go on (G5). */
import { IconAntennaBarsOff } from '@tabler/icons-react'
import { NoticeBar } from '../../kit/ui/notice-bar.tsx'

type OutageBarProps = {
  outage: string | null
  again: () => void
  /** What is said beside it; the refusal itself when left out. */
  note?: string
}

/** The bar, while there is an outage. */
export const OutageBar = ({
  outage,
  again,
  note = `${outage}. Các màn hình khác vẫn dùng bình thường.`,
}: OutageBarProps) =>
  outage !== null && (
    <NoticeBar icon={<IconAntennaBarsOff size={16} aria-hidden />} action={{ label: 'Thử lại', run: again }}>
      <b>Chưa tra cứu được ở nhà mạng.</b> {note}
    </NoticeBar>
  )
