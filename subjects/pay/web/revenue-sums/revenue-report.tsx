/** The screens of revenue by staff and by branch (D2-SREV, D2-BREV): the report with the ranking beside it. */
import { useContext } from 'react'
import { Link } from 'wouter'
import { noBranch, noneValue } from '#kit/contract/resource.ts'
import type { Behind, Report } from '#kit/contract/report.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { reportbranchrevenue } from '#subjects/pay/contract/reports/reportbranchrevenue.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { addressBehind, mayOpen } from '#kit/web/report/behind.ts'
import { FiltersContext, type Figure } from '#kit/web/report/report-columns.tsx'
import { PagerSum, PagerSums } from '#kit/web/ui/pager-sums.tsx'
import { ReportScreen } from '#kit/web/report/report-screen.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import { Ranking } from './ranking.tsx'
import css from './revenue-sums.module.css'
import { Popover } from '@mantine/core'
import { afterRefunds } from '#subjects/pay/contract/lists/revenue-fields.ts'
import { Fact, Facts } from '#figures/facts.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { useActor } from '#kit/web/session.ts'

type Values = Readonly<Record<string, unknown>>
type PartProps = { report: Report; values: Values; name: string; sign: string }

function Part({ report, values, name, sign }: PartProps) {
  const filters = useContext(FiltersContext)
  const actor = useActor()
  const behind = report.behind[name]
  const label = report.fields[name]?.label ?? ''
  const row = report.key in values ? values : null
  const amount = `${sign}${formatMoney(Number(values[name] ?? 0))}`
  const href = behind && mayOpen(report, behind, actor) && addressBehind(report, behind, filters, row)
  return <Fact label={href ? <FigureLink href={href}>{label}</FigureLink> : label}>{amount}</Fact>
}

/**
 * Actual revenue, the difference of two figures: a click shows both, each linked to its rows. The figure of a row,
 * or of the totals if `of` has no key.
 */
function ActualFigure({ report, values }: { report: Report; values: Values }) {
  const actual = formatMoney(Number(values.doanh_thu_thuc_te ?? 0))
  return (
    <Popover position="bottom-end" width={280} withinPortal>
      <Popover.Target>
        <button type="button" className={css.actual} title="Xem cách tính">
          <span data-num>{actual}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Facts>
          <Part report={report} values={values} name="doanhThu" sign="" />
          <Part report={report} values={values} name="tong_hoan_tien" sign="− " />
          <Fact sum label={afterRefunds}>
            {actual}
          </Fact>
        </Facts>
      </Popover.Dropdown>
    </Popover>
  )
}

const figuresOf =
  (report: Report): Figure =>
  (name, row) => {
    if (name === 'doanh_thu_thuc_te') return <ActualFigure report={report} values={row} />
    // A row that is not a person (D3-WORD-01).
    if (row[report.key] !== noneValue) return undefined
    if (name === report.key) return <Nothing />
    return name === 'ten_nv' ? <span className={css.nobody}>{String(row.ten_nv)}</span> : undefined
  }

const staffFigures = figuresOf(reportstaffrevenue)
const branchFigures = figuresOf(reportbranchrevenue)

/** The screen of tab ReportstaffrevenueList. */
export const StaffRevenue = () => (
  <ReportScreen
    report={reportstaffrevenue}
    figure={staffFigures}
    empty={<EmptyNote title="Chưa có doanh thu hay hoàn tiền" text="Chọn kỳ khác để xem" />}
    beside={(_, filters) => (
      <Ranking report={reportstaffrevenue} title="Xếp hạng nhân viên" filters={filters} />
    )}
  />
)

const linesOfNone: Behind = {
  screen: 'report90849332',
  all: { team: noBranch },
  fixed: { status: 'SUCCESS' },
}

/** Revenue without a branch, beside the total of all branches (D3-ONE-01). */
function Outside({ amount }: { amount: number }) {
  const filters = useContext(FiltersContext)
  const lines = addressBehind(reportbranchrevenue, linesOfNone, filters, null)
  return (
    <PagerSums>
      <PagerSum label="Doanh thu ngoài chi nhánh">
        <Link href={lines}>{formatMoney(amount)}</Link>
      </PagerSum>
    </PagerSums>
  )
}

const [outside] = reportbranchrevenue.outside

/** The screen of tab ReportbranchrevenueList. */
export const BranchRevenue = () => (
  <ReportScreen
    report={reportbranchrevenue}
    figure={branchFigures}
    pagerTotals={(answer) => Number(answer[outside]) !== 0 && <Outside amount={Number(answer[outside])} />}
    empty={
      <EmptyNote title="Không có chi nhánh nào" text="Doanh thu cả chi nhánh do chi nhánh và quản lý xem" />
    }
    beside={(_, filters) => (
      <Ranking report={reportbranchrevenue} title="Xếp hạng chi nhánh" filters={filters} />
    )}
  />
)
