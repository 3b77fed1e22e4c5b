/** 'Đối soát doanh thu tính lương' (D2-RECON). */
import { IconChartBar } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { dsdttinhluong } from '../../../contract/resources/dsdttinhluong.ts'
import { ListBody, ListFilters } from '../../kit/resource/list-parts.tsx'
import { ResourceHead } from '../../kit/resource/resource-screen.tsx'
import { ResourceDialogs } from '../../kit/resource/screen-dialogs.tsx'
import { useResourceScreen } from '../../kit/resource/screen-state.tsx'
import { useListScreenKeys } from '../../kit/resource/use-list-screen.tsx'
import { useActor } from '../../kit/session.ts'
import { keepValue, keptValue } from '../../kit/storage.ts'
import { IconButton } from '../../kit/ui/button.tsx'
import { HeadTotal } from '../../kit/ui/screen-head.tsx'
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

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether the chart is shown: on wide screens, unless the user chose otherwise. */
function useChart() {
  const key = `${useActor().username} revenue chart`
  const [shown, setShown] = useState(() => keptValue(key, isFlag) ?? window.innerHeight >= 900)
  const toggle = (): void => {
    keepValue(key, !shown)
    setShown(!shown)
  }
  return { shown, toggle }
}

/** The screen of tab DsdttinhluongList. */
export default function Screen() {
  const actor = useActor()
  const chart = useChart()
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
      <IconButton
        label="Biểu đồ theo ngày"
        aria-pressed={chart.shown}
        on={chart.shown}
        onClick={chart.toggle}
      >
        <IconChartBar size={16} stroke={1.9} />
      </IconButton>
    ),
  })
  const { list, may, edit, help } = screen
  useListScreenKeys(list, may.create ? () => edit(null) : undefined, help)
  return (
    <FiltersContext value={list.state.filters}>
      <ResourceHead screen={screen} />
      <ListFilters list={list} />
      {chart.shown && <DayChart />}
      <ListBody list={list} />
      <Suspense fallback={null}>
        <ResourceDialogs screen={screen} />
      </Suspense>
    </FiltersContext>
  )
}
