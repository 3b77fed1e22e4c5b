/** The calls of the day by hour, on a wide screen (D3-FLR-01). */
import type { FloorSums } from '#subjects/calling/contract/calls/floor.ts'
import { Card } from '#figures/card.tsx'
import { BarsLegend, HourBars } from './hour-bars.tsx'
import css from './floor.module.css'

export const HourCard = ({ bars }: { bars: FloorSums['bars'] }) => (
  <Card className={css.chart} title="Cuộc gọi theo giờ" end={<BarsLegend />}>
    <div className={css.bars}>
      <HourBars bars={bars} />
    </div>
  </Card>
)
