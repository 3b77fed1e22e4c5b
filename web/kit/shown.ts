/** Settings every screen needs, before sign-in too; kept, so that the next visit begins with them. */
import { isObject } from '../../contract/kit/is-object.ts'
import { shownSettings } from '../../contract/workflows/settings.ts'
import { readShown, type Shown, type ShownKey } from '../../contract/settings/shown.ts'
import { send } from './client.ts'
import { keepValue, keptValue } from './storage.ts'
import { createStore, useStore } from './store.ts'

const keptUnder = 'settings'

/** As last heard of; before the first answer what the last visit knew, or the defaults. */
export const shown = createStore<Shown>(readShown(keptValue(keptUnder, isObject) ?? {}))

/** The value of `key`; follows changes made by others while the page is open. */
export const useShown = <K extends ShownKey>(key: K): Shown[K] => useStore(shown)[key]

async function load(): Promise<void> {
  const told = await send(shownSettings, {})
  keepValue(keptUnder, told)
  shown.set(readShown(told))
}

/** Reads them anew, as at the start of the page and whenever a setting was changed. */
export function refreshShown(): void {
  load().catch(() => {
    // The network bar speaks for the network; what was known stays until the next change or visit.
  })
}
