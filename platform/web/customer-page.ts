/** The address of a customer's page, which contains an opaque key and never a number (D3-C360-01). */
import { navigate } from 'wouter/use-browser-location'
import { screenOf } from '#platform/contract/screens.ts'
import { keyOfPhone } from '#subjects/numbers/contract/calls/find-phones.ts'
import { send } from '#kit/web/client.ts'
import { showError, toast } from '#kit/web/feedback.ts'

export const customerPage = (key: string): string =>
  `${screenOf('customer360').routes[0] ?? ''}?k=${encodeURIComponent(key)}`

/** Opens the customer page of a whole number in any spelling; shows a message if it is not one. */
export async function openCustomerOf(phone: string): Promise<void> {
  try {
    const { key } = await send(keyOfPhone, { phone })
    if (key === null) toast('failure', 'Cần nhập đủ một số điện thoại')
    else navigate(customerPage(key))
  } catch (error) {
    showError(error)
  }
}
