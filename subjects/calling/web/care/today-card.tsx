/** The caller's figures of the day: numbers received and their results. */
import { thousands } from '#kit/contract/thousands.ts'
import { formatShortInstant } from '#kit/contract/dates.ts'
import type { CareToday } from '#subjects/calling/contract/calls/care.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Card } from '#figures/card.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useToday } from './care-data.ts'
import css from './side-cards.module.css'

type Figure = { label: string; count: number; total: number | null }

const figuresOf = (today: CareToday): Figure[] => [
  { label: 'Nhận số', count: today.da_nhan_so, total: null },
  { label: 'Trả kết quả', count: today.so_tra_ket_qua, total: today.da_nhan_so },
  { label: 'Gặp khách', count: today.gap_khach, total: today.so_tra_ket_qua },
  { label: 'Đồng ý', count: today.chap_nhan, total: today.so_tra_ket_qua },
  { label: 'Hẹn gọi lại', count: today.hen, total: today.so_tra_ket_qua },
]

/** Appointments have results without a number received: no share if there are more results than numbers. */
const shareOf = (count: number, total: number | null): string =>
  total && count <= total ? `${Math.round((count / total) * 100)}%` : ''

/** 'Hôm nay của tôi'. */
export function TodayCard() {
  const { data, error, dataUpdatedAt, refetch } = useToday()
  const figures = data ? figuresOf(data) : []
  const most = Math.max(0, ...figures.map(({ count }) => count))
  return (
    <Card
      title="Hôm nay của tôi"
      className={css.short}
      end={data && `lúc ${formatShortInstant(new Date(dataUpdatedAt).toISOString()).slice(-5)}`}
    >
      {!data && error && (
        <ErrorNote error={error} title="Chưa tải được số liệu" retry={() => void refetch()} />
      )}
      <AmountList
        lines={figures.map(({ label, count, total }) => ({
          key: label,
          name: label,
          amount: thousands(count),
          end: shareOf(count, total),
          bars: [{ to: most === 0 ? 0 : count / most, height: 3 }],
        }))}
      />
    </Card>
  )
}
