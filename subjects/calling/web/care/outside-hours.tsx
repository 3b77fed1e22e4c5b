/** Outside calling hours: when numbers are handed out again, and a promised call with its reason (D3-RULE-01). */
import { IconMoon, IconPhone } from '@tabler/icons-react'
import { longestReason, outsideHours, texts } from '#subjects/calling/contract/calls/care.ts'
import { alertText, askForReason } from '#kit/web/feedback.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useAppointments, useNow } from './care-data.ts'
import css from './care-screen.module.css'

const reasons = ['Khách hẹn đúng giờ này', 'Khách chỉ rảnh ngoài giờ']

/** The reason for a promised call; null when it is cancelled. */
async function askReason(due: number): Promise<string | null> {
  const reason = await askForReason({
    title: 'Gọi lịch hẹn ngoài giờ',
    body: `${due} lịch hẹn đã đến giờ; bạn nhận khách hẹn sớm nhất. Lý do được ghi lại.`,
    confirmLabel: 'Gọi lịch hẹn',
    reason: { label: 'Lý do', required: true, suggest: reasons },
  })
  if (reason === null || reason.length <= longestReason) return reason
  alertText(texts.longReason)
  return null
}

type OutsideHoursProps = { opensAt: string; busy: boolean; onCall: (reason: string) => void }

export function OutsideHours({ opensAt, busy, onCall }: OutsideHoursProps) {
  const { data } = useAppointments()
  const now = useNow()
  const due = data?.values.filter(({ appointmentAt }) => Date.parse(appointmentAt) <= now).length ?? 0
  const call = async (): Promise<void> => {
    const reason = await askReason(due)
    if (reason !== null) onCall(reason)
  }
  return (
    <section className={css.ready}>
      <IconMoon size={24} stroke={1.2} aria-hidden />
      <p role="status">{outsideHours(opensAt)}</p>
      {due > 0 ? (
        <Button icon={<IconPhone size={16} stroke={1.9} />} busy={busy} onClick={() => void call()}>
          Gọi lịch hẹn đã đến giờ
        </Button>
      ) : (
        <span>Lịch hẹn đến giờ gọi được khi ghi lý do</span>
      )}
    </section>
  )
}
