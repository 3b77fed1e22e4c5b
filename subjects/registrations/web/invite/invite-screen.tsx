/** 'Mời gói': its tabs by right and channel, each a form beside its history (D2-INVIT-01 to 50). */
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { screenOf } from '#platform/contract/screens.ts'
import type { CodeType } from '#platform/contract/code-tabs.ts'
import { openOrders } from '#subjects/registrations/contract/calls/invite.ts'
import { CardScreen, Column, Columns } from '#figures/columns.tsx'
import { Panel } from '#figures/card.tsx'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { StateNote } from '#kit/web/ui/state.tsx'
import { isInHand, readInHand, recordAccepted } from '#subjects/calling/web/index.ts'
import { CodeCard } from './code-card.tsx'
import type { CodeOrder } from './code-order.ts'
import { CommandCard } from './command-card.tsx'
import { invitedCustomer, type InvitedCustomer } from './invited-customer.ts'
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

/** The customer passed by the caller: from the care card while it is in hand, or from an offer. */
function useHanded(): InvitedCustomer | null {
  const customer = useStore(invitedCustomer)
  const { username } = useActor()
  if (customer?.by !== username) return null
  return customer.from === 'offer' || isInHand(customer.id) ? customer : null
}

/**
 * The form, with the order restored after a reload. It waits for the orders, as a late one would replace typed
 * values; without an answer it opens empty.
 */
function CodePanel({ tab }: { tab: Tab & { type: CodeType } }) {
  const customer = useHanded()
  const orders = useCall(tab.report, openOrders, { type: tab.type }, { staleTime: 0 })
  const done = async (order: CodeOrder): Promise<void> => {
    invitedCustomer.set(null)
    if (order.customerId !== null) await readInHand()
    const id = customer?.from === 'care' ? customer.id : order.customerId
    if (id === null) return
    const phone = customer?.phone ?? order.phone
    if (await recordAccepted({ id, phone }, order.pack)) navigate(screenOf('care').routes[0] ?? '')
  }
  if (!orders.isFetchedAfterMount) return null
  return (
    <CodeCard
      key={customer?.id ?? ''}
      tab={tab}
      handed={customer}
      open={orders.data?.values ?? []}
      done={(order) => void done(order)}
    />
  )
}

function TabPanel({ tab }: { tab: Tab }) {
  return (
    <Columns widths="320px minmax(0, 1fr)">
      <Column>{tab.type === '9332' ? <CommandCard tab={tab} /> : <CodePanel tab={tab} />}</Column>
      <History tab={tab} />
    </Columns>
  )
}

/** The screen of tab Invitation. */
export default function InviteScreen() {
  const tabs = useTabs()
  const [chosen, setChosen] = useState<string | null>(null)
  const active = tabs?.find(({ name }) => name === chosen) ?? tabs?.[0]
  return (
    <CardScreen>
      <ScreenHead title={title} note={tabs && <Tabs tabs={tabs} active={active} onPick={setChosen} />} />
      {active && <TabPanel key={active.name} tab={active} />}
      {tabs?.length === 0 && (
        <Panel className={css.history}>
          <StateNote
            icon={<IconLock size={24} stroke={1.5} />}
            title="Chưa có cách mời gói nào"
            text="Cần quyền mời gói, và với mã xác nhận cần kênh được chọn cho bạn hoặc chi nhánh. Hỏi quản lý của bạn để được cấp."
          />
        </Panel>
      )}
    </CardScreen>
  )
}
