/** 'Đối soát doanh thu tính lương' (D2-RECON). */
import { IconChartBar } from '@tabler/icons-react'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import { PagerSums } from '#kit/web/ui/pager-sums.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { useStoredFlag } from '#kit/web/use-stored-flag.ts'
import { DayChart } from './day-chart.tsx'
import {
  figureOf,
  revenueSumOf,
  lineForm,
  lineSaver,
  nameOf,
  resultField,
  successful,
  useLineColumns,
} from './line-list.tsx'

const listedReport = {
  ...dsdttinhluong,
  fields: { ...dsdttinhluong.fields, status: resultField },
  form: lineForm,
}
const save = lineSaver(listedReport)
const figure = figureOf('dsdttinhluong')

type Totals = Partial<
  Record<'doanhThu' | 'tongGoi' | 'tongGiaTriGoi' | 'tongSoTienHoan' | 'tongDoanhThu', number>
>

/** Each sum at the foot of its column, linked to its rows (D2-RECON-09 to 12). */
const totals = (answer: Totals, filters: Filters) => ({
  goi_cuoc: figure(answer.tongGoi, filters),
  doanh_thu: figure(answer.tongGiaTriGoi, filters),
  refund_price: figure(answer.tongSoTienHoan, filters, { co_yeu_cau: '1' }),
  doanh_thu_tinh_luong: figure(answer.tongDoanhThu, filters, successful),
})

const revenueSum = revenueSumOf(figure)
const pagerTotals = (answer: Totals, filters: Filters) => <PagerSums>{revenueSum(answer, filters)}</PagerSums>

/** The chart is open at first if there is room. */
const hasRoom = (): boolean => window.innerHeight >= 900

/** The screen of tab DsdttinhluongList. */
export default function ReconScreen() {
  const chart = useStoredFlag('revenue chart', hasRoom)
  return (
    <ResourceScreen
      resource={listedReport}
      columns={useLineColumns()}
      totals={totals}
      pagerTotals={pagerTotals}
      save={save}
      rowName={nameOf}
      toolbar={() => (
        <IconButton label="Biểu đồ theo ngày" aria-pressed={chart.on} on={chart.on} onClick={chart.toggle}>
          <IconChartBar size={16} stroke={1.9} />
        </IconButton>
      )}
      underFilters={({ state }) => chart.on && <DayChart filters={state.filters} />}
    />
  )
}
