/** The carrier does not answer: one bar above the cards with a retry; other screens go on (G5). */
import { IconAntennaBarsOff } from '@tabler/icons-react'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'

type OutageBarProps = {
  outage: string | null
  retry: () => void
  /** Text of the bar; the carrier's refusal by default. */
  note?: string
}

export const OutageBar = ({
  outage,
  retry,
  note = `${outage}. Các màn hình khác vẫn dùng bình thường.`,
}: OutageBarProps) =>
  outage !== null && (
    <NoticeBar icon={<IconAntennaBarsOff size={16} aria-hidden />} action={{ label: 'Thử lại', run: retry }}>
      <b>Chưa tra cứu được ở nhà mạng.</b> {note}
    </NoticeBar>
  )
