/** Settings of which one bounds another: the two ends of a span of the day, a number that is never above another. */
import { settingOf, settings, type PlainKey } from './catalogue.ts'
import { showSetting } from './kinds.ts'

/** The other end of the span that `key` is an end of; undefined for every other setting. */
export function otherEnd(key: string): PlainKey | undefined {
  const setting = settingOf(key)
  return setting?.kind === 'clock' ? ((setting.before ?? setting.after) as PlainKey | undefined) : undefined
}

/** Why `value` does not go with the `other` end; undefined when it does, or when the key has no other end. */
export function spanFault(key: string, value: unknown, other: unknown): string | undefined {
  const setting = settingOf(key)
  const partner = settingOf(otherEnd(key) ?? '')
  if (setting?.kind !== 'clock' || !partner) return undefined
  const isBefore = setting.before !== undefined
  const [from, until] = isBefore ? [value, other] : [other, value]
  // Both are HH:mm, so that the order of the letters is that of the hours.
  if (String(from) < String(until)) return undefined
  const word = isBefore ? 'phải trước' : 'phải sau'
  return `${setting.label} (${showSetting(value, setting)}) ${word} ${partner.label.toLowerCase()} (${showSetting(other, partner)})`
}

/** The dated number that `key` is never above (`upper`), or that is never above `key`; undefined for any other setting. */
export function boundOf(key: string): { other: string; upper: boolean } | undefined {
  const setting = settingOf(key)
  if (setting?.kind === 'number' && setting.atMost !== undefined)
    return { other: setting.atMost, upper: true }
  const lower = Object.entries(settings).find(([, one]) => one.kind === 'number' && one.atMost === key)
  return lower && { other: lower[0], upper: false }
}
