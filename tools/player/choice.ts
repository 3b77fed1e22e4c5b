/** Weighted choices: in turn, so that every run chooses the same, or random. */
import type { Chance } from '#simulator/random.ts'

export type Weighted<T> = readonly (readonly [weight: number, choice: T])[]

/** Numbers in the order 0.5, 0.25, 0.75, …: spread evenly however many are taken, and the same in each run. */
export function evenly(): () => number {
  let n = 0
  return () => {
    n += 1
    let [value, base] = [0, 0.5]
    for (let rest = n; rest > 0; rest = Math.floor(rest / 2), base /= 2) value += (rest % 2) * base
    return value
  }
}

/** Chooses by weight, in turn: each as often as its weight says. */
export function weighted<T>(choices: Weighted<T>): () => T {
  const credit = choices.map(() => 0)
  const whole = choices.reduce((sum, [weight]) => sum + weight, 0)
  return () => {
    let best = 0
    for (const [at, [weight]] of choices.entries()) {
      credit[at] = (credit[at] ?? 0) + weight
      if ((credit[at] ?? 0) > (credit[best] ?? 0)) best = at
    }
    credit[best] = (credit[best] ?? 0) - whole
    const chosen = choices[best]
    if (!chosen) throw new Error('nothing to choose from')
    return chosen[1]
  }
}

/** A random choice by weight. */
export function drawn<T>(choices: Weighted<T>, chance: Chance): T {
  let left = chance.between(
    1,
    choices.reduce((sum, [weight]) => sum + weight, 0),
  )
  for (const [weight, choice] of choices) if ((left -= weight) <= 0) return choice
  throw new Error('nothing to choose from')
}
