/** Numbers that come back today by hour, and those held back although their time has come (D3-REC-01, D3-REC-03). */
import { IconBan, IconClock, IconHistory, IconHourglass, IconMoon, IconSun } from '@tabler/icons-react'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { thousands } from '#kit/contract/thousands.ts'
import type { RecyclePreview } from '#subjects/calling/contract/calls/recycling.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { ColumnChart, type Column } from '#figures/column-chart.tsx'
import { LineList } from '#figures/line-list.tsx'
import columnCss from '#figures/column-chart.module.css'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import type { CallingRules } from './calling-rules.ts'
import css from './recycle.module.css'

/** '+57 so với luật đang chạy'; '' if it is the same. */
export function againstRunning(total: number, running: number): string {
  const more = total - running
  if (more === 0) return 'bằng luật đang chạy'
  return `${more > 0 ? '+' : '−'}${thousands(Math.abs(more))} so với luật đang chạy`
}

/** Every hour from the preview's to the last one with numbers. */
export function hoursOf({ at, hours }: Pick<RecyclePreview, 'at' | 'hours'>): RecyclePreview['hours'] {
  const first = Number(formatShortInstant(at).slice(-5, -3))
  const last = Math.max(first, ...hours.map(({ hour }) => hour))
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const hour = first + step
    return hours.find((one) => one.hour === hour) ?? { hour, byDefault: 0, byOwn: 0 }
  })
}

const columnOf = ({ hour, byDefault, byOwn }: RecyclePreview['hours'][number]): Column => ({
  key: String(hour),
  name: `${hour}h`,
  label: `${hour} giờ: ${thousands(byDefault)} theo mặc định, ${thousands(byOwn)} riêng`,
  text: byDefault + byOwn > 0 ? thousands(byDefault + byOwn) : '',
  values: [
    { tone: 'now', value: byOwn },
    { tone: 'first', value: byDefault },
  ],
})

const Legend = () => (
  <span className={columnCss.legend} aria-hidden>
    <span>
      <i className={columnCss.key} data-tone="first" /> mặc định
    </span>
    <span>
      <i className={columnCss.key} data-tone="now" /> riêng
    </span>
  </span>
)

type PreviewCardProps = {
  preview: RecyclePreview
  /** Total of the running rules, while a draft is shown. */
  running: number | undefined
  counting: boolean
  /** The draft could not be counted. */
  error: unknown
  retry: () => void
}

export const PreviewCard = ({ preview, running, counting, error, retry }: PreviewCardProps) => (
  <Card
    title="Xem trước hôm nay"
    note={`từ ${formatShortInstant(preview.at).slice(-5)}`}
    end={<Legend />}
    busy={counting}
  >
    {error ? (
      <ErrorNote error={error} title="Chưa xem trước được" retry={retry} />
    ) : (
      <div className={css.preview} data-counting={counting || undefined} aria-live="polite">
        <p className={css.total} data-num>
          <b>{thousands(preview.total)}</b> số về
          {running !== undefined && !counting && <span>{againstRunning(preview.total, running)}</span>}
        </p>
        {preview.total === 0 ? (
          <CardNote>Hôm nay không còn số nào về.</CardNote>
        ) : (
          <ColumnChart stacked columns={hoursOf(preview).map(columnOf)} />
        )}
      </div>
    )}
  </Card>
)

type HeldKind = keyof RecyclePreview['held']

const heldIcons: Record<HeldKind, typeof IconClock> = {
  appointment: IconClock,
  part: IconMoon,
  coolDown: IconHourglass,
  calls: IconHistory,
  hours: IconSun,
  blacklist: IconBan,
}

/** Label of each kind, and when its numbers come. */
const heldWords = ({ mostText, from }: CallingRules): Record<HeldKind, { label: string; when: string }> => ({
  appointment: { label: 'Lịch hẹn đứng trước', when: 'gọi theo hẹn' },
  part: { label: 'Chờ buổi khác', when: 'đến buổi của luật' },
  coolDown: { label: 'Vừa gọi ở gói hay file khác', when: 'khi đủ giờ nghỉ' },
  calls: { label: `Đủ ${mostText || 'số lần gọi một số'}`, when: 'khi đủ ngày' },
  hours: { label: 'Ngoài giờ gọi', when: from ? `từ ${from}` : 'khi vào giờ gọi' },
  blacklist: { label: 'Blacklist, không gọi', when: 'không về nữa' },
})

const heldKinds = ['appointment', 'part', 'coolDown', 'calls', 'hours', 'blacklist'] as const

export function HeldCard({ preview, rules }: { preview: RecyclePreview; rules: CallingRules }) {
  const words = heldWords(rules)
  const total = heldKinds.reduce((sum, kind) => sum + preview.held[kind], 0)
  return (
    <Card
      title="Giữ lại"
      note={thousands(total)}
      end={`Hôm nay đến lượt ${thousands(preview.total + total)} số`}
    >
      <LineList ruled widths="16px 1fr 48px 112px">
        {heldKinds.map((kind) => {
          const Icon = heldIcons[kind]
          return (
            <li key={kind}>
              <Icon size={16} stroke={1.9} aria-hidden />
              <span>{words[kind].label}</span>
              <b data-num>{thousands(preview.held[kind])}</b>
              <small>{words[kind].when}</small>
            </li>
          )
        })}
      </LineList>
    </Card>
  )
}
