/** What the look-ups told last of a number, for the care card and the OTP form; in memory only. */
import { todayVn } from '#kit/contract/dates.ts'
import type { PackageHistory, ProgramPackages } from '#subjects/registrations/contract/calls/lookup.ts'
import { createStore, useStore } from '#kit/web/store.ts'

type RunningPackage = { code: string; until: string }
export type ToldPackage = { code: string; until: string | null }

export type ToldAnswers = {
  phone: string
  /** In đồng. */
  balance: number | null
  /** The package that runs today. */
  running: RunningPackage | null
  /** Packages that can be registered, with their last day; null before the look-up. */
  packages: readonly ToldPackage[] | null
}

const nothing = { balance: null, running: null, packages: null }
const store = createStore<ToldAnswers>({ phone: '', ...nothing })

const of = (told: ToldAnswers, phone: string): ToldAnswers =>
  told.phone === phone ? told : { phone, ...nothing }

/** Adds what was told of a number; what was told of another one is forgotten. */
export const keepTold = (phone: string, part: Partial<Omit<ToldAnswers, 'phone'>>): void =>
  store.set((told) => ({ ...of(told, phone), ...part }))

/** What was told of the number. */
export const useTold = (phone: string): ToldAnswers => of(useStore(store), phone)

/** The balance of the phone in đồng, null if it was not the last one looked up. */
export const knownBalance = (phone: string): number | null => of(store.get(), phone).balance

/** The package that runs on `today`: registered last among those that have not ended. */
export function runningOf({ values }: PackageHistory, today: string = todayVn()): RunningPackage | null {
  const [last] = values
    .filter(({ NumberPackageRegisterExpire: until }) => (until ?? '') >= today)
    .toSorted((a, b) => (b.NumberPackageRegisterDate ?? '').localeCompare(a.NumberPackageRegisterDate ?? ''))
  return last ? { code: last.NumberCurrentPackage, until: last.NumberPackageRegisterExpire ?? '' } : null
}

/** The packages of an answer, each once; null if it has further pages. */
export const allPackages = ({ FinalDataList, PaginateNumber }: ProgramPackages): ToldPackage[] | null =>
  PaginateNumber > 2
    ? null
    : [
        ...new Map(
          FinalDataList.map(({ PackageCode: code, RegisterExpire: until }) => [code, { code, until }]),
        ).values(),
      ]
