/** 'Tỉ lệ bắt số' (D2-CAP): the report with the share of each result, and the care funnel beside it. */
import { captureShare, captureWhole, tilebatso } from '#subjects/registrations/contract/reports/tilebatso.ts'
import type { Figure } from '#kit/web/report/report-columns.tsx'
import { ReportScreen } from '#kit/web/report/report-screen.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import { Funnel } from './funnel.tsx'
import css from './capture.module.css'

/** '2 (50%)' with the share in grey; zero is pale. */
const share: Figure = (name, row) => {
  const whole = captureWhole.get(name)
  if (whole === undefined) return undefined
  const count = Number(row[name])
  const [shown, percent] = captureShare(count, Number(row[whole])).split(' ')
  return (
    <span className={count === 0 ? css.zero : undefined} data-num>
      {shown} <span className={css.share}>{percent}</span>
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
