/** The search of the palette: screens, staff and packages by name; phones in the screens that search by phone. */
import type { IconUser } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { readPhone, showPhone } from '#kit/contract/phone.ts'
import { groupLabel } from '#platform/contract/menu.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { foldText } from '#kit/contract/text.ts'
import type { StaffMember } from '#kit/web/staff.ts'
import { everyday } from '#platform/web/everyday.ts'
import { offeredScreens, openFor, openScreen } from '#platform/web/navigation.ts'
import { plainIcon, screenIcons } from '../menu/screen-icons.ts'

/** Groups of results, in order. */
export const hitGroups = {
  customers: 'Khách',
  orders: 'Đơn',
  rows: 'Danh sách',
  screens: 'Màn hình',
  actions: 'Việc',
  staff: 'Nhân viên',
  packages: 'Gói cước',
} as const
export type HitGroup = keyof typeof hitGroups

export type PaletteHit = {
  key: string
  group: HitGroup
  label: string
  note: string
  icon: typeof IconUser
  open: () => void
  /** Grey text after the label. */
  about?: string
  /** The searched digits in which the label or `about` ends. */
  ending?: string
  /** The palette stays open. */
  stays?: true
}

/** Screens that open with a phone, and their query parameter, in order of preference. */
export const phoneScreens: readonly [ScreenName, string][] = [
  ['customerLookup', 'phone'],
  ['customers', 'phone'],
  ['careHistory', 'phone'],
  ['khr', 'phone'],
  ['baodo', 'phone'],
  ['registrationResults', 'message'],
  ['blacklist', 'message'],
]

/** Clears the default period of a list. */
export const everyDay = '&startDate=&endDate='

/** Screens that open with a username, and their query parameter. */
export const staffScreens: readonly [ScreenName, string][] = [
  ['accounts', 'username'],
  ['careHistory', 'username'],
  ['registrationResults', 'username'],
]

const most = 12
/** At most this many of each kind except screens, so that one kind does not crowd out the others. */
const mostOfKind = 4

/** Names that the palette searches besides the screens; empty until they are loaded. */
export type SearchNames = { staff: readonly StaffMember[]; packages: readonly string[] }

const noNames: SearchNames = { staff: [], packages: [] }

const matches = (haystack: string, words: readonly string[]): boolean =>
  words.every((word) => haystack.includes(word))

/** Exact names first, then those that begin with the text. */
const nearest = <T>(candidates: readonly T[], text: string, nameOf: (candidate: T) => string): T[] => {
  const sought = foldText(text)
  const distance = (candidate: T): number => {
    const name = foldText(nameOf(candidate))
    return name === sought ? 0 : name.startsWith(sought) ? 1 : 2
  }
  return candidates.toSorted((a, b) => distance(a) - distance(b)).slice(0, mostOfKind)
}

function screensFound(text: string, actor: Actor): PaletteHit[] {
  const words = foldText(text).split(/\s+/)
  return offeredScreens(actor)
    .filter((name) => {
      const { label, title = '' } = screenOf(name)
      return matches(foldText(`${label} ${title} ${groupLabel(name)}`), words)
    })
    .map((name) => ({
      key: name,
      group: 'screens',
      label: screenOf(name).label,
      note: groupLabel(name),
      icon: screenIcons[name] ?? plainIcon,
      open: () => openScreen(name),
    }))
}

function phoneFound(text: string, actor: Actor): PaletteHit[] {
  const phone = readPhone(text)
  if (!phone) return []
  const ownScreens = offeredScreens(actor)
  return phoneScreens
    .filter(([name]) => ownScreens.includes(name))
    .map(([name, parameter]) => ({
      key: `phone ${name}`,
      group: 'rows',
      label: `Tìm ${showPhone(phone)}`,
      note: screenOf(name).label,
      icon: screenIcons[name] ?? plainIcon,
      open: () =>
        navigate(
          `${screenOf(name).routes[0]}?${parameter}=${showPhone(phone)}${name === 'customerLookup' ? '' : everyDay}`,
        ),
    }))
}

function staffFound(text: string, actor: Actor, staff: readonly StaffMember[]): PaletteHit[] {
  // Restricted roles have no filter by staff: they see only their own rows.
  if (text.length < 2 || actor.restricted) return []
  const words = foldText(text).split(/\s+/)
  const ownScreens = offeredScreens(actor)
  const screens = staffScreens.filter(([name]) => ownScreens.includes(name))
  const people = staff.filter(({ username, fullname }) => matches(foldText(`${username} ${fullname}`), words))
  return nearest(people, text, ({ username }) => username).flatMap(({ username, fullname }) =>
    screens.slice(0, 2).map(([name, parameter]) => ({
      key: `staff ${username} ${name}`,
      group: 'staff',
      label: `${fullname} (${username})`,
      note: screenOf(name).label,
      icon: screenIcons[name] ?? plainIcon,
      open: () => navigate(`${screenOf(name).routes[0]}?${parameter}=${encodeURIComponent(username)}`),
    })),
  )
}

function packagesFound(text: string, actor: Actor, packages: readonly string[]): PaletteHit[] {
  if (text.length < 2 || !offeredScreens(actor).includes('giahoantien')) return []
  const words = foldText(text).split(/\s+/)
  const { label, routes } = screenOf('giahoantien')
  const names = packages.filter((name) => matches(foldText(name), words))
  return nearest(names, text, (name) => name).map((name) => ({
    key: `package ${name}`,
    group: 'packages',
    label: `Gói ${name}`,
    note: label,
    icon: screenIcons.giahoantien ?? plainIcon,
    open: () => navigate(`${routes[0]}?ten_goi_cuoc=${encodeURIComponent(name)}`),
  }))
}

function actionsFound(text: string, actor: Actor): PaletteHit[] {
  const words = foldText(text).split(/\s+/)
  const screens = offeredScreens(actor)
  return everyday
    .filter(
      ({ label, screen, may }) =>
        screens.includes(screen) && can(actor, may) && matches(foldText(label), words),
    )
    .map(({ label, screen, errand }) => ({
      key: `action ${screen} ${errand}`,
      group: 'actions',
      label,
      note: screenOf(screen).label,
      icon: screenIcons[screen] ?? plainIcon,
      open: () => openFor(screen, errand),
    }))
}

/** The results for the typed text, phones first; all screens for an empty box. */
export function findInPalette(typed: string, actor: Actor, names: SearchNames = noNames): PaletteHit[] {
  const text = typed.trim()
  const nameHits = [...packagesFound(text, actor, names.packages), ...staffFound(text, actor, names.staff)]
  const screens = screensFound(text, actor).slice(0, text === '' ? 50 : most - Math.min(nameHits.length, 8))
  const actions = actionsFound(text, actor).slice(0, mostOfKind)
  return [...phoneFound(typed, actor), ...screens, ...actions, ...nameHits].slice(
    0,
    text === '' ? 50 : most + actions.length,
  )
}
