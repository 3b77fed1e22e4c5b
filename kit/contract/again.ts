/** What was done or ordered recently: asked about before it is done again, under a key of its own (D3-OTP-05, D3-OTP-08). */

/** Name in the body of the consent. */
export const againName = 'xac_nhan_lai'

export const againTexts = { askTitle: 'Vẫn làm lại?', go: 'Vẫn làm' } as const

/** Whether a body has the consent: true, or 1 as old clients send it. */
export const saysAgain = (sent: Readonly<Record<string, unknown>>): boolean =>
  Number(sent[againName] ?? 0) === 1
