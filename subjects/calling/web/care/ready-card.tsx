/** Nobody is in hand: ready for the next customer, or no number came, with the reason (D3-ORG-07). */
import { IconPhone, IconPhoneCheck } from '@tabler/icons-react'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { Kbd } from '@mantine/core'
import { WhyNote } from './why-note.tsx'
import css from './care-screen.module.css'

/** `none`: the last request found no number. */
export function ReadyCard({ noneLeft }: { noneLeft: boolean }) {
  const Icon = noneLeft ? IconPhoneCheck : IconPhone
  return (
    <section className={css.ready}>
      <Icon size={24} stroke={1.2} aria-hidden />
      <p role="status">{noneLeft ? texts.noneLeft : 'Sẵn sàng nhận khách hàng tiếp theo'}</p>
      {noneLeft && <WhyNote />}
      <span data-keys>
        Nhấn <Kbd>F2</Kbd>
        {noneLeft ? ' để lấy lại' : ' để lấy số, hoặc mở một lịch hẹn'}
      </span>
    </section>
  )
}
