/** 'Doanh thu chi tiết' (D2-DREV). */
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { everyPackage, everyStatus } from '#subjects/pay/contract/lists/revenue-fields.ts'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import { PagerSum, PagerSums } from '#kit/web/ui/pager-sums.tsx'
import {
  figureOf,
  lineForm,
  lineSaver,
  nameOf,
  resultField,
  successful,
  useLineColumns,
} from './line-list.tsx'

const listedReport = {
  ...report90849332,
  fields: { ...report90849332.fields, status: resultField },
  form: lineForm,
}
const save = lineSaver(listedReport)
const figure = figureOf('report90849332')

type Totals = { doanhThu?: number; soGoi?: number; tongGoi?: number; tongDoanhThu?: number }

/** Both sums under their columns; only the provisional one counts lines without success (D2-DREV-08, D3-ONE-01). */
const totals = ({ soGoi, doanhThu }: Totals, filters: Filters) => ({
  goi_cuoc: figure(soGoi, filters, successful),
  doanh_thu: figure(doanhThu, filters, successful),
})

/** Total of all lines, successful or not (D2-DREV-09). */
const pagerTotals = ({ tongGoi, tongDoanhThu }: Totals, filters: Filters) => (
  <PagerSums>
    <PagerSum label={everyPackage}>{figure(tongGoi, filters)}</PagerSum>
    <PagerSum label={everyStatus}>{figure(tongDoanhThu, filters)}</PagerSum>
  </PagerSums>
)

/** The screen of tab Report90849332List. */
export default function DetailScreen() {
  return (
    <ResourceScreen
      resource={listedReport}
      columns={useLineColumns()}
      totals={totals}
      pagerTotals={pagerTotals}
      save={save}
      rowName={nameOf}
    />
  )
}
