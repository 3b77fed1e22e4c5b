/** What the palette finds: screens by name, a phone by its digits in the screens that search by phone. */
import type { IconUser } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import type { Actor } from '../../contract/abilities.ts'
import { readPhone, showPhone } from '../../contract/phone.ts'
import { menuGroups, screenOf, type ScreenName } from '../../contract/screens.ts'
import { foldText } from '../../contract/text.ts'
import { offered, openScreen } from './navigation.ts'
import { screenIcons } from './screen-icons.ts'

export type Found = { key: string; label: string; note: string; icon: typeof IconUser; open: () => void }

/** Screens that open with a phone, and the query parameter of each; the first offered one comes first. */
const phoneScreens: readonly [ScreenName, string][] = [
  ['customerLookup', 'phone'],
  ['customers', 'phone'],
  ['khr', 'message'],
  ['blacklist', 'message'],
]

const most = 12

function screensFound(text: string, actor: Actor): Found[] {
  const words = foldText(text).split(/\s+/)
  return offered(actor)
    .filter((name) => {
      const { label, title = '', group } = screenOf(name)
      const haystack = foldText(`${label} ${title} ${menuGroups[group]}`)
      return words.every((word) => haystack.includes(word))
    })
    .map((name) => ({
      key: name,
      label: screenOf(name).label,
      note: menuGroups[screenOf(name).group],
      icon: screenIcons[name],
      open: () => openScreen(name),
    }))
}

function phoneFound(text: string, actor: Actor): Found[] {
  const phone = readPhone(text)
  if (!phone) return []
  const mine = offered(actor)
  return phoneScreens
    .filter(([name]) => mine.includes(name))
    .map(([name, parameter]) => ({
      key: `phone ${name}`,
      label: `Tìm ${showPhone(phone)}`,
      note: screenOf(name).label,
      icon: screenIcons[name],
      open: () => navigate(`${screenOf(name).routes[0]}?${parameter}=${showPhone(phone)}`),
    }))
}

/** The hits for what was typed, phones first; everything offered for an empty box. */
export const findInPalette = (text: string, actor: Actor): Found[] =>
  [...phoneFound(text, actor), ...screensFound(text.trim(), actor)].slice(0, text.trim() === '' ? 50 : most)
