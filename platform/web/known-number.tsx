/** The fields of phone number and package in a form: asks the server about the number, fills in empty fields, shows the answer (D3-UX-01). */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { formatDate, present } from '#kit/contract/dates.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { packageKey } from '#kit/contract/text.ts'
import { knownNumber, nothingKnown, type KnownNumber } from '#platform/contract/calls/known-number.ts'
import { relativeTime } from '#platform/contract/relative-time.ts'
import { subscriberTypes } from '#subjects/numbers/contract/lists/customer.ts'
import type { Typed } from '#kit/web/form/form-rules.ts'
import type { Form } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { hasEnded } from './known-package.ts'
import css from './known-number.module.css'

/** 'MC trả trước, đang dùng VD149 đến 12-12-2026, đăng ký VD90 hôm qua 16:42, đăng ký được D60G'; '' when nothing is known. */
export function knownText({ type, runs, registered, packages }: KnownNumber, now: Date): string {
  const until = runs?.until ? ` đến ${formatDate(runs.until)}` : ''
  const possible = packages.map(({ code }) => code).join(', ')
  return [
    subscriberTypes.find(({ value }) => value === type)?.label,
    runs && `${hasEnded(runs, now) ? 'đã dùng' : 'đang dùng'} ${runs.code}${until}`,
    registered && `đăng ký ${registered.code} ${relativeTime(registered.at, now)}`,
    possible && `đăng ký được ${possible}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** 'Đã có đơn Hoàn trước VD149 hôm qua 16:42, chờ duyệt' for the package in the form, else for all of the number; '' without any. */
export function requestsText({ requests }: KnownNumber, pack: string, now: Date): string {
  const same = requests.filter((request) => packageKey(request.package) === packageKey(pack))
  const told = same.length > 0 ? same : requests
  if (told.length === 0) return ''
  const texts = told.map(
    ({ kind, package: code, at, state }) =>
      `${kind} ${code} ${relativeTime(at, now)}, ${state.toLowerCase()}`,
  )
  return `${same.length > 0 ? 'Đã có đơn' : 'Số này đã có đơn'} ${texts.join('; ')}`
}

type KnownFieldsProps<V extends Typed> = {
  form: Form<V>
  phone: keyof V & string
  /** What is known as values of the form; '' for what is not. */
  fills: (known: KnownNumber) => Partial<Record<keyof V & string, string>>
  /** The field of the package where a second request would be a mistake. */
  requestsFor?: keyof V & string
  /** Whether a number is asked about; by default yes. */
  asks?: boolean
  /** The fields of number and package. */
  children: ReactNode | ((known: KnownNumber) => ReactNode)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What is filled into the box in which a person is about to type is selected, so that the first letter replaces it. */
const selectIfFocused = ({ element }: Pick<Form<Typed>, 'element'>, name: string): void => {
  const box = element.ref.current?.querySelector<HTMLInputElement>(`[data-field="${name}"] input`)
  if (box && box === document.activeElement) setTimeout(() => box.select(), 0)
}

/**
 * Fills in empty fields, and those filled in for another number before, once the box of the number is left. What a
 * person has typed stays.
 */
function useFilled<V extends Typed>(
  { form, fills, asks = true }: KnownFieldsProps<V>,
  phone: string | null,
  known: KnownNumber | undefined,
): void {
  const filled = useRef<Partial<Record<keyof V & string, string>>>({})
  const fill = useEffectEvent((): void => {
    const values = form.now()
    for (const [name, value] of Object.entries(fills(known ?? nothingKnown)) as [
      keyof V & string,
      string,
    ][]) {
      const own = textOf(values[name])
      if (own !== '' && own !== filled.current[name]) continue
      filled.current[name] = value
      if (own !== value) form.set(name, value as V[typeof name])
      selectIfFocused(form, name)
    }
  })
  const answered = known === undefined ? null : phone
  useEffect(() => {
    if (asks) fill()
  }, [answered, asks])
}

/** The fields, and below them a line that is reserved for what is known. */
export function KnownFields<V extends Typed>(props: KnownFieldsProps<V>) {
  const { form, phone, requestsFor, asks = true, children } = props
  const phoneNow = (): string | null => (asks ? readPhone(textOf(form.now()[phone])) : null)
  const [left, setLeft] = useState(phoneNow)
  // Enter sends the form without leaving the box, so the first change already removes what was filled in for the former number.
  if (left !== null && readPhone(textOf(form.values[phone])) !== left) setLeft(null)
  const { data } = useCall('requestrefund', knownNumber, left === null ? null : { phone: left })
  useFilled(props, left, data)
  const known = data ?? nothingKnown
  const now = present()
  const facts = knownText(known, now)
  const earlier = requestsFor && requestsText(known, textOf(form.values[requestsFor]), now)
  const settle = (): void => setLeft(phoneNow())
  return (
    <div className={css.known} onBlur={settle} onKeyDown={({ key }) => key === 'Enter' && settle()}>
      {typeof children === 'function' ? children(known) : children}
      <p className={css.line} role="status">
        {facts}
        {earlier && <b className={css.earlier}>{earlier}</b>}
      </p>
    </div>
  )
}
