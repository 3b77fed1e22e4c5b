/** Whether the system shows reminders while another window is in front: asked for here, once (D3-BELL-02). */
import { IconBell } from '@tabler/icons-react'
import { useStore } from '#kit/web/store.ts'
import { allowSystemNotices, refuseSystemNotices, systemNotices } from '#kit/web/system-notice.ts'
import { Button } from '#kit/web/ui/button.tsx'
import css from './bell.module.css'

const words = {
  ask: 'Báo lịch hẹn và đồng hồ cả khi ở cửa sổ khác',
  on: 'Đang báo cả khi ở cửa sổ khác',
  off: 'Không báo khi ở cửa sổ khác',
  blocked: 'Trình duyệt đang chặn thông báo của trang này',
  none: '',
} as const

export function SystemNotices() {
  const state = useStore(systemNotices)
  if (state === 'none') return null
  return (
    <footer className={css.ask} data-quiet={state !== 'ask' || undefined}>
      <IconBell size={16} stroke={1.9} aria-hidden />
      <span>{words[state]}</span>
      {(state === 'ask' || state === 'off') && (
        <Button small look={state === 'ask' ? 'outline' : 'ghost'} onClick={() => void allowSystemNotices()}>
          Bật
        </Button>
      )}
      {state === 'ask' && (
        <Button small look="ghost" onClick={refuseSystemNotices}>
          Không
        </Button>
      )}
      {state === 'on' && (
        <Button small look="ghost" onClick={refuseSystemNotices}>
          Tắt
        </Button>
      )}
    </footer>
  )
}
