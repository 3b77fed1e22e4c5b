/** The list of the payroll of a month, with the last edited row. */
import { useMemo, useState } from 'react'
import { can } from '#platform/contract/abilities.ts'
import { thisMonth, readMonth } from '#kit/contract/month.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import type { FilterItem } from '#kit/web/filters/filter-item.ts'
import { refresh } from '#kit/web/query.ts'
import { listOfReport } from '#kit/web/report/list-of-report.ts'
import { useListScreen } from '#kit/web/resource/use-list-screen.tsx'
import { useActor } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { useFresh } from '#kit/web/use-fresh.ts'
import { rowAfterSave } from './after-save.ts'
import { paySources, readPayAgain } from './pay-sources.ts'
import { payrollColumns, payrollTotals } from './payroll-columns.tsx'
import { toFilterDate } from '#kit/contract/dates.ts'
import { monthDays } from '#kit/contract/earlier.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { signedMoney } from '#kit/contract/compared.ts'
import { afterRefunds, everyStatus } from '#subjects/pay/contract/lists/revenue-fields.ts'
import { addressWith } from '#platform/contract/screens.ts'
import { FigureLink } from '#figures/figure-link.tsx'
import { PagerSum, PagerSums } from '#kit/web/ui/pager-sums.tsx'
import { stepsToReports } from './report-steps.ts'

type Totals = Readonly<Record<string, unknown>>

/** The staff report of a month, MM/YYYY. */
function reportOf(month: string): string {
  const { start, end } = monthDays(readMonth(month) ?? '')
  return addressWith('reportstaffrevenue', { startDate: toFilterDate(start), endDate: toFilterDate(end) })
}

/**
 * Revenue of the filtered people over all pages, beside the page buttons (D2-PAY-11, D2-PAY-12, D3-ONE-01).
 * `closed`: the figures of the closed month.
 */
function Revenue({ totals, closed, month }: { totals: Totals; closed: boolean; month: string }) {
  const amount = (name: string): string => formatMoney(Number(totals[name]))
  const nobodys = 'doanhThuChuaRoNhanVien'
  const steps = stepsToReports(totals)
  return (
    <PagerSums>
      <PagerSum label={closed ? 'Doanh thu lúc chốt' : 'Doanh thu'}>{amount('doanhThu')}</PagerSum>
      {Number(totals[nobodys]) !== 0 && <PagerSum label="Chưa rõ nhân viên">{amount(nobodys)}</PagerSum>}
      {steps.map((step) => (
        <PagerSum key={step.label} label={step.label}>
          {signedMoney(step.amount)}
        </PagerSum>
      ))}
      {steps.length > 0 && (
        <PagerSum label="Doanh thu theo báo cáo">
          <FigureLink href={reportOf(month)}>{amount('doanhThuTheoBaoCao')}</FigureLink>
        </PagerSum>
      )}
      <PagerSum label={everyStatus}>{amount('tongDoanhThuTamTinh')}</PagerSum>
      <PagerSum label={afterRefunds}>{amount('tongDoanhThuThucTe')}</PagerSum>
    </PagerSums>
  )
}

// Not refreshed with each change of its sources; `readPayAgain` does that after a pause.
const source = {
  ...listOfReport<typeof tinhluong, PayRow>(tinhluong),
  key: [tinhluong.path, 'list'],
} as const

/** The open dialog. */
export type OpenDialog =
  | { kind: 'edit'; row: PayRow }
  | { kind: 'explain'; username: string; figure: PayFigure }
  | { kind: 'times' | 'typed' | 'odd' }
  | null

/** State and actions of the screen. */
export function usePayroll() {
  const actor = useActor()
  useFresh(paySources, readPayAgain)
  const { search } = useTab()
  // The checklist of a month links here to its irregular timekeeping rows.
  const [open, setOpen] = useState<OpenDialog>(() =>
    new URLSearchParams(search).get('bat_thuong') === '1' ? { kind: 'odd' } : null,
  )
  const [edited, setEdited] = useState<PayRow | null>(null)
  const columns = useMemo(
    () =>
      payrollColumns(actor, {
        edit: (row) => setOpen({ kind: 'edit', row }),
        explain: ({ username }, figure) => setOpen({ kind: 'explain', username, figure }),
      }),
    [actor],
  )
  const items = useMemo<FilterItem[]>(
    () =>
      (['username', 'cham_cong'] as const)
        .filter((name) => can(actor, tinhluong.filter[name].offerTo))
        .map((name) => {
          const { field } = tinhluong.filter[name]
          return { name, field, label: field.label, placeholder: '' }
        }),
    [actor],
  )
  const [defaults] = useState(() => ({ startDate: thisMonth() }))
  const figureOf = (column: string): PayFigure =>
    (column in tinhluong.fields ? column : 'luongThucNhan') as PayFigure
  const list = useListScreen({
    source,
    name: tinhluong.path,
    title: tinhluong.title,
    noun: tinhluong.noun,
    columns,
    items,
    defaults,
    paging: tinhluong.paging,
    totals: payrollTotals,
    pagerTotals: (answer, { startDate: month = thisMonth() }) => (
      <Revenue totals={answer} closed={answer.values[0]?.daChot === 1} month={month} />
    ),
    rowKey: (row, key, column) => {
      if (key !== ' ') return false
      setOpen({ kind: 'explain', username: row.username, figure: figureOf(column) })
      return true
    },
  })
  const saved = (row: PayRow, sent: Readonly<Record<string, unknown>>, answered: PayRow): void => {
    setEdited(rowAfterSave(row, sent, answered))
    void refresh(tinhluong.path).then(() => setEdited(null))
  }
  // The answered row replaces the old one until the list is read again.
  const rows = list.rows?.map((row) => (edited?.id === row.id ? edited : row))
  const month = list.state.filters.startDate ?? defaults.startDate
  return { actor, open, setOpen, list: { ...list, rows }, month, saved }
}
