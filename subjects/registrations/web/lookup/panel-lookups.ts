/** The look-ups of the panel beside a customer, in order, without those the user may not use. */
import type { Call } from '#kit/contract/call.ts'
import {
  lookup9279,
  lookupBalance,
  lookupHistory,
  lookupPackage,
} from '#subjects/registrations/contract/calls/lookup.ts'

const calls = {
  packages: lookupPackage,
  balance: lookupBalance,
  history: lookupHistory,
  shortCode: lookup9279,
} satisfies Record<string, Pick<Call, 'may'>>

export type PanelLookup = keyof typeof calls

const panelLookups = Object.keys(calls) as PanelLookup[]

/** The look-ups that pass `mayAsk`. */
export const lookupsFor = (mayAsk: (call: Pick<Call, 'may'>) => boolean): PanelLookup[] =>
  panelLookups.filter((part) => mayAsk(calls[part]))

/** The customer's package, to compare the balance with. */
export type PricedPackage = { code: string; price: number }

/** Whether the balance is less than half of the package's price. */
export const isLowBalance = (balance: number, { price }: PricedPackage): boolean => balance * 2 < price
