/** The choices of a permission: accounts of a section, files and days (D1-DPERM-04 to 23). */
import { thousands } from '#kit/contract/thousands.ts'
import { can } from '#platform/contract/abilities.ts'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { myBrands } from '#platform/contract/calls/staff.ts'
import { optionsOf } from '#subjects/numbers/contract/calls/data-permission.ts'
import { filesNoLimit } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import type { Level } from './distribute.ts'

export const nobody = '-99'
export const everybody = '__ALL'

/** What each section needs; a section is sent only by those who see it (D1-DPERM-13 to 15, D1-Q-116). */
export const sections = [
  { level: 'branch', title: 'Chi nhánh', may: 'below3or7' },
  { level: 'leader', title: 'Leader', may: 'below4' },
  { level: 'sale', title: 'Nhân viên', may: 'below5or7' },
] as const satisfies readonly { level: Level; title: string; may: string }[]

export type Section = (typeof sections)[number]

const daysAhead = 31

const comingDays = (): string[] =>
  Array.from({ length: daysAhead }, (_, ahead) => toFilterDate(addDays(todayVn(), ahead)))

const dayKey = (day: string): string => day.split('/').toReversed().join('')

export type Choice = { value: string; label: string; note?: string }
/** `from`: start days of an open-ended permission. */
export type Choices = { files: Choice[]; days: Choice[]; from: Choice[] }

/** The caller's own branch, whose permission limits what the caller may permit; null for callers without limit. */
function useOwnBranch(free: boolean) {
  const actor = useActor()
  const brands = useCall('users', myBrands, free ? null : {})
  const branchId = actor.priority === 3 ? actor.id : actor.brandId
  const ownBranch = brands.data?.values.find(({ id }) => id === branchId)
  return useCall(
    'uploadchiadata',
    optionsOf,
    ownBranch ? { username: ownBranch.username, level: 'branch' } : null,
  )
}

/** The files and days the caller may permit; undefined while loading. */
export function useChoices(): { choices: Choices | undefined; error: unknown; retry: () => void } {
  const free = can(useActor(), 'below3or7')
  const files = useCall('uploadchiadata', filesNoLimit, {})
  const ownBranch = useOwnBranch(free)
  const values = files.data?.values
  const error = files.error ?? ownBranch.error
  const retry = (): void => {
    void files.refetch()
    if (!free) void ownBranch.refetch()
  }
  if (!values || (!free && !ownBranch.data)) return { choices: undefined, error, retry }
  const today = dayKey(toFilterDate(todayVn()))
  const start = ownBranch.data?.tu_ngay ?? null
  const from = comingDays().filter((day) => free || (start !== null && dayKey(day) >= dayKey(start)))
  const listed = (ownBranch.data?.ngay ?? []).filter((day) => dayKey(day) >= today)
  const days = [...new Set([...listed, ...from])]
  const allowed = values.filter(({ FileName }) => free || ownBranch.data?.files.includes(FileName))
  return {
    error,
    retry,
    choices: {
      // Only those who split files see how much is left (D1-DPERM-09, D1-DPERM-10).
      files: allowed.map(({ FileName, tong, tong_da_dung }) => ({
        value: FileName,
        label: FileName,
        ...(free && { note: `còn ${thousands(tong - tong_da_dung)}` }),
      })),
      days: days.toSorted((a, b) => dayKey(a).localeCompare(dayKey(b))).map(dayChoice),
      from: from.map(dayChoice),
    },
  }
}

const dayChoice = (day: string): Choice => ({ value: day, label: day.replaceAll('/', '-'), ...weekday(day) })

/** Start days of an open-ended permission, with the saved one, which may be long past. */
export const fromChoices = ({ from }: Choices, saved: string | null): Choice[] => {
  const isKnown = saved === null || from.some(({ value }) => value === saved)
  return (isKnown ? from : [dayChoice(saved), ...from]).map((choice) => ({
    ...choice,
    label: `Mọi ngày từ ${choice.label}`,
  }))
}

const names = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']

/** Day of the week of a DD/MM/YYYY. */
function weekday(day: string): { note: string } {
  const date = new Date(day.split('/').toReversed().join('-'))
  return { note: names[date.getUTCDay()] ?? '' }
}
