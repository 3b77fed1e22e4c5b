/** Packages without a price in the price list: confirmed before they are written (D3-OTP-08). */
import * as z from 'zod/mini'

/** Name of the confirmation in the body. */
export const unpricedName = 'goi_khong_gia'
/** In the body of calls that take a package; without it, a package without a price answers UNPRICED. */
export const unpricedInput = { [unpricedName]: z.optional(z.nullable(z.boolean())) }

export const pricedTexts = {
  askTitle: 'Gói không có giá',
  go: 'Vẫn dùng gói này',
  unpriced: (name: string): string =>
    `Gói "${name}" không có giá trong bảng giá, có thể gõ nhầm: chưa tính được giá, doanh thu và tiền hoàn`,
} as const

/** Whether a body has the confirmation: true, or 1. */
export const saysUnpriced = (sent: Readonly<Record<string, unknown>>): boolean =>
  Number(sent[unpricedName] ?? 0) === 1
