/** State of the settings screen: what is stored, what is typed over it, saving only what differs. */
import { useState } from 'react'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { settings, type SettingKey } from '../../../contract/settings/catalogue.ts'
import { mayBeEmpty, readSetting } from '../../../contract/settings/kinds.ts'
import { otherEnd, spanFault } from '../../../contract/settings/spans.ts'
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
  if (typeof draft === 'string' && draft.trim() === '' && !mayBeEmpty(setting)) return messages.missingField
  const offered = setting.kind === 'choice' ? [...setting.options.map(({ value }) => value), ...more] : []
  const reading = readSetting(draft, setting, offered)
  return reading.ok ? undefined : reading.why
}

type Stored = ReadonlyMap<string, SettingState>

/** What is wrong with each of `dirty`: by itself, or beside the other end of its span as it will be. */
function faultsOf(dirty: readonly SettingKey[], drafts: Drafts, stored: Stored): FieldErrors {
  const found: FieldErrors = {}
  for (const key of dirty) {
    const other = otherEnd(key)
    const fault =
      faultOf(key, drafts[key] ?? '', offeredOf(key, stored)) ??
      (other && spanFault(key, drafts[key], drafts[other] ?? stored.get(other)?.value))
    if (fault !== undefined) found[key] = fault
  }
  return found
}

/** `dirty` in an order that can be stored: an end that is moved past the other's old place waits for the other. */
function storable(dirty: readonly SettingKey[], drafts: Drafts, stored: Stored): SettingKey[] {
  const waits = (key: SettingKey): boolean =>
    spanFault(key, drafts[key], stored.get(otherEnd(key) ?? '')?.value) !== undefined
  return [...dirty.filter((key) => !waits(key)), ...dirty.filter(waits)]
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
    for (const key of storable(dirty, drafts, stored)) {
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
    const found = faultsOf(dirty, drafts, stored)
    setErrors(found)
    const first = Object.values(found)[0]
    if (first !== undefined) alertText(first)
    else if (dirty.length > 0) void run()
  }
  return { data, error, refetch, stored, drafts, errors, dirty, busy, change, discard, save, offeredOf }
}

export type SettingsForm = ReturnType<typeof useSettings>
