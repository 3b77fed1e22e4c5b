/** Settings every screen needs, before sign-in too; kept, so that the next visit begins with them. */
import { isObject } from '../../contract/kit/is-object.ts'
import { publicSettings as publicSettingsCall } from '../../contract/workflows/settings.ts'
import {
  readPublicSettings,
  type PublicSettings,
  type PublicSettingKey,
} from '../../contract/settings/public-settings.ts'
import { send } from './client.ts'
import { keepValue, keptValue } from './storage.ts'
import { createStore, useStore } from './store.ts'

const keptUnder = 'settings'

/** As last heard of; before the first answer what the last visit knew, or the defaults. */
export const publicSettings = createStore<PublicSettings>(
  readPublicSettings(keptValue(keptUnder, isObject) ?? {}),
)

/** The value of `key`; follows changes made by others while the page is open. */
export const usePublicSetting = <K extends PublicSettingKey>(key: K): PublicSettings[K] =>
  useStore(publicSettings)[key]

async function load(): Promise<void> {
  const loaded = await send(publicSettingsCall, {})
  keepValue(keptUnder, loaded)
  publicSettings.set(readPublicSettings(loaded))
}

/** Reads them anew, as at the start of the page and whenever a setting was changed. */
export function refreshPublicSettings(): void {
  load().catch(() => {
    // The network bar speaks for the network; what was known stays until the next change or visit.
  })
}
