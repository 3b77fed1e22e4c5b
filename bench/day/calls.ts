/** One request of the day, and the data that later requests need from its answer. */
import type { Asked } from '#tools/player/asked.ts'
import type { Level } from '#tools/player/screens.ts'
import type { Person } from './people.ts'

export type Call = Asked & {
  person: Pick<Person, 'token'>
  /** Called with the `data` of a 200; with null for any other result. */
  got?: (data: unknown) => void
}

/** A request by a person; `got` receives the answer. */
export const callOf = <A>(
  person: Call['person'],
  wanted: Asked<A>,
  got?: (data: A | null) => void,
): Call => ({
  ...wanted,
  person,
  ...(got && { got: got as (data: unknown) => void }),
})

/** The staff by level, taking turns. */
export type Staff = {
  all: readonly Person[]
  /** A person of the level, the next one on each call. */
  next: (level: Level) => Person
  /** All people of a level. */
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
