/** The palette's search for phones on the server: the customers found, and the lists with their rows. */
import { IconId } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { seesPhones, type Actor } from '#platform/contract/abilities.ts'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { doNotCallText } from '#platform/contract/do-not-call.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { phoneSearchDigits, readPhone, showPhone } from '#kit/contract/phone.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import {
  findPhones,
  mostFound,
  type FoundOrder,
  type FoundPhone,
  type FoundPhones,
  type SearchedBlock,
} from '#subjects/numbers/contract/calls/find-phones.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { customerPage, openCustomerOf } from '#platform/web/customer-page.ts'
import { offeredScreens } from '#platform/web/navigation.ts'
import { everyDay, type PaletteHit } from './palette-search.ts'
import { plainIcon, screenIcons } from '../menu/screen-icons.ts'

/** The screen of each list, and its parameter for last digits. */
export const listScreens: Readonly<Record<SearchedBlock, readonly [ScreenName, string]>> = {
  customer: ['customers', 'phone'],
  cuocgoi: ['careHistory', 'phone'],
  dangky: ['registrationResults', 'message'],
  hoantien: ['requestrefund', 'message'],
  mfy: ['mfy', 'phone'],
  khachrieng: ['khr', 'phone'],
  baodo: ['baodo', 'phone'],
}

/** Only digits and the separators that people write between them. */
const onlyDigits = /^[\d\s.+()-]{1,30}$/
/**
 * Roles that see masked numbers search by few digits only on request: each further digit would use another search
 * of their daily limit.
 */
const fewDigits = 4
/** Longer than the pause between two keys of somebody typing, in ms. */
const pauseMs = 350

/** The typed text if the caller can search by it: a whole number, or last digits. */
export function searchedDigits(typed: string, actor: Actor): string {
  if (!onlyDigits.test(typed.trim())) return ''
  const digits = phoneSearchDigits(typed)
  if (digits === '' || digits.length > 9) return ''
  if (digits.length === 9) return readPhone(typed) === null ? '' : digits
  return digits.length <= 5 || seesPhones(actor) ? digits : ''
}

const countOf = (count: number, noun: string): string =>
  count > mostFound ? `hơn ${mostFound} ${noun}` : `${count} ${noun}`

function noteOf({ package: code, holder, lists, khong_goi: entry }: FoundPhone): string {
  const details = [entry && doNotCallText(entry), code, holder && `${holder} giữ`].filter(Boolean).join(', ')
  return details || lists.map((name) => screenOf(listScreens[name][0]).label).join(', ')
}

/** Opens a list filtered by these digits. */
function openRows(list: SearchedBlock, digits: string): void {
  const [screen, parameter] = listScreens[list]
  navigate(`${screenOf(screen).routes[0]}?${parameter}=${digits}${everyDay}`)
}

/** '169,000', 'Nạp tiền, D169G 0912005610', 'CHỜ DUYỆT 24/11/2026 14:18'. */
function orderHit(row: FoundOrder, digits: string): PaletteHit {
  const [screen] = listScreens[row.list]
  return {
    key: `order ${row.list} ${row.id}`,
    group: 'orders',
    label: row.amount === null ? screenOf(screen).label : formatMoney(row.amount),
    about: [row.about, showPhone(row.phone)].filter(Boolean).join(' '),
    ending: digits,
    note: [row.state, formatShortInstant(row.at)].filter(Boolean).join(' '),
    icon: screenIcons[screen] ?? plainIcon,
    open: () => openRows(row.list, digits),
  }
}

/** The customers found, single orders, then the lists with their numbers of rows. */
export function phoneHits(found: FoundPhones, digits: string, actor: Actor): PaletteHit[] {
  const screens = offeredScreens(actor)
  return [
    ...found.phones.map((row) => ({
      key: `customer ${row.key}`,
      group: 'customers' as const,
      label: showPhone(row.phone),
      ending: digits,
      note: noteOf(row),
      icon: IconId,
      open: () => navigate(customerPage(row.key)),
    })),
    ...found.orders
      .filter(({ list }) => screens.includes(listScreens[list][0]))
      .map((row) => orderHit(row, digits)),
    ...found.lists
      .filter(({ name }) => screens.includes(listScreens[name][0]))
      .map(({ name, count }) => {
        const [screen] = listScreens[name]
        return {
          key: `rows ${name}`,
          group: 'rows' as const,
          label: screenOf(screen).label,
          note: countOf(count, 'dòng'),
          icon: screenIcons[screen] ?? plainIcon,
          open: () => openRows(name, digits),
        }
      }),
  ]
}

/** The value once it has stopped changing. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The server's results for the typed digits, its refusals, and the searches left for the day. */
export function usePhones(typed: string) {
  const actor = useActor()
  const digits = searchedDigits(typed, actor)
  const [requested, request] = useState('')
  const settled = useSettled(digits)
  const waits = digits !== '' && digits.length < fewDigits && !seesPhones(actor) && requested !== digits
  const text = settled === digits && digits !== '' && !waits ? digits : null
  const { data, error, isFetching } = useCall('khachhang360', findPhones, text === null ? null : { text })
  const offer: PaletteHit = {
    key: `ask ${digits}`,
    group: 'customers',
    label: `Tìm khách có đuôi ${digits}`,
    note: 'tính một lượt hỏi số hôm nay',
    icon: IconId,
    stays: true,
    open: () => request(digits),
  }
  const whole: PaletteHit = {
    key: `page ${digits}`,
    group: 'customers',
    label: `Mở trang của ${showPhone(digits)}`,
    note: screenOf('customer360').label,
    icon: IconId,
    open: () => void openCustomerOf(digits),
  }
  const found = data && text !== null ? phoneHits(data, digits, actor) : []
  return {
    digits,
    hits: [
      ...(waits ? [offer] : []),
      ...(digits.length === 9 && (data?.phones.length ?? 0) === 0 ? [whole] : []),
      ...found,
    ],
    count: data?.count ?? 0,
    left: data?.left ?? null,
    error: text === null ? null : error,
    busy: isFetching || settled !== digits,
  }
}
