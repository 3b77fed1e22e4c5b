/** Confirmation to repeat something that was done or ordered recently (D3-OTP-05, D3-OTP-08). */

/** Name of the confirmation in the body. */
export const againName = 'xac_nhan_lai'

export const againTexts = { askTitle: 'Vẫn làm lại?', go: 'Vẫn làm' } as const

/** Whether the body has the confirmation: true, or 1 as old clients send it. */
export const saysAgain = (sent: Readonly<Record<string, unknown>>): boolean =>
  Number(sent[againName] ?? 0) === 1
