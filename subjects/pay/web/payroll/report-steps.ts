/** The difference between the revenue of the payroll and that of the reports. */
import { besideReports } from '#subjects/pay/contract/reports/tinhluong.ts'

/** The steps from the revenue by person to that of the reports; none while both are equal (D3-ONE-07). */
export const stepsToReports = (
  totals: Readonly<Record<string, unknown>>,
): { label: string; amount: number }[] =>
  Object.entries(besideReports).flatMap(([name, { label, sign }]) => {
    const amount = sign * Number(totals[name])
    return amount === 0 ? [] : [{ label, amount }]
  })
