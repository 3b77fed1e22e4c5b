/** State of the settings screen: what is stored, what is typed over it, saving only what differs. */
import { useState } from 'react'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { settings, type SettingKey } from '../../../contract/settings/catalogue.ts'
import { readSetting } from '../../../contract/settings/kinds.ts'
import { messages } from '../../../contract/messages.ts'
import {
  settingList,
  settingTexts,
  updateSetting,
  type SettingState,
} from '../../../contract/workflows/settings.ts'
import { sendFull } from '../../kit/client.ts'
import { alertText, showError, toast } from '../../kit/feedback.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useAction } from '../../kit/use-action.ts'
import { without } from '../../kit/without.ts'
import { draftOf, type Draft } from './setting-input.tsx'

type Drafts = Partial<Record<SettingKey, Draft>>

/** The choices a setting offers, the typed ones of the setting it draws from included once they are stored. */
const offeredOf = (key: SettingKey, stored: ReadonlyMap<string, SettingState>): readonly string[] => {
  const setting = settings[key]
  if (setting.kind !== 'choice' || setting.from === undefined) return []
  return (stored.get(setting.from)?.value ?? []) as readonly string[]
}

function faultOf(key: SettingKey, draft: Draft, more: readonly string[]): string | undefined {
  const setting = settings[key]
  if (typeof draft === 'string' && draft.trim() === '' && setting.kind !== 'texts')
    return messages.missingField
  const offered = setting.kind === 'choice' ? [...setting.options.map(({ value }) => value), ...more] : []
  const reading = readSetting(draft, setting, offered)
  return reading.ok ? undefined : reading.why
}

/** Everything the screen needs. */
export function useSettings() {
  const { data, error, refetch } = useCall('setting', settingList, {})
  const [drafts, setDrafts] = useState<Drafts>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const stored = new Map((data ?? []).map((state) => [state.key, state]))
  const dirty = (Object.keys(drafts) as SettingKey[]).filter((key) => {
    const state = stored.get(key)
    return state && JSON.stringify(draftOf(state.value, settings[key])) !== JSON.stringify(drafts[key])
  })

  const change = (key: SettingKey, draft: Draft): void => {
    setDrafts((now) => ({ ...now, [key]: draft }))
    setErrors((now) => without(now, key))
  }
  const discard = (): void => {
    setDrafts({})
    setErrors({})
  }
  const store = async (key: SettingKey, idempotencyKey: string): Promise<void> => {
    const version = stored.get(key)?.version ?? 0
    const call = { key, value: drafts[key], version }
    await sendFull(updateSetting, call, { idempotencyKey: `${idempotencyKey}-${key}`, quiet: true })
    setDrafts((now) => without(now, key))
  }
  const { run, busy } = useAction(async (idempotencyKey: string) => {
    for (const key of dirty) {
      try {
        // One after the other: a partner must be stored before a channel can be set to it.
        await store(key, idempotencyKey)
      } catch (fault) {
        if (fault instanceof AppError) setErrors((now) => ({ ...now, [key]: fault.message }))
        await refresh('setting')
        return showError(fault, settingTexts.failed)
      }
    }
    await refresh('setting')
    toast('success', settingTexts.saved)
  })
  const save = (): void => {
    const found: FieldErrors = {}
    for (const key of dirty) {
      const fault = faultOf(key, drafts[key] ?? '', offeredOf(key, stored))
      if (fault !== undefined) found[key] = fault
    }
    setErrors(found)
    const first = Object.values(found)[0]
    if (first !== undefined) alertText(first)
    else if (dirty.length > 0) void run()
  }
  return { data, error, refetch, stored, drafts, errors, dirty, busy, change, discard, save, offeredOf }
}

export type SettingsForm = ReturnType<typeof useSettings>
