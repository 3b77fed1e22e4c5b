/** The last balance looked up beside a customer, for the OTP form; in memory only. */
let last: { phone: string; balance: number } | null = null

export const keepBalance = (phone: string, balance: number): void => void (last = { phone, balance })

/** The balance of the phone in đồng, null if it was not the last one looked up. */
export const knownBalance = (phone: string): number | null => (last?.phone === phone ? last.balance : null)
