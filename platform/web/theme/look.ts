/** Applies the operation's own title and colours, and stores them for the first paint of the next visit. */
import { appearance } from '#platform/contract/settings/public-settings.ts'
import { publicSettings } from '#kit/web/public-settings.ts'
import { storeValue } from '#kit/web/storage.ts'

/** Read by platform/app/web/public/first-paint.js before anything is painted. */
const storageKey = 'look'

function paint(part: 'primary' | 'ground', color: string | null): void {
  const { style, dataset } = document.documentElement
  const mark = part === 'primary' ? 'ownPrimary' : 'ownGround'
  if (color === null) {
    delete dataset[mark]
    style.removeProperty(`--own-${part}`)
  } else {
    dataset[mark] = ''
    style.setProperty(`--own-${part}`, color)
  }
}

/** The colour if it is not the default; the default's tones are in tokens.css. */
const ownColor = (key: 'app.primary' | 'app.ground'): string | null => {
  const color = publicSettings.get()[key]
  return color === appearance[key].default ? null : color
}

function apply(): void {
  const look = {
    title: publicSettings.get()['app.title'],
    primary: ownColor('app.primary'),
    ground: ownColor('app.ground'),
  }
  paint('primary', look.primary)
  paint('ground', look.ground)
  storeValue(storageKey, look)
}

/** Follows the settings; returns how to stop it. */
export function followLook(): () => void {
  apply()
  return publicSettings.subscribe(apply)
}
