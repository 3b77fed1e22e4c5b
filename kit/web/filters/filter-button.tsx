import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { AriaAttributes } from 'react'
import { Button } from '../ui/button.tsx'
import css from './filter-bar.module.css'

type FilterButtonProps = { active: number; open: boolean; onClick: () => void } & AriaAttributes

/** Opens the filters that are not in the bar, with how many of them are set. */
export const FilterButton = ({ active, open, onClick, ...aria }: FilterButtonProps) => (
  <Button
    {...aria}
    aria-expanded={open}
    icon={<IconAdjustmentsHorizontal size={16} stroke={1.9} />}
    onClick={onClick}
  >
    Bộ lọc
    {active > 0 && <b className={css.active}>{active}</b>}
  </Button>
)
