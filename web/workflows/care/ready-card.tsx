/** Nobody is in hand: ready for the next customer, or nothing left to hand out. */
import { IconPhone, IconPhoneCheck } from '@tabler/icons-react'
import { texts } from '../../../contract/workflows/care.ts'
import { Kbd } from '@mantine/core'
import css from './care-screen.module.css'

/** `none`: the last question found no number. */
export function ReadyCard({ none }: { none: boolean }) {
  const Icon = none ? IconPhoneCheck : IconPhone
  return (
    <section className={css.ready} role="status">
      <Icon size={24} stroke={1.2} aria-hidden />
      <p>{none ? texts.noneLeft : 'Sẵn sàng nhận khách hàng tiếp theo'}</p>
      <span>
        {none ? 'Leader chia thêm số thì nhấn ' : 'Nhấn '}
        <Kbd>F2</Kbd>
        {none ? ' để nhận' : ' để lấy số, hoặc mở một lịch hẹn'}
      </span>
    </section>
  )
}
