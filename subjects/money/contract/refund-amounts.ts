/** Amounts of the top-up dialog in whole đồng; the server computes them in subjects/money/sql/refunds.sql. */
import { divideHalfUp } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'

/** Rates have at most two decimals, so hundredths of a percent are whole numbers. */
const parts = 10_000n
const rateOf = (percent: number): bigint => BigInt(Math.round(percent * 100))

/** Transfer for a top-up: round(amount − amount / 100 × percent) (D2-REFUND-59, D2-CONST-16). */
export const transferAmount = (amount: number, percent: number): number =>
  divideHalfUp(BigInt(amount) * (parts - rateOf(percent)), parts)

/** Top-up for a transfer: round(transfer × 100 / (100 − percent)); percent below 100 (D2-REFUND-60, D2-CONST-17). */
export const amountFor = (transfer: number, percent: number): number =>
  divideHalfUp(BigInt(transfer) * parts, parts - rateOf(percent))

/** The customer's transfer content, such as '0912345678 VD90' (D2-REFUND-62, D2-CONST-18). `phone`: nine digits. */
export const transferContent = (phone: string, packageName: string): string =>
  `${showPhone(phone)} ${packageName.trim().toUpperCase()}`

/** The content with the transfer amount, such as '0912345678 VD90 93000' (D2-REFUND-63, D2-Q-66). */
export const transferNote = (phone: string, packageName: string, transfer: number): string =>
  `${transferContent(phone, packageName)} ${transfer}`
