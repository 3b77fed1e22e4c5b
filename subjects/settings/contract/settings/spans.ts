/** Settings that limit each other: the ends of a time range, a number and its maximum. */
import { settingOf, settings, type PlainKey } from '#platform/contract/settings/catalogue.ts'
import { showSetting } from '#platform/contract/settings/kinds.ts'

/** Other end of the time range of `key`; undefined for other settings. */
export function otherEnd(key: string): PlainKey | undefined {
  const setting = settingOf(key)
  return setting?.kind === 'clock' ? ((setting.before ?? setting.after) as PlainKey | undefined) : undefined
}

/** Why `value` contradicts the `other` end; undefined when it does not, or without one. */
export function spanFault(key: string, value: unknown, other: unknown): string | undefined {
  const setting = settingOf(key)
  const partner = settingOf(otherEnd(key) ?? '')
  if (setting?.kind !== 'clock' || !partner) return undefined
  const isBefore = setting.before !== undefined
  const [from, until] = isBefore ? [value, other] : [other, value]
  // An empty end bounds nothing. Both are HH:mm, so text order is time order.
  if (from === '' || until === '') return undefined
  if (String(from) < String(until)) return undefined
  const word = isBefore ? 'phải trước' : 'phải sau'
  return `${setting.label} (${showSetting(value, setting)}) ${word} ${partner.label.toLowerCase()} (${showSetting(other, partner)})`
}

/** The dated number that is the maximum of `key` (`upper`), or whose maximum is `key`; undefined for other settings. */
export function boundOf(key: string): { other: string; upper: boolean } | undefined {
  const setting = settingOf(key)
  if (setting?.kind === 'number' && setting.atMost !== undefined)
    return { other: setting.atMost, upper: true }
  const lower = Object.entries(settings).find(([, one]) => one.kind === 'number' && one.atMost === key)
  return lower && { other: lower[0], upper: false }
}
