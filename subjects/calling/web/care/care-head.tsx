/** The head of the care screen: numbers left, the three views, and the one button (D1-CARE-15, D1-CARE-18). */
import { IconPhone } from '@tabler/icons-react'
import type { Ref } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { Segments } from '#kit/web/ui/segments.tsx'
import { useAppointments } from './care-data.ts'
import { WhyButton } from './why-button.tsx'
import css from './care-screen.module.css'

export type View = 'current' | 'appointments' | 'log'

type CareHeadProps = {
  view: View
  onView: (view: View) => void
  /** Numbers left; undefined while loading. */
  count: number | undefined
  /** A customer is in hand. */
  inHand: boolean
  ready: boolean
  busy: boolean
  buttonRef: Ref<HTMLButtonElement>
  onAsk: () => void
}

const inHandReason = 'Ghi kết quả để nhận khách tiếp theo'

function Views({ view, onView }: Pick<CareHeadProps, 'view' | 'onView'>) {
  const appointments = useAppointments().data?.count
  return (
    <span className={css.views}>
      <Segments
        label="Đang xem"
        options={[
          { value: 'current', label: 'Khách hiện tại' },
          {
            value: 'appointments',
            label: 'Lịch hẹn',
            note: appointments ? thousands(appointments) : undefined,
          },
          { value: 'log', label: 'Nhật ký của tôi' },
        ]}
        value={view}
        onChange={onView}
      />
    </span>
  )
}

export function CareHead(props: CareHeadProps) {
  const { view, onView, count, inHand, ready, busy, buttonRef, onAsk } = props
  return (
    <ScreenHead title="Chăm sóc khách hàng" note={count !== undefined && `Còn ${thousands(count)} số`}>
      <Views view={view} onView={onView} />
      <WhyButton />
      <span className={css.ask}>
        {inHand && <span className={css.reason}>{inHandReason}</span>}
        <Button
          ref={buttonRef}
          look={inHand ? 'outline' : 'primary'}
          icon={<IconPhone size={16} stroke={1.9} />}
          keys="F2"
          busy={busy}
          disabled={!ready}
          reason={inHand ? inHandReason : undefined}
          onClick={onAsk}
        >
          Chăm sóc khách hàng mới
        </Button>
      </span>
    </ScreenHead>
  )
}
