/** 'Tra cứu' beside the customer in hand: the carrier's data on their number, requested only by a click. */
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { showPhone } from '#kit/contract/phone.ts'
import { Card } from '#figures/card.tsx'
import { useKeys } from '#kit/web/keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useBalanceCard } from './balance-card.tsx'
import { useHistoryCard } from './history-card.tsx'
import { useMayAsk } from './may-ask.ts'
import { OutageBar } from './outage-bar.tsx'
import { usePackageCard } from './package-card.tsx'
import { lookupsFor, type PanelLookup, type PricedPackage } from './panel-lookups.ts'
import { BalanceSection, HistorySection, PackageSection, ShortCodeSection } from './panel-sections.tsx'
import css from './panel.module.css'
import { useShortCodeCard } from './short-code-card.tsx'
import { keepPackages, keepTold, runningOf } from './told-answers.ts'
import { useLookupSession, type LookupSession } from './use-lookup-session.ts'

export type LookupCustomer = {
  id: string
  phone: string
  /** The customer's package, when its price is known. */
  plan: PricedPackage | null
  /** Whether the customer is still in hand: a later answer is dropped. */
  inHand: () => boolean
}

const useCards = (session: LookupSession, phone: string) => ({
  packages: usePackageCard(session, phone),
  balance: useBalanceCard(session, phone),
  history: useHistoryCard(session, phone),
  shortCode: useShortCodeCard(session, phone),
})

/** What the answers say of the customer, for the card beside them. */
function useTelling(
  phone: string,
  { packages, history }: Pick<ReturnType<typeof useCards>, 'packages' | 'history'>,
) {
  const [offered, registered] = [packages.lookup.outcome, history.lookup.outcome]
  useEffect(() => {
    if (offered.state === 'done') keepPackages(phone, offered.request.page ?? 1, offered.data)
  }, [phone, offered])
  useEffect(() => {
    if (registered.state === 'done') keepTold(phone, { running: runningOf(registered.data) })
  }, [phone, registered])
}

type SectionsProps = { customer: LookupCustomer; parts: readonly PanelLookup[] }

/** State of the sections, and the actions on all of them. */
function useSections({ customer, parts }: SectionsProps) {
  // The number was handed out, not typed, so it is not added to the recent numbers of the look-up screen.
  const session = { ...useLookupSession(), wanted: customer.inHand, asked: () => undefined }
  const cards = useCards(session, customer.phone)
  useTelling(customer.phone, cards)
  const top = useRef<HTMLDivElement>(null)
  const shownCards = parts.map((part) => cards[part])
  const busy = shownCards.some(({ lookup }) => lookup.busy)
  const askAll = (): void => {
    // A second F4 must not repeat requests that a section is waiting for.
    if (busy) return
    // On a narrow screen the panel is below the card; otherwise nothing scrolls.
    top.current?.scrollIntoView({ block: 'nearest' })
    for (const card of shownCards) card.ask()
  }
  const askFailed = (): void => {
    for (const { lookup } of shownCards) if (lookup.outcome.state === 'failed') lookup.retry()
  }
  useKeys({ F4: askAll }, ['F4'])
  const isAsked = shownCards.some(({ lookup }) => lookup.outcome.state !== 'idle')
  return { ...cards, top, outage: session.outage, busy, isAsked, askAll, askFailed }
}

function Sections({ customer, parts }: SectionsProps) {
  const sections = useSections({ customer, parts })
  const { packages, balance, history, shortCode, top, outage, busy, isAsked, askAll, askFailed } = sections
  return (
    <Card
      as="aside"
      title="Tra cứu"
      note={showPhone(customer.phone)}
      end={
        <Button
          small
          keys="F4"
          aria-keyshortcuts="F4"
          title="Mỗi mục hỏi nhà mạng một lần"
          icon={<IconRefresh size={16} stroke={1.9} />}
          busy={busy}
          onClick={askAll}
        >
          Tra cứu tất cả
        </Button>
      }
      className={css.panel}
      data-asked={isAsked || undefined}
    >
      <div ref={top} className={css.sections}>
        <OutageBar outage={outage} retry={askFailed} note="Vẫn ghi kết quả bình thường." />
        {parts.includes('packages') && <PackageSection card={packages} />}
        {parts.includes('balance') && <BalanceSection card={balance} plan={customer.plan} />}
        {parts.includes('history') && <HistorySection card={history} />}
        {parts.includes('shortCode') && <ShortCodeSection card={shortCode} />}
      </div>
    </Card>
  )
}

/** Empty again for each new customer: a bar until something is asked. Hidden without a customer, and for users without any look-up. */
export function LookupPanel({ customer }: { customer: LookupCustomer | null }) {
  const parts = lookupsFor(useMayAsk())
  if (parts.length === 0 || !customer) return null
  return <Sections key={customer.id} customer={customer} parts={parts} />
}
