/** Keeps the rows of the floor in place while somebody works on one of them (D3-FLR-01). */
import { useState } from 'react'

/** Rows under one heading: those who need help, all others, or a group. */
export type Section<P> = { key: string; people: readonly P[] }

type Person = { username: string }

/**
 * The sections to show after `current` was read: people keep their place and section, with new data; new people are
 * added at the end of their section, and those who left keep their last row.
 */
export function holdSections<P extends Person>(
  former: readonly Section<P>[],
  current: readonly Section<P>[],
): readonly Section<P>[] {
  const present = new Map(current.flatMap(({ people }) => people.map((person) => [person.username, person])))
  const placed = new Set(former.flatMap(({ people }) => people.map(({ username }) => username)))
  const arrived = (key: string): readonly P[] =>
    current.find((section) => section.key === key)?.people.filter(({ username }) => !placed.has(username)) ??
    []
  const inPlace = former.map(({ key, people }) => ({
    key,
    people: [...people.map((person) => present.get(person.username) ?? person), ...arrived(key)],
  }))
  const further = current.filter(({ key }) => former.every((section) => section.key !== key))
  return [...inPlace, ...further.map(({ key }) => ({ key, people: arrived(key) }))].filter(
    ({ people }) => people.length > 0,
  )
}

type State<P> = {
  sections: readonly Section<P>[]
  from: readonly Section<P>[]
  isHeld: boolean
  view: string
}

/**
 * The sections to show: those of `current`, kept in place while `isHeld`. `current` must stay the same object
 * until it is read again; another `view` starts afresh.
 */
export function useHeldSections<P extends Person>(
  current: readonly Section<P>[],
  isHeld: boolean,
  view: string,
): readonly Section<P>[] {
  const [state, setState] = useState<State<P>>({ sections: current, from: current, isHeld, view })
  if (state.from === current && state.isHeld === isHeld && state.view === view) return state.sections
  const sections = isHeld && state.view === view ? holdSections(state.sections, current) : current
  setState({ sections, from: current, isHeld, view })
  return sections
}
