/** A bar while the server cannot be reached, and a short message when it is back. */
import { IconAntennaBarsOff, IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { network, networkLost, whenBack } from '#kit/web/network.ts'
import { refreshFailed } from '#kit/web/query.ts'
import { useStore } from '#kit/web/store.ts'
import css from './network-bar.module.css'

const recoveredShownFor = 4_000

function useProbe(lost: boolean): void {
  useEffect(() => {
    window.addEventListener('offline', networkLost)
    return () => window.removeEventListener('offline', networkLost)
  }, [])
  useEffect(() => {
    if (lost) void whenBack()
  }, [lost])
}

/** One line of 28 px over the work area. */
export function NetworkBar() {
  const { lostSince, waiting, recovered } = useStore(network)
  useProbe(lostSince !== null)
  useEffect(() => {
    if (recovered === null) return undefined
    void refreshFailed()
    const timer = setTimeout(() => network.set((now) => ({ ...now, recovered: null })), recoveredShownFor)
    return () => clearTimeout(timer)
  }, [recovered])
  if (lostSince !== null) {
    const since = formatInstant(new Date(lostSince).toISOString()).slice(11)
    return (
      <p className={css.bar} role="status">
        <IconAntennaBarsOff size={14} aria-hidden />
        Mất kết nối từ {since}. Dữ liệu đang xem vẫn giữ{waiting > 0 ? `, ${waiting} thay đổi chờ gửi` : ''}.
      </p>
    )
  }
  if (recovered === null) return null
  return (
    <p className={css.bar} data-back role="status">
      <IconCheck size={14} aria-hidden />
      Đã kết nối lại{recovered > 0 ? `, đã gửi ${recovered} thay đổi` : ''}.
    </p>
  )
}
