/** The card of the customer in hand: number, facts, packages that can be registered (D1-CARE-16, D1-Q-082). */
import { Popover } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconId, IconPhone, IconQrcode, IconRepeat } from '@tabler/icons-react'
import { Suspense, useState, type Ref } from 'react'
import { formatDate, formatInstant, formatShortInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import type { CareCustomer } from '#subjects/calling/contract/calls/care.ts'
import { Panel } from '#figures/card.tsx'
import { priceOf, usePackages } from '#kit/web/packages.ts'
import { copyText, showError } from '#kit/web/feedback.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { lazyPart, loadPart } from '#kit/web/lazy-part.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { InviteButton, knownBalance, useTold } from '#subjects/registrations/web/index.ts'
import { againText, factsOf, pricedPackage, runningText, spacedPhone, type Fact } from './customer-facts.ts'
import { Dated } from './dated.tsx'
import css from './customer-card.module.css'

const PhoneQr = lazyPart(() => import('./phone-qr.tsx'))

function QrButton({ phone }: { phone: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom" returnFocus>
      <Popover.Target>
        <IconButton
          small
          on={open}
          label="Hiện mã QR để gọi"
          onClick={() => setOpen(!open)}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        >
          <IconQrcode size={16} stroke={1.9} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<div className={css.qr} />}>
          <PhoneQr phone={phone} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Loaded with the click: the card shows a customer long before somebody opens a page. */
const openPage = (phone: string): void =>
  void loadPart(() => import('#platform/web/customer-page.ts'))
    .then(({ openCustomerOf }) => openCustomerOf(phone))
    .catch(showError)

/** 'lần 2/3, lần trước 09:10, không nghe máy' for a number that was called before (D3-REC-02). */
function Again({
  again,
  source,
}: Pick<CareCustomer, 'source'> & { again: NonNullable<CareCustomer['again']> }) {
  const { call, last } = againText(again)
  return (
    <p className={css.again} data-num>
      <span title={source === 'recycle' ? 'Gọi lại theo luật' : undefined}>
        <IconRepeat size={14} stroke={1.9} aria-hidden />
        {call}
      </span>
      {last}
    </p>
  )
}

type TopProps = { customer: CareCustomer; titleRef: Ref<HTMLHeadingElement> }

function Top({ customer, titleRef }: TopProps) {
  const { source } = customer
  const clock = formatInstant(customer.claimedAt).slice(-8)
  return (
    <div className={css.top}>
      <h2 className={css.phone} ref={titleRef} tabIndex={-1} data-num>
        {spacedPhone(customer.phone)}
      </h2>
      <span className={css.tools}>
        <IconButton small label="Chép số" onClick={() => void copyText(showPhone(customer.phone))}>
          <IconCopy size={16} stroke={1.9} />
        </IconButton>
        <QrButton phone={customer.phone} />
        <IconButton small label="Mở khách hàng 360" onClick={() => openPage(customer.phone)}>
          <IconId size={16} stroke={1.9} />
        </IconButton>
      </span>
      <span data-space />
      <span className={css.claimed} title={customer.FileName} data-num>
        {source === 'recycle' ? 'Gọi lại theo luật, nhận' : 'Nhận'} lúc {clock}
        {customer.appointmentAt && `, hẹn ${formatShortInstant(customer.appointmentAt).slice(-5)}`}
      </span>
      <Pill tone="blue" icon="half">
        Đang chăm sóc
      </Pill>
    </div>
  )
}

/** Large copy and QR buttons, for use with one hand. */
const HandButtons = ({ phone }: { phone: string }) => (
  <div className={css.hand}>
    <a className={css.call} href={`tel:${showPhone(phone)}`}>
      <IconPhone size={16} stroke={1.9} aria-hidden /> Gọi
    </a>
    <Button icon={<IconCopy size={16} stroke={1.9} />} onClick={() => void copyText(showPhone(phone))}>
      Chép số
    </Button>
  </div>
)

/** Another package runs than the customer's file says: the look-up is right. */
function Running({ customer }: { customer: CareCustomer }) {
  const text = runningText(customer, useTold(customer.phone))
  return (
    <p className={css.running} role="status">
      {text && <IconAlertTriangle size={14} stroke={1.9} aria-hidden />} {text}
    </p>
  )
}

const FactOf = ({ fact }: { fact: Fact }) => (
  <div data-small={fact.small}>
    <dt>{fact.label}</dt>
    <dd>
      {fact.value === '' ? <Nothing /> : <Dated text={fact.value} />}
      {fact.left && (
        <span className={css.left} data-tone={fact.left.tone}>
          {fact.left.text}
        </span>
      )}
    </dd>
  </div>
)

/** The package for the OTP: the only one offered, else the customer's present one. */
const offeredPackage = (customer: CareCustomer): string =>
  (customer.packages.length === 1 ? customer.packages[0] : pricedPackage(customer))?.code ?? ''

type PackagesProps = { customer: CareCustomer; onPick: (code: string) => void }

/** Price of a package that the customer's file does not name. */
function ListPrice({ code }: { code: string }) {
  const price = priceOf(usePackages(), code)
  return price === undefined ? null : <span data-num>{formatMoney(price)}</span>
}

function Packages({ customer, onPick }: PackagesProps) {
  const { packages } = customer
  const told = useTold(customer.phone)
  const untilOf = (code: string): string => {
    const until = told.packages?.find((item) => item.code === code)?.until
    return until ? `, hạn đăng ký ${formatDate(until)}` : ''
  }
  return (
    <div className={css.packages}>
      <span className={css.caption}>{told.packages ? 'Gói theo tra cứu' : 'Gói có thể đăng ký'}</span>
      <div className={css.choices}>
        {packages.length === 0 && <Nothing />}
        {packages.map(({ code, price }) => (
          <button
            key={code}
            type="button"
            className={css.chip}
            title={`Ghi đồng ý gói ${code}${untilOf(code)}`}
            onClick={() => onPick(code)}
          >
            {code} {price === null ? <ListPrice code={code} /> : <span data-num>{formatMoney(price)}</span>}
          </button>
        ))}
        {told.hasMore && <span className={css.caption}>… trang sau ở Tra cứu</span>}
      </div>
      <InviteButton
        customer={() => ({
          id: customer.id,
          phone: customer.phone,
          pack: offeredPackage(customer),
          packages,
          balance: knownBalance(customer.phone),
        })}
      />
    </div>
  )
}

type CustomerCardProps = TopProps & { onPackage: (code: string) => void }

/** A click on a package opens the result dialog with it. */
export const CustomerCard = ({ customer, titleRef, onPackage }: CustomerCardProps) => (
  <Panel className={css.card} aria-label="Khách hàng đang chăm sóc">
    <Top customer={customer} titleRef={titleRef} />
    {customer.again && <Again again={customer.again} source={customer.source} />}
    <HandButtons phone={customer.phone} />
    <dl className={css.facts}>
      {factsOf(customer).map((fact) => (
        <FactOf key={fact.label} fact={fact} />
      ))}
    </dl>
    <Running customer={customer} />
    <Packages customer={customer} onPick={onPackage} />
  </Panel>
)
