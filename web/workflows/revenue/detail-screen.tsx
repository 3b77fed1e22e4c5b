/** 'Doanh thu chi tiết' (D2-DREV). */
import { useMemo } from 'react'
import { report90849332 } from '../../../contract/resources/report90849332.ts'
import { everyStatus } from '../../../contract/resources/revenue-fields.ts'
import { ResourceLayout } from '../../kit/resource/resource-screen.tsx'
import { useResourceScreen } from '../../kit/resource/screen-state.tsx'
import { useActor } from '../../kit/session.ts'
import { PagerSum, PagerSums } from '../../kit/ui/pager-sums.tsx'
import { HeadTotal } from '../../kit/ui/screen-head.tsx'
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

const screenName = 'report90849332'

type Totals = { doanhThu?: number; tongGoi?: number; tongDoanhThu?: number }

const revenue = ({ doanhThu }: Totals) => (
  <Figure screen={screenName} value={doanhThu} only={{ status: 'SUCCESS' }} />
)

const headTotals = (answer: Totals) => <HeadTotal label="Doanh thu">{revenue(answer)} đ</HeadTotal>

/** Both sums under their columns; only the provisional one counts lines without success (D2-DREV-08, D3-ONE-01). */
const totals = (answer: Totals) => ({
  goi_cuoc: <Figure screen={screenName} value={answer.tongGoi} />,
  doanh_thu: revenue(answer),
})

/** Total of all lines, successful or not (D2-DREV-09). */
const pagerTotals = ({ tongDoanhThu }: Totals) => (
  <PagerSums>
    <PagerSum label={everyStatus}>
      <Figure screen={screenName} value={tongDoanhThu} />
    </PagerSum>
  </PagerSums>
)

/** The screen of tab Report90849332List. */
export default function Screen() {
  const actor = useActor()
  const resource = useMemo(
    () => ({
      ...report90849332,
      fields: { ...report90849332.fields, status: resultField },
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
    pagerTotals,
    save: lineSaver(report90849332),
    rowName: nameOf,
  })
  return (
    <FiltersContext value={screen.list.state.filters}>
      <ResourceLayout screen={screen} />
    </FiltersContext>
  )
}
