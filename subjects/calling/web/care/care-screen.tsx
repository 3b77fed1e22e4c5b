/** The care screen: the customer in hand, appointments, the caller's day and own log (D1-CARE-15 to 34, D1-Q-072). */
import { Activity, useEffect, useRef, useState, type RefObject } from 'react'
import { agreement, careResults } from '#subjects/calling/contract/care-results.ts'
import { dayEnd, todayVn } from '#kit/contract/dates.ts'
import { type Appointment, type CareCustomer, texts } from '#subjects/calling/contract/calls/care.ts'
import { CardScreen } from '#figures/columns.tsx'
import { Panel } from '#figures/card.tsx'
import { setCount } from '#kit/web/counts.ts'
import { useErrand } from '#kit/web/errand.ts'
import { toast } from '#kit/web/feedback.ts'
import { useKeyHelp, useKeys } from '#kit/web/keys.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { onlyPackage } from '#platform/web/known-package.ts'
import { LookupPanel, useTold } from '#subjects/registrations/web/index.ts'
import { AppointmentList, DueBanner } from './appointment-list.tsx'
import { AppointmentTable } from './appointment-table.tsx'
import { CallHistory, RecentCalls } from './call-history.tsx'
import { isInHand, useAppointments, useCurrent, useNextCustomer, useTakenAway } from './care-data.ts'
import type { CareTarget, CareValues } from './care-form.ts'
import { CareHead, type View } from './care-head.tsx'
import { CareLog } from './care-log.tsx'
import { CustomerCard } from './customer-card.tsx'
import { pricedPackage, withTold } from './customer-facts.ts'
import { OutsideHours } from './outside-hours.tsx'
import { ResultTiles } from './result-tiles.tsx'
import { TodayCard } from './today-card.tsx'
import css from './care-screen.module.css'
import { IconPhone, IconPhoneCheck } from '@tabler/icons-react'
import { Kbd } from '@mantine/core'
import { WhyNote } from './why-note.tsx'

/**
 * Nobody is in hand: ready for the next customer, or no number came, with the reason (D3-ORG-07). `none`: the last
 * request found no number.
 */
function ReadyCard({ noneLeft }: { noneLeft: boolean }) {
  const Icon = noneLeft ? IconPhoneCheck : IconPhone
  return (
    <Panel className={css.ready}>
      <Icon size={24} stroke={1.2} aria-hidden />
      <p role="status">{noneLeft ? texts.noneLeft : 'Sẵn sàng nhận khách hàng tiếp theo'}</p>
      {noneLeft && <WhyNote />}
      <span data-keys>
        Nhấn <Kbd>F2</Kbd>
        {noneLeft ? ' để lấy lại' : ' để lấy số, hoặc mở một lịch hẹn'}
      </span>
    </Panel>
  )
}

const CareDialog = lazyPart(() => named(import('./care-dialog.tsx'), 'CareDialog'), undefined, true)

const help = [
  { keys: 'F2', what: 'Nhận khách hàng tiếp theo' },
  { keys: 'F4', what: 'Tra cứu tất cả cho khách đang chăm sóc' },
  { keys: `1 – ${careResults.length}`, what: 'Chọn kết quả cuộc gọi' },
  { keys: `Alt 1 – ${careResults.length}`, what: 'Đổi kết quả trong hộp Chăm sóc' },
  { keys: 'Enter', what: 'Xác nhận kết quả' },
  { keys: '↓', what: 'Ghi chú hay dùng, khi ô ghi chú trống' },
]

type OpenDialog = { target: CareTarget; start: CareValues }

const emptyForm: CareValues = { status: '', package: '', appointmentAt: '', note: '' }

/** Preselects the package when there is only one. */
const forCustomer = (customer: CareCustomer, status: string, code = onlyPackage(customer)): OpenDialog => ({
  target: customer,
  start: { ...emptyForm, status, package: code },
})

const forAppointment = (appointment: Appointment): OpenDialog => ({
  target: {
    id: appointment.id,
    phone: appointment.phone,
    version: appointment.version,
    packages: appointment.package ? [{ code: appointment.package, price: null }] : [],
  },
  start: { ...emptyForm, package: appointment.package },
})

/** The open dialog, and where the focus goes after it closes. */
function useOpenDialog(askButton: RefObject<HTMLButtonElement | null>) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const opener = useRef<Element | null>(null)
  const show = (next: OpenDialog): void => {
    opener.current = document.activeElement
    setOpen(next)
  }
  const hide = (to: () => HTMLElement | null): void => {
    setOpen(null)
    // The dialog releases the focus only once it is unmounted.
    setTimeout(() => to()?.focus(), 0)
  }
  const backTo = (): HTMLElement | null =>
    opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : askButton.current
  return { open, show, cancel: () => hide(backTo), saved: () => hide(() => askButton.current) }
}

type InHandProps = {
  customer: CareCustomer
  titleRef: RefObject<HTMLHeadingElement | null>
  onOpen: (open: OpenDialog) => void
}

const InHand = ({ customer, titleRef, onOpen }: InHandProps) => (
  <>
    <CustomerCard
      customer={customer}
      titleRef={titleRef}
      onPackage={(code) => onOpen(forCustomer(customer, agreement.value, code))}
    />
    <ResultTiles onPick={(status) => onOpen(forCustomer(customer, status))} />
  </>
)

/** Today's and overdue appointments as the waiting count of the menu entry. */
function useMenuCount(): void {
  const { data } = useAppointments()
  const waiting = data?.values.filter(
    ({ appointmentAt }) => Date.parse(appointmentAt) < Date.parse(dayEnd(todayVn())),
  )
  const count = waiting?.length
  useEffect(() => {
    if (count !== undefined) setCount('care', count)
  }, [count])
}

