/** Resources whose changes make the payroll stale; its screens show their own writes at once. */
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { refresh } from '#kit/web/query.ts'

export const paySources: readonly string[] = tinhluong.sources.filter((name) => name !== tinhluong.path)

/** Reads everything shown of the payroll again. */
export const readPayAgain = (): void => void refresh(tinhluong.path)
