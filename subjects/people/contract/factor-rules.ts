/** The values of `signIn.secondFactor`: for whom there is a second factor under each, and who can do nothing else without one (D3-SEC-06). */

/** Keepers: priority 1 and 2, and who manages pay. */
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

/** What the rule of this value says of an account; `keeper`: whether it is one. An unknown value offers and asks nothing. */
export function factorRule(value: unknown, keeper: boolean): { offered: boolean; required: boolean } {
  const rule: Rule | undefined = factorRules.find((one) => one.value === value)
  return { offered: isIn(rule?.may ?? 'nobody', keeper), required: isIn(rule?.must ?? 'nobody', keeper) }
}
