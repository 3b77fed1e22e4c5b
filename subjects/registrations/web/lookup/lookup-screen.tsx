/** 'Tra cứu thông tin thuê bao': five cards, each with its own number, or one for all (D1-LOOK-01, D1-LOOK-02). */
import { useEffect, useRef, useState } from 'react'
import { lookupInfo } from '#subjects/registrations/contract/calls/lookup.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { CardScreen, Column, Columns } from '#figures/columns.tsx'
import { alertText } from '#kit/web/feedback.ts'
import { useKeyHelp, useKeys, type Keys } from '#kit/web/keys.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { BalanceCard, useBalanceCard } from './balance-card.tsx'
import { groupedPhone } from './card.tsx'
import { HistoryCard, useHistoryCard } from './history-card.tsx'
import { InfoCard, useInfoCard } from './info-card.tsx'
import css from './lookup.module.css'
import { OutageBar } from './outage-bar.tsx'
import { PackageCard, usePackageCard } from './package-card.tsx'
import { RecentPhones, SharedPhone } from './shared-phone.tsx'
import { ShortCodeCard, useShortCodeCard } from './short-code-card.tsx'
import { checkPhone } from './check-input.ts'
import { useLookupSession } from './use-lookup-session.ts'
import { useMayAsk } from './may-ask.ts'

const title = screenOf('customerLookup').label
const help = [
  { keys: '/', what: 'Đến ô số điện thoại chung' },
  { keys: 'Enter', what: 'Tra cứu số vừa nhập' },
  { keys: 'Alt 1 … Alt 5', what: 'Đến ô số của thẻ thứ nhất … thứ năm' },
]

const phoneBoxes = '#work [data-card] input[inputmode="tel"]'

/**
 * Moves the focus to a number and selects it for overwriting: selecting alone does not move the focus in every
 * browser.
 */
function goTo(box: HTMLInputElement | null | undefined): void {
  box?.focus()
  box?.select()
}

/** Alt and the position of a card move the focus to its number. */
const keysOfCards: Keys = Object.fromEntries(
  [1, 2, 3, 4, 5].map((place) => [
    `Alt+${place}`,
    () => goTo(document.querySelectorAll<HTMLInputElement>(phoneBoxes)[place - 1]),
  ]),
)

/** State of the cards, and the actions on all of them. */
function useCards(firstPhone: string) {
  const session = useLookupSession()
  const seesInfo = useMayAsk()(lookupInfo)
  const packages = usePackageCard(session, firstPhone)
  const balance = useBalanceCard(session, firstPhone)
  const info = useInfoCard(session, firstPhone)
  const history = useHistoryCard(session, firstPhone)
  const shortCode = useShortCodeCard(session, firstPhone)
  const cards = [packages, balance, ...(seesInfo ? [info] : []), history, shortCode]
  const type = (phone: string): void => cards.forEach((card) => card.setPhone(phone))
  const askAll = (phone: string): void => {
    const checked = checkPhone(phone)
    if (!checked.ok) return alertText(checked.alert)
    // A look-up that would be refused is skipped: its card already shows the reason.
    for (const card of cards) if (card !== info || info.free) card.ask(phone)
  }
  const askFailed = (): void => {
    for (const { lookup } of cards) if (lookup.outcome.state === 'failed') lookup.retry()
  }
  /** A second Enter must not repeat the request while a card is waiting for it. */
  const isAsking = (phone: string): boolean =>
    cards.some(
      ({ lookup: { outcome } }) =>
        outcome.state === 'running' && groupedPhone(outcome.request.phone) === groupedPhone(phone),
    )
  return { session, seesInfo, packages, balance, info, history, shortCode, type, askAll, askFailed, isAsking }
}

/** The screen of tab CustomerLookup; a link may bring a number (`?phone=`). */
export default function LookupScreen() {
  const { search } = useTab()
  const [phone, setPhone] = useState(() => new URLSearchParams(search).get('phone') ?? '')
  const cards = useCards(phone)
  const box = useRef<HTMLInputElement>(null)
  const take = (next: string): void => {
    setPhone(next)
    cards.type(next)
  }
  // A number from a link only waits for Enter: look-ups are counted, so none runs by itself.
  useEffect(() => {
    if (new URLSearchParams(search).has('phone')) goTo(box.current)
  }, [search])
  useKeys({ '/': () => goTo(box.current) })
  useKeys(keysOfCards)
  useKeyHelp(title, help)
  return (
    <CardScreen className={css.screen}>
      <ScreenHead title={title}>
        <SharedPhone
          phone={phone}
          onPhone={take}
          onAsk={() => cards.askAll(phone)}
          busy={cards.isAsking(phone)}
          box={box}
        />
      </ScreenHead>
      <RecentPhones
        onPick={(next) => {
          take(next)
          box.current?.focus()
        }}
      />
      <OutageBar outage={cards.session.outage} retry={cards.askFailed} />
      <Columns whole widths="minmax(0, 1fr) minmax(0, 1fr)">
        <Column>
          <PackageCard card={cards.packages} />
          <ShortCodeCard card={cards.shortCode} />
        </Column>
        <Column>
          <BalanceCard card={cards.balance} />
          {cards.seesInfo && <InfoCard card={cards.info} />}
          <HistoryCard card={cards.history} />
        </Column>
      </Columns>
    </CardScreen>
  )
}