/** A requested number gets the focus when it arrives, so that screen readers announce it. */
function useTitleFocus(customer: CareCustomer | null) {
  const title = useRef<HTMLHeadingElement>(null)
  const focusPending = useRef(false)
  useEffect(() => {
    if (!customer || !focusPending.current) return
    focusPending.current = false
    title.current?.focus()
  }, [customer])
  const focusAfter = async (ask: () => Promise<boolean>): Promise<void> => {
    focusPending.current = true
    if (!(await ask())) focusPending.current = false
  }
  return { title, focusAfter }
}

/** State of the screen and its keys. */
function useCareScreen() {
  useMenuCount()
  const [view, setView] = useState<View>('current')
  const current = useCurrent()
  const next = useNextCustomer()
  const askButton = useRef<HTMLButtonElement>(null)
  const dialog = useOpenDialog(askButton)
  const customer = current.data?.value ?? null
  const told = useTold(customer?.phone ?? '')
  const { title, focusAfter } = useTitleFocus(customer)
  useTakenAway(customer?.id)
  const ask = async (reason?: string): Promise<void> => {
    if (customer || !current.data || dialog.open) return
    setView('current')
    await focusAfter(() => next.run(reason))
  }
  const record = (status: string): void => {
    if (customer && view === 'current') dialog.show(forCustomer(withTold(customer, told), status))
  }
  const pick = (appointment: Appointment): void =>
    dialog.show(
      customer?.id === appointment.id
        ? forCustomer(withTold(customer, told), '')
        : forAppointment(appointment),
    )
  const numbers = careResults.map(({ value }, index) => [String(index + 1), () => record(value)] as const)
  useKeys({ ...Object.fromEntries(numbers), F2: () => void ask() }, ['F2'])
  useErrand('next', current.data ? () => void ask() : undefined)
  const { data: promised } = useAppointments()
  useErrand(
    'appointment',
    promised &&
      (({ historyId }) => {
        // What is typed into an open result stays.
        if (dialog.open) return toast('info', 'Ghi xong kết quả đang mở rồi mới mở lịch hẹn')
        const match = promised.values.find((appointment) => appointment.historyId === historyId)
        if (match) pick(match)
        else setView('appointments')
      }),
  )
  useKeyHelp('Chăm sóc khách hàng', help)
  return { view, setView, current, next, customer, told, ask, askButton, title, dialog, pick }
}

type Screen = ReturnType<typeof useCareScreen>

/** The customer's data that the lookup panel beside the card needs. */
const lookupCustomer = (customer: CareCustomer) => ({
  id: customer.id,
  phone: customer.phone,
  plan: pricedPackage(customer),
  inHand: () => isInHand(customer.id),
})

/** Nobody in hand: outside calling hours when numbers are handed out again, else the next step. */
const Waiting = ({ screen: { next, ask }, opensAt }: { screen: Screen; opensAt: string | null }) =>
  opensAt === null ? (
    <ReadyCard noneLeft={next.noneLeft} />
  ) : (
    <OutsideHours opensAt={opensAt} busy={next.busy} onCall={(reason) => void ask(reason)} />
  )

function Current({ screen }: { screen: Screen }) {
  const { current, customer, told, dialog, title, setView, pick } = screen
  const lost = current.error && !current.data
  return (
    <div className={css.columns}>
      <div className={css.care}>
        <div className={css.side}>
          <AppointmentList onPick={pick} onAll={() => setView('appointments')} />
          <TodayCard />
        </div>
        <div className={css.work}>
          <div className={css.main} aria-busy={!current.data && !lost}>
            <DueBanner onPick={pick} />
            {lost && (
              <ErrorNote
                error={current.error}
                title="Chưa tải được khách hàng"
                retry={() => void current.refetch()}
              />
            )}
            {customer && <InHand customer={withTold(customer, told)} titleRef={title} onOpen={dialog.show} />}
            {current.data && !customer && <Waiting screen={screen} opensAt={current.data.opensAt} />}
            {current.data && (
              <div
                className={css.lower}
                data-with={customer ? (customer.history.length > 0 ? 'calls' : 'nothing') : undefined}
              >
                {customer && <CallHistory history={customer.history} />}
                <RecentCalls onAll={() => setView('log')} />
              </div>
            )}
          </div>
          <LookupPanel customer={customer && lookupCustomer(customer)} />
        </div>
      </div>
    </div>
  )
}

/** The screen of tab CustomerCareList. */
export default function CareScreen() {
  const screen = useCareScreen()
  const { view, setView, current, next, customer, ask, askButton, dialog, pick } = screen
  return (
    <CardScreen>
      <CareHead
        view={view}
        onView={setView}
        count={current.data?.count}
        inHand={customer !== null}
        ready={current.data !== undefined}
        busy={next.busy}
        buttonRef={askButton}
        onAsk={() => void ask()}
      />
      <Activity mode={view === 'current' ? 'visible' : 'hidden'}>
        <Current screen={screen} />
      </Activity>
      {view === 'appointments' && (
        <Panel className={css.sheet}>
          <AppointmentTable onPick={pick} />
        </Panel>
      )}
      <Activity mode={view === 'log' ? 'visible' : 'hidden'}>
        <Panel className={css.sheet}>
          <CareLog ownOnly />
        </Panel>
      </Activity>
      {dialog.open && (
        <CareDialog
          key={dialog.open.target.id}
          target={dialog.open.target}
          start={dialog.open.start}
          onSaved={dialog.saved}
          onClose={dialog.cancel}
        />
      )}
    </CardScreen>
  )
}
