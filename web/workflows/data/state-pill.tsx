/** Whether numbers of a file are being handed out. */
import { Pill } from '../../kit/ui/pill.tsx'

/** The text of the state, as the pill and the column's width have it. */
export const stateText = (active: 0 | 1): string => (active === 1 ? 'Đang lấy số' : 'Đã dừng')

/** The pill. */
export const StatePill = ({ active }: { active: 0 | 1 }) => (
  <Pill tone={active === 1 ? 'green' : 'grey'} icon={active === 1 ? 'dot' : 'dash'}>
    {stateText(active)}
  </Pill>
)
