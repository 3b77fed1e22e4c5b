/** 'Đối soát doanh thu tính lương' (D2-RECON). */
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { dsdttinhluong } from '../../../contract/resources/dsdttinhluong.ts'
import { ResourceLayout } from '../../kit/resource/resource-screen.tsx'
import { useResourceScreen } from '../../kit/resource/screen-state.tsx'
import { useActor } from '../../kit/session.ts'
import { IconButton } from '../../kit/ui/button.tsx'
import { HeadTotal } from '../../kit/ui/screen-head.tsx'
import { useStoredFlag } from '../../kit/use-stored-flag.ts'
import { DayChart } from './day-chart.tsx'
import {
  Figure,
  filterFor,
  FiltersContext,
  lineColumns,
  lineForm,
  lineSaver,
  nameOf,
  resultField,
  texts,
} from './line-list.tsx'

type Totals = Partial<
  Record<'doanhThu' | 'tongGoi' | 'tongGiaTriGoi' | 'tongSoTienHoan' | 'tongDoanhThu', number>
>

const screenName = 'dsdttinhluong'

/** Each sum at the foot of its column, linked to its rows (D2-RECON-09 to 12). */
const totals = (answer: Totals) => ({
  goi_cuoc: <Figure screen={screenName} value={answer.tongGoi} />,
  doanh_thu: <Figure screen={screenName} value={answer.tongGiaTriGoi} />,
  refund_price: <Figure screen={screenName} value={answer.tongSoTienHoan} only={{ co_yeu_cau: '1' }} />,
  doanh_thu_tinh_luong: (
    <Figure screen={screenName} value={answer.tongDoanhThu} only={{ status: 'SUCCESS' }} />
  ),
})

const headTotals = ({ doanhThu }: Totals) => (
  <HeadTotal label="Doanh thu">
    <Figure screen={screenName} value={doanhThu} only={{ status: 'SUCCESS' }} /> đ
  </HeadTotal>
)

/** The chart is shown at first where there is room. */
const hasRoom = (): boolean => window.innerHeight >= 900

/** The screen of tab DsdttinhluongList. */
export default function Screen() {
  const actor = useActor()
  const chart = useStoredFlag('revenue chart', hasRoom)
  const resource = useMemo(
    () => ({
      ...dsdttinhluong,
      fields: { ...dsdttinhluong.fields, status: resultField },
      filter: filterFor(actor),
      form: lineForm,
    }),
    [actor],
  )
  const columns = useMemo(() => lineColumns(actor), [actor])
  const screen = useResourceScreen({
    resource,
    columns,
    texts,
    totals,
    headTotals,
    save: lineSaver(dsdttinhluong),
    rowName: nameOf,
    toolbar: () => (
      <IconButton label="Biểu đồ theo ngày" aria-pressed={chart.on} on={chart.on} onClick={chart.toggle}>
        <IconChartBar size={16} stroke={1.9} />
      </IconButton>
    ),
  })
  return (
    <FiltersContext value={screen.list.state.filters}>
      <ResourceLayout screen={screen} underFilters={chart.on && <DayChart />} />
    </FiltersContext>
  )
}
