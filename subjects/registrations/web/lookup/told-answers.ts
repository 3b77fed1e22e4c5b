/** What the look-ups told last of a number, for the care card and the OTP form; in memory only. */
import { todayVn } from '#kit/contract/dates.ts'
import type { PackageHistory, ProgramPackages } from '#subjects/registrations/contract/calls/lookup.ts'
import { createStore, useStore } from '#kit/web/store.ts'

type RunningPackage = { code: string; until: string }
type ToldPackage = { code: string; until: string | null }

export type ToldAnswers = {
  phone: string
  /** In đồng. */
  balance: number | null
  /** The package that runs today. */
  running: RunningPackage | null
  /** Packages that can be registered, with their last day, of the pages that were looked at; null before the look-up. */
  packages: readonly ToldPackage[] | null
  /** Whether there are pages that were not looked at. */
  hasMore: boolean
}

const nothing: Omit<ToldAnswers, 'phone'> = { balance: null, running: null, packages: null, hasMore: false }

/** Of how many numbers answers are kept: a late one of the former customer must not take those of the present. */
const kept = 10
const store = createStore<readonly ToldAnswers[]>([])

const of = (told: readonly ToldAnswers[], phone: string): ToldAnswers =>
  told.find((one) => one.phone === phone) ?? { phone, ...nothing }

/** Adds what was told of a number. */
export const keepTold = (phone: string, part: Partial<Omit<ToldAnswers, 'phone'>>): void =>
  store.set((told) => [
    { ...of(told, phone), ...part },
    ...told.filter((one) => one.phone !== phone).slice(0, kept - 1),
  ])

/** What was told of the number until now. */
export const toldOf = (phone: string): ToldAnswers => of(store.get(), phone)

/** What was told of the number. */
export const useTold = (phone: string): ToldAnswers => of(useStore(store), phone)

/** The balance of the phone in đồng, null if it was not looked up lately. */
export const knownBalance = (phone: string): number | null => toldOf(phone).balance

/** The package that runs on `today`: registered last among those that have not ended. */
export function runningOf({ values }: PackageHistory, today: string = todayVn()): RunningPackage | null {
  const [last] = values
    .filter(({ NumberPackageRegisterExpire: until }) => (until ?? '') >= today)
    .toSorted((a, b) => (b.NumberPackageRegisterDate ?? '').localeCompare(a.NumberPackageRegisterDate ?? ''))
  return last ? { code: last.NumberCurrentPackage, until: last.NumberPackageRegisterExpire ?? '' } : null
}

/** Adds a page of packages, each once; the first page begins anew. */
export function keepPackages(
  phone: string,
  page: number,
  { FinalDataList, PaginateNumber }: ProgramPackages,
): void {
  const before = page === 1 ? [] : (toldOf(phone).packages ?? [])
  const added = FinalDataList.map(({ PackageCode: code, RegisterExpire: until }) => ({ code, until }))
  const packages = [...new Map([...before, ...added].map((one) => [one.code, one])).values()]
  keepTold(phone, { packages, hasMore: page < PaginateNumber - 1 })
}
