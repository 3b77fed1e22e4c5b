/** Whether numbers of a file are being handed out. */
import { Pill } from '#kit/web/ui/pill.tsx'

/** Label of the state, also used to size the column. */
export const stateText = (active: 0 | 1): string => (active === 1 ? 'Đang lấy số' : 'Đã dừng')

export const StatePill = ({ active }: { active: 0 | 1 }) => (
  <Pill tone={active === 1 ? 'green' : 'grey'} icon={active === 1 ? 'dot' : 'dash'}>
    {stateText(active)}
  </Pill>
)
