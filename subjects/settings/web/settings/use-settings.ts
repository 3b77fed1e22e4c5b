/** State of the settings screen: stored values, drafts, saving the changes. */
import { formatDate, readTypedDate, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import { mayBeEmpty, readSetting } from '#platform/contract/settings/kinds.ts'
import { otherEnd, spanFault } from '#subjects/settings/contract/settings/spans.ts'
import { messages } from '#platform/contract/messages.ts'
import {
  settingList,
  settingTexts,
  updateSetting,
  type SettingState,
} from '#subjects/settings/contract/calls/settings.ts'
import { sendFull } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { without } from '#kit/web/without.ts'
import { draftOf, type Draft } from './setting-input.tsx'

type Drafts = Partial<Record<SettingKey, Draft>>
/** Start day as typed, and reason, for all dated settings saved together (D3-PAY-02). */
type When = { day: string; reason: string }
type Values = { drafts: Drafts; when: When }

const whenFaults = ({ day, reason }: When): FieldErrors => ({
  ...(readTypedDate(day) === null && { tu_ngay: 'Chọn ngày áp dụng' }),
  ...(reason.trim() === '' && { ly_do: 'Ghi lý do thay đổi' }),
})

/** The options of a setting, with those stored in the setting it takes them from. */
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
  return reading.ok ? undefined : reading.reason
}

type Stored = ReadonlyMap<string, SettingState>

/** Errors of `dirty` by key: of the value itself, and against the other end of its range. */
function faultsOf(dirty: readonly SettingKey[], drafts: Drafts, stored: Stored): FieldErrors {
  const errors: FieldErrors = {}
  for (const key of dirty) {
    const other = otherEnd(key)
    const fault =
      faultOf(key, drafts[key] ?? '', offeredOf(key, stored)) ??
      (other && spanFault(key, drafts[key], drafts[other] ?? stored.get(other)?.value))
    if (fault !== undefined) errors[key] = fault
  }
  return errors
}

/** `dirty` in an order the server accepts: an end moved past the other's stored value is saved after it. */
function storable(dirty: readonly SettingKey[], drafts: Drafts, stored: Stored): SettingKey[] {
  const waits = (key: SettingKey): boolean =>
    spanFault(key, drafts[key], stored.get(otherEnd(key) ?? '')?.value) !== undefined
  return [...dirty.filter((key) => !waits(key)), ...dirty.filter(waits)]
}

/** The settings whose draft differs from the stored value. */
const changedIn = (drafts: Drafts, stored: Stored): SettingKey[] =>
  (Object.keys(drafts) as SettingKey[]).filter((key) => {
    const state = stored.get(key)
    return state && JSON.stringify(draftOf(state.value, settings[key])) !== JSON.stringify(drafts[key])
  })

/** Stores one of the drafts; a refusal is shown at its setting. */
async function store(
  key: SettingKey,
  { drafts, when }: Values,
  version: number,
  attempt: string,
): Promise<void> {
  const dated = settings[key].dated && {
    tu_ngay: toFilterDate(readTypedDate(when.day) ?? ''),
    ly_do: when.reason,
  }
  try {
    await sendFull(
      updateSetting,
      { key, value: drafts[key], version, ...dated },
      { idempotencyKey: `${attempt}-${key}`, quiet: true },
    )
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault
    throw new AppError(fault.code, fault.message, { fields: { [key]: fault.message } })
  }
}

/** Everything the screen needs. */
export function useSettings() {
  const { data, error, refetch } = useCall('setting', settingList, {})
  const stored = new Map((data ?? []).map((state) => [state.key, state]))
  const dirtyOf = (drafts: Drafts): SettingKey[] => changedIn(drafts, stored)
  const form = useForm({
    // Keys of settings contain dots, so all drafts are one value of the form.
    start: { drafts: {}, when: { day: formatDate(todayVn()), reason: '' } } as Values,
    isDirty: ({ drafts }) => dirtyOf(drafts).length > 0,
    check: ({ drafts, when }) => ({
      ...faultsOf(dirtyOf(drafts), drafts, stored),
      ...(dirtyOf(drafts).some((key) => settings[key].dated) && whenFaults(when)),
    }),
    fallback: settingTexts.failed,
    save: async (values, { key: attempt }) => {
      const { drafts } = values
      const keys = storable(dirtyOf(drafts), drafts, stored)
      if (keys.length === 0) return
      try {
        // One after the other: a partner must be stored before a channel can be set to it.
        for (const key of keys) {
          await store(key, values, stored.get(key)?.version ?? 0, attempt)
          form.set('drafts', without(form.now().drafts, key))
        }
      } finally {
        await refresh('setting')
      }
      toast('success', settingTexts.saved)
    },
  })
  const { drafts, when } = form.values
  const change = (key: SettingKey, draft: Draft): void => {
    form.set('drafts', { ...drafts, [key]: draft })
    form.forget(key)
  }
  const setWhen = (part: Partial<When>): void => {
    form.set('when', { ...when, ...part })
    form.forget('tu_ngay')
    form.forget('ly_do')
  }
  return {
    ...form,
    setWhen,
    data,
    error,
    refetch,
    stored,
    drafts,
    changed: dirtyOf(drafts),
    change,
    offeredOf,
  }
}

export type SettingsForm = ReturnType<typeof useSettings>
