/** Buttons that open the OTP form with phone and package filled in: that of the care card, and others (D3-OTP-04). */
import { IconSend } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import { screenOf } from '#platform/contract/screens.ts'
import { useActor } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { invitedCustomer, type InvitedCustomer } from './invited-customer.ts'
import { useTabs } from './tabs.ts'

/** Opens the OTP form for a customer; undefined for users without an OTP tab. */
export function useInvite(): ((customer: Omit<InvitedCustomer, 'by'>) => void) | undefined {
  const { username: by } = useActor()
  const tabs = useTabs() ?? []
  if (!tabs.some(({ type }) => type !== '9332')) return undefined
  return (customer) => {
    invitedCustomer.set({ ...customer, by })
    navigate(screenOf('invite').routes[0] ?? '')
  }
}

/** Shown to users with an OTP tab; `customer` is called on the click. */
export function InviteButton({ customer }: { customer: () => Omit<InvitedCustomer, 'by' | 'from'> }) {
  const invite = useInvite()
  if (!invite) return null
  return (
    <Button
      small
      icon={<IconSend size={16} stroke={1.9} />}
      onClick={() => invite({ from: 'care', ...customer() })}
    >
      Mời gói bằng OTP
    </Button>
  )
}
