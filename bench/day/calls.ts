/** One request of the day, and what the next ones need of its answer. */
import type { Level, Person } from './people.ts'

export type Call = {
  person: Pick<Person, 'token'>
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  /** Visitors of the shop come from addresses of their own. */
  headers?: Record<string, string>
  /** Called with the `data` of a 200, null for every other end. */
  got?: (data: unknown) => void
}

/** The staff by level, and turns through them. */
export type Staff = {
  all: readonly Person[]
  /** Somebody of a level, the next one each time. */
  next: (level: Level) => Person
  /** Everybody of a level. */
  of: (level: Level) => readonly Person[]
}

export function staffOf(all: readonly Person[]): Staff {
  const levels = Map.groupBy(all, ({ level }) => level)
  const turns = new Map<Level, number>()
  const of = (level: Level): readonly Person[] => levels.get(level) ?? []
  return {
    all,
    of,
    next(level) {
      const turn = (turns.get(level) ?? -1) + 1
      turns.set(level, turn)
      const people = of(level)
      const person = people[(turn * 7 + Math.floor(turn / people.length)) % people.length]
      if (!person) throw new Error(`nobody is ${level}`)
      return person
    },
  }
}

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

/** Chooses among weighted ones, each as often as its weight says. */
export function weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): () => T {
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
