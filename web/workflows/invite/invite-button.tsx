/** The care card's way to a one-time code: the form opens with phone and package (D3-OTP-04). */
import { IconSend } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import { screenOf } from '../../../contract/screens.ts'
import { Button } from '../../kit/ui/button.tsx'
import { handed, type Handed } from './handed.ts'
import { useTabs } from './tabs.ts'

/** There for whoever has a tab to send a code from. */
export function InviteButton({ customer }: { customer: Handed }) {
  const tabs = useTabs() ?? []
  if (!tabs.some(({ type }) => type !== '9332')) return null
  return (
    <Button
      small
      icon={<IconSend size={16} stroke={1.9} />}
      onClick={() => {
        handed.set(customer)
        navigate(screenOf('invite').routes[0] ?? '')
      }}
    >
      Mời gói bằng OTP
    </Button>
  )
}
