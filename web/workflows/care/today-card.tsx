/** The caller's own figures of the day: how many numbers came, and what became of them. */
import { formatShortInstant } from '../../../contract/dates.ts'
import type { CareToday } from '../../../contract/workflows/care.ts'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { useToday } from './care-data.ts'
import css from './side-cards.module.css'

type Figure = { label: string; count: number; of: number | null }

const figuresOf = (today: CareToday): Figure[] => [
  { label: 'Nhận số', count: today.da_nhan_so, of: null },
  { label: 'Trả kết quả', count: today.so_tra_ket_qua, of: today.da_nhan_so },
  { label: 'Gặp khách', count: today.gap_khach, of: today.so_tra_ket_qua },
  { label: 'Đồng ý', count: today.chap_nhan, of: today.so_tra_ket_qua },
  { label: 'Hẹn gọi lại', count: today.hen, of: today.so_tra_ket_qua },
]

/** More results than numbers come from appointments, which nobody asked for: a share of them says nothing. */
const shareOf = (count: number, of: number | null): string =>
  of && count <= of ? `${Math.round((count / of) * 100)}%` : ''

function Row({ figure, most }: { figure: Figure; most: number }) {
  return (
    <li className={css.figure}>
      <span>{figure.label}</span>
      <b>{figure.count.toLocaleString('en-US')}</b>
      <span className={css.share}>{shareOf(figure.count, figure.of)}</span>
      <span className={css.track} aria-hidden>
        <i style={{ width: `${most === 0 ? 0 : (figure.count / most) * 100}%` }} />
      </span>
    </li>
  )
}

/** 'Hôm nay của tôi'. */
export function TodayCard() {
  const { data, error, dataUpdatedAt, refetch } = useToday()
  const figures = data ? figuresOf(data) : []
  const most = Math.max(0, ...figures.map(({ count }) => count))
  return (
    <section className={css.card}>
      <header className={css.head}>
        <h2>Hôm nay của tôi</h2>
        <span className={css.space} />
        {data && (
          <span className={css.quiet} style={{ paddingRight: 8 }} data-num>
            lúc {formatShortInstant(new Date(dataUpdatedAt).toISOString()).slice(-5)}
          </span>
        )}
      </header>
      {!data && error && (
        <ErrorNote error={error} title="Chưa tải được số liệu" retry={() => void refetch()} />
      )}
      <ul className={css.figures}>
        {figures.map((figure) => (
          <Row key={figure.label} figure={figure} most={most} />
        ))}
      </ul>
    </section>
  )
}
