/** 'Tỉ lệ bắt số' (D2-CAP): the report with the share of each result, and the care funnel beside it. */
import { captureShare, captureWhole, tilebatso } from '#subjects/registrations/contract/reports/tilebatso.ts'
import type { Figure } from '#kit/web/report/report-columns.tsx'
import { ReportScreen } from '#kit/web/report/report-screen.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import css from './capture.module.css'
import { thousands } from '#kit/contract/thousands.ts'
import type { Behind } from '#kit/contract/report.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { SidePanel } from '#figures/side-panel.tsx'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { addressBehind } from '#kit/web/report/behind.ts'
import { stepsOf } from './capture-figures.ts'

const shades = [100, 78, 58, 42]

type FunnelProps = { sums: Readonly<Record<string, unknown>>; filters: Filters }

const behind: Readonly<Record<string, Behind>> = tilebatso.behind

/**
 * The care funnel beside the table: received, answered, reached, agreed. A step opens the calls it counts. Sums of
 * all rows of the filter; empty while there are none.
 */
function Funnel({ sums, filters }: FunnelProps) {
  const steps = stepsOf(sums)
  const first = Math.max(...steps.map(({ count }) => count))
  if (first === 0) return null
  return (
    <SidePanel
      title="Phễu chăm sóc"
      note="Phần trăm so với bước trước. Gặp khách: mọi kết quả trừ không bắt máy và không liên lạc được."
    >
      <AmountList
        lines={steps.map(({ label, count, figure = '' }, index) => {
          const before = steps[index - 1]?.count
          const rows = behind[figure]
          return {
            key: label,
            name: label,
            amount: thousands(count),
            end: before ? `${Math.round((count / before) * 100)}%` : '',
            bars: [{ to: Math.min(1, count / first), shade: shades[index], height: 20 }],
            title: rows ? 'Xem các cuộc gọi này' : label,
            href: rows && addressBehind(tilebatso, rows, filters, null),
          }
        })}
      />
    </SidePanel>
  )
}

/** '2 (50%)' with the share in grey; zero is pale. */
const share: Figure = (name, row) => {
  const whole = captureWhole.get(name)
  if (whole === undefined) return undefined
  const count = Number(row[name])
  const [countText, percent] = captureShare(count, Number(row[whole])).split(' ')
  return (
    <span className={count === 0 ? css.zero : undefined} data-num>
      {countText} <span className={css.share}>{percent}</span>
    </span>
  )
}

/** The screen of tab TilebatsoList. */
export default function CaptureScreen() {
  return (
    <ReportScreen
      report={tilebatso}
      figure={share}
      empty={<EmptyNote title="Chưa ai nhận số hay trả kết quả" text="Chọn kỳ khác để xem" />}
      beside={(sums, filters) => <Funnel sums={sums} filters={filters} />}
    />
  )
}
