/** Values of `signIn.secondFactor`: which accounts may set up a second factor, and which must before doing anything else (D3-SEC-06). */

/** Keepers: priority 1 and 2, and managers of pay. */
export type FactorGroup = 'nobody' | 'keepers' | 'everybody'
type Rule = { value: string; label: string; may: FactorGroup; must: FactorGroup }

export const factorRules = [
  { value: 'off', label: 'Không dùng', may: 'nobody', must: 'nobody' },
  { value: 'offered', label: 'Ai muốn thì cài', may: 'keepers', must: 'nobody' },
  { value: 'required', label: 'Bắt buộc', may: 'keepers', must: 'keepers' },
  { value: 'everybody', label: 'Bắt buộc với mọi tài khoản', may: 'everybody', must: 'everybody' },
] as const satisfies readonly Rule[]

const isIn = (group: FactorGroup, keeper: boolean): boolean =>
  group === 'everybody' || (group === 'keepers' && keeper)

/** Applies a value of the setting to an account; `keeper` as defined above. An unknown value offers and requires nothing. */
export function factorRule(value: unknown, keeper: boolean): { offered: boolean; required: boolean } {
  const rule: Rule | undefined = factorRules.find((one) => one.value === value)
  return { offered: isIn(rule?.may ?? 'nobody', keeper), required: isIn(rule?.must ?? 'nobody', keeper) }
}
