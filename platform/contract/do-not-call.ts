/** Do-not-call: sources of blacklist entries, and their texts (D3-RULE-03, D3-RULE-05). */
import * as z from 'zod/mini'
import { formatDate } from '#kit/contract/dates.ts'
import { insistedName, insistenceTexts } from './insistence.ts'
import { f, type Option } from '#kit/contract/field.ts'
import { day, instant } from '#kit/contract/shapes.ts'
import { thousands } from '#kit/contract/thousands.ts'

/** Who requested the entry; the national list is kept at short code 5656. Files may also place the accent of 'Toà' on the other vowel. */
export const doNotCallSources = [
  { value: 'khach', label: 'Khách yêu cầu', also: ['Khách', 'Khách hàng'] },
  { value: '5656', label: 'Danh sách 5656', tone: 'amber' },
  { value: 'toa_an', label: 'Toà án', tone: 'red', also: ['T\u00f2a án'] },
  { value: 'noi_bo', label: 'Nội bộ', also: ['Của công ty'] },
] as const satisfies readonly Option[]

/** The effective entry for a phone: of several the one that lasts longest, then the newest. */
const doNotCallEntry = z.strictObject({
  nguon: z.enum(doNotCallSources.map(({ value }) => value)),
  createdAt: instant,
  /** Its last day; null without an end. */
  den_ngay: z.nullable(day),
})
export type DoNotCallEntry = z.output<typeof doNotCallEntry>

/** Its field in answers; null if the phone may be called. */
export const doNotCallField = { khong_goi: z.nullable(doNotCallEntry) }

const sourceLabel = (nguon: DoNotCallEntry['nguon']): string =>
  doNotCallSources.find(({ value }) => value === nguon)?.label ?? nguon

/** 'Khách yêu cầu, từ 01-11-2026 đến hết 30-11-2026'. */
export const entryWords = (entry: DoNotCallEntry): string =>
  `${sourceLabel(entry.nguon)}, từ ${formatDate(entry.createdAt)}${entry.den_ngay ? ` đến hết ${formatDate(entry.den_ngay)}` : ''}`

/** 'Số trong blacklist: …', with source and dates. */
export const doNotCallText = (entry: DoNotCallEntry): string => `Số trong blacklist: ${entryWords(entry)}`

/** Numbers of a file that are blocked by entries of one source, and the day of the newest of these entries. */
export type BlockedBySource = { nguon: DoNotCallEntry['nguon']; numbers: number; newest: string }

/** 'Danh sách 5656: 12 số, mới nhất 03-11-2026; Nội bộ: 1 số, …'. */
export const sourcesWords = (sources: readonly BlockedBySource[]): string =>
  sources
    .map(
      ({ nguon, numbers, newest }) =>
        `${sourceLabel(nguon)}: ${thousands(numbers)} số, mới nhất ${formatDate(newest)}`,
    )
    .join('; ')

/** Additional fields in a row's audit entries. */
export const insistedFields = {
  [insistedName]: f.text({ label: insistenceTexts.reason }),
  khong_goi: f.text({ label: 'Blacklist' }),
}
