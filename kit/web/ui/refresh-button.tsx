/** 'Làm mới': shows that it is reading, and for a moment that it is done (D2-COST-17). */
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import css from './button.module.css'

type Refreshing = 'no' | 'busy' | 'done'

/** How long 'Vừa làm mới' is shown, in ms. */
const doneShownFor = 2_500

/** Runs `read` on demand, with its progress. */
export function useRefreshing(read: () => Promise<{ isError: boolean }>) {
  const [refreshing, setRefreshing] = useState<Refreshing>('no')
  useEffect(() => {
    if (refreshing !== 'done') return undefined
    const timer = setTimeout(() => setRefreshing('no'), doneShownFor)
    return () => clearTimeout(timer)
  }, [refreshing])
  const again = (): void => {
    setRefreshing('busy')
    void read().then(({ isError }) => setRefreshing(isError ? 'no' : 'done'))
  }
  return { refreshing, again }
}

/** The button with 'Vừa làm mới' below it. */
export const RefreshButton = ({ refreshing, again }: ReturnType<typeof useRefreshing>) => (
  <span className={css.refresh}>
    <IconButton
      label="Làm mới"
      aria-busy={refreshing === 'busy' || undefined}
      onClick={refreshing === 'busy' ? undefined : again}
    >
      {refreshing === 'busy' ? (
        <span className={css.spin} aria-hidden />
      ) : refreshing === 'done' ? (
        <IconCheck size={16} stroke={1.9} />
      ) : (
        <IconRefresh size={16} stroke={1.9} />
      )}
    </IconButton>
    <span role="status" className={refreshing === 'done' ? css.fresh : undefined}>
      {refreshing === 'done' && 'Vừa làm mới'}
    </span>
  </span>
)
