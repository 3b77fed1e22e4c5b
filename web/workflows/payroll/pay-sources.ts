/** What changes the payroll besides its own writes, which its screens hear of at once. */
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import { refresh } from '../../kit/query.ts'

export const paySources: readonly string[] = tinhluong.sources.filter((name) => name !== tinhluong.path)

/** Reads again whatever is shown of the payroll. */
export const readPayAgain = (): void => void refresh(tinhluong.path)
