/** The package to fill in, by what is known of a number (D3-UX-01). */
import { present, todayVn } from '#kit/contract/dates.ts'
import type { KnownNumber } from '#platform/contract/calls/known-number.ts'

/** Whether the last day of the package is over. */
export const hasEnded = ({ until }: NonNullable<KnownNumber['runs']>, now: Date): boolean =>
  until !== null && until < todayVn(now)

/** The package that a refund, a top-up or a reported sale is about: the one registered last, else the one that runs; '' if neither is known. */
export function soldPackage({ registered, runs }: KnownNumber, now: Date = present()): string {
  if (registered) return registered.code
  return runs && !hasEnded(runs, now) ? runs.code : ''
}

/** The package that can be registered if there is only one; '' otherwise. */
export const onlyPackage = ({ packages }: Pick<KnownNumber, 'packages'>): string =>
  (packages.length === 1 && packages[0]?.code) || ''
