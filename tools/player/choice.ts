/** Weighted choices: in turn, so that every run chooses the same, or random. */
import type { Chance } from '#simulator/random.ts'

export type Weighted<T> = readonly (readonly [weight: number, choice: T])[]

/** Numbers in the order 0.5, 0.25, 0.75, …: spread evenly however many are taken, and the same in each run. */
export function evenly(): () => number {
  let n = 0
  return () => {
    n += 1
    let [value, base] = [0, 0.5]
    for (let remaining = n; remaining > 0; remaining = Math.floor(remaining / 2), base /= 2)
      value += (remaining % 2) * base
    return value
  }
}

/** Chooses by weight, in turn: each as often as its weight says. */
export function weighted<T>(choices: Weighted<T>): () => T {
  const credit = choices.map(() => 0)
  const whole = choices.reduce((sum, [weight]) => sum + weight, 0)
  return () => {
    let best = 0
    for (const [index, [weight]] of choices.entries()) {
      credit[index] = (credit[index] ?? 0) + weight
      if ((credit[index] ?? 0) > (credit[best] ?? 0)) best = index
    }
    credit[best] = (credit[best] ?? 0) - whole
    const chosen = choices[best]
    if (!chosen) throw new Error('nothing to choose from')
    return chosen[1]
  }
}

/** A random choice by weight. */
export function pickWeighted<T>(choices: Weighted<T>, chance: Chance): T {
  let remaining = chance.between(
    1,
    choices.reduce((sum, [weight]) => sum + weight, 0),
  )
  for (const [weight, choice] of choices) if ((remaining -= weight) <= 0) return choice
  throw new Error('nothing to choose from')
}
