/** One request of the day, and what the next ones need of its answer. */
import type { Asked } from '#tools/player/asked.ts'
import type { Level } from '#tools/player/screens.ts'
import type { Person } from './people.ts'

export type Call = Asked & {
  person: Pick<Person, 'token'>
  /** Called with the `data` of a 200, null for every other end. */
  got?: (data: unknown) => void
}

/** Somebody asks for something; `got` may want what was answered. */
export const callOf = <A>(
  person: Call['person'],
  wanted: Asked<A>,
  got?: (data: A | null) => void,
): Call => ({
  ...wanted,
  person,
  ...(got && { got: got as (data: unknown) => void }),
})

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
