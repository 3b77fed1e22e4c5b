/** The button of the care card that opens the OTP form with phone and package (D3-OTP-04). */
import { IconSend } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import { screenOf } from '../../../contract/screens.ts'
import { Button } from '../../kit/ui/button.tsx'
import { invitedCustomer, type InvitedCustomer } from './invited-customer.ts'
import { useTabs } from './tabs.ts'

/** Shown to users who have an OTP tab. */
export function InviteButton({ customer }: { customer: InvitedCustomer }) {
  const tabs = useTabs() ?? []
  if (!tabs.some(({ type }) => type !== '9332')) return null
  return (
    <Button
      small
      icon={<IconSend size={16} stroke={1.9} />}
      onClick={() => {
        invitedCustomer.set(customer)
        navigate(screenOf('invite').routes[0] ?? '')
      }}
    >
      Mời gói bằng OTP
    </Button>
  )
}
