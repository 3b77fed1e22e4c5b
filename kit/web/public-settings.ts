/** Settings that every screen needs, before sign-in too; stored, so that the next visit starts with them. */
import { isObject } from '#kit/contract/is-object.ts'
import { publicSettings as publicSettingsCall } from '#platform/contract/calls/public-settings.ts'
import {
  readPublicSettings,
  type PublicSettings,
  type PublicSettingKey,
} from '#platform/contract/settings/public-settings.ts'
import { send } from './client.ts'
import { storeValue, storedValue } from './storage.ts'
import { createStore, useStore } from './store.ts'

const storageKey = 'settings'

/** The last known values; at first those of the last visit, or the defaults. */
export const publicSettings = createStore<PublicSettings>(
  readPublicSettings(storedValue(storageKey, isObject) ?? {}),
)

/** The value of `key`; follows changes by others while the page is open. */
export const usePublicSetting = <K extends PublicSettingKey>(key: K): PublicSettings[K] =>
  useStore(publicSettings)[key]

async function load(): Promise<void> {
  const loaded = await send(publicSettingsCall, {})
  storeValue(storageKey, loaded)
  publicSettings.set(readPublicSettings(loaded))
}

/** Reads them again: at the start of the page and after each change of a setting. */
export function refreshPublicSettings(): void {
  load().catch(() => {
    // The network bar shows the failure; the last values stay until the next change or visit.
  })
}
