/** Which look-ups stand beside a customer: in the order of the panel, without those the person may not ask for. */
import type { Call } from '../../../contract/kit/call.ts'
import {
  lookup9279,
  lookupBalance,
  lookupHistory,
  lookupPackage,
} from '../../../contract/workflows/lookup.ts'

const calls = {
  packages: lookupPackage,
  balance: lookupBalance,
  history: lookupHistory,
  shortCode: lookup9279,
} satisfies Record<string, Pick<Call, 'may'>>

export type PanelPart = keyof typeof calls

const parts = Object.keys(calls) as PanelPart[]

/** The parts whose look-up passes `mayAsk`. */
export const partsFor = (mayAsk: (call: Pick<Call, 'may'>) => boolean): PanelPart[] =>
  parts.filter((part) => mayAsk(calls[part]))

/** A package as the panel compares the balance with it. */
export type PricedPackage = { code: string; price: number }

/** Whether the balance does not pay half of the package. */
export const isLow = (balance: number, { price }: PricedPackage): boolean => balance * 2 < price
