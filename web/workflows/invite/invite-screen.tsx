/** 'Mời gói': its tabs by right and channel, each a form beside its history (D2-INVIT-01 to 50). */
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { showPhone } from '../../../contract/phone.ts'
import { screenOf } from '../../../contract/screens.ts'
import { useStore } from '../../kit/store.ts'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { StateNote } from '../../kit/ui/state.tsx'
import { isInHand, recordAccepted } from '../care/index.ts'
import { CodeCard } from './code-card.tsx'
import { CommandCard } from './command-card.tsx'
import { invitedCustomer } from './invited-customer.ts'
import { History } from './history.tsx'
import css from './invite.module.css'
import { useTabs, type Tab } from './tabs.ts'

const title = screenOf('invite').label

type TabsProps = { tabs: readonly Tab[]; active: Tab | undefined; onPick: (name: string) => void }

const Tabs = ({ tabs, active, onPick }: TabsProps) => (
  <span className={css.tabs} role="group" aria-label="Cách mời gói">
    {tabs.map(({ name, label }) => (
      <button key={name} type="button" aria-pressed={name === active?.name} onClick={() => onPick(name)}>
        {label}
      </button>
    ))}
  </span>
)

/** The customer passed from the care card, as long as it is in hand. */
function useHanded() {
  const customer = useStore(invitedCustomer)
  return customer && isInHand(customer.id) ? customer : null
}

function TabPanel({ tab }: { tab: Tab }) {
  const customer = useHanded()
  const done = async (pack: string): Promise<void> => {
    if (!customer) return
    invitedCustomer.set(null)
    if (await recordAccepted(customer, pack)) navigate(screenOf('care').routes[0] ?? '')
  }
  return (
    <div className={css.panel}>
      <div className={css.side}>
        {tab.type === '9332' ? (
          <CommandCard tab={tab} />
        ) : (
          <CodeCard
            key={customer?.id ?? ''}
            tab={tab}
            start={{ phone: customer ? showPhone(customer.phone) : '', package: customer?.pack ?? '' }}
            fromCare={customer !== null}
            done={({ pack }) => void done(pack)}
          />
        )}
      </div>
      <History tab={tab} />
    </div>
  )
}

/** The screen of tab Invitation. */
export default function InviteScreen() {
  const tabs = useTabs()
  const [chosen, setChosen] = useState<string | null>(null)
  const active = tabs?.find(({ name }) => name === chosen) ?? tabs?.[0]
  return (
    <div className={css.screen} data-flat>
      <ScreenHead title={title} note={tabs && <Tabs tabs={tabs} active={active} onPick={setChosen} />} />
      {active && <TabPanel key={active.name} tab={active} />}
      {tabs?.length === 0 && (
        <div className={css.history}>
          <StateNote
            icon={<IconLock size={24} stroke={1.5} />}
            title="Chưa có cách mời gói nào"
            text="Cần quyền mời gói, và với mã xác nhận cần kênh được chọn cho bạn hoặc chi nhánh. Hỏi quản lý của bạn để được cấp."
          />
        </div>
      )}
    </div>
  )
}
