/** Records 'Đồng ý' for the customer in hand after the package was registered (D3-OTP-04). */
import { agreement } from '#subjects/calling/contract/care-results.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { recordCare } from '#subjects/calling/contract/calls/care.ts'
import { newKey, send } from '#kit/web/client.ts'
import { confirm, showError } from '#kit/web/feedback.ts'
import { careRecorded, isInHand } from './care-data.ts'

/** Asks, then records the result with `pack`; returns whether it was recorded. */
export async function recordAccepted(
  customer: { id: string; phone: string },
  pack: string,
): Promise<boolean> {
  if (!isInHand(customer.id)) return false
  const confirmed = await confirm({
    title: 'Ghi kết quả cuộc gọi',
    body: `Ghi kết quả '${agreement.label}' với gói ${pack} cho ${showPhone(customer.phone)}?`,
    confirmLabel: 'Ghi kết quả',
    cancelLabel: 'Để sau',
  })
  if (!confirmed) return false
  const result = { id: customer.id, status: agreement.value, package: pack, note: '' }
  try {
    await send(recordCare, result, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
    return false
  }
  careRecorded(customer.id)
  return true
}
