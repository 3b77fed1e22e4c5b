/** Keeps the rows of the floor in place while somebody works on one of them (D3-FLR-01). */
import { useState } from 'react'

/** Rows under one heading: those who need help, all others, or a group. */
export type Section<P> = { key: string; people: readonly P[] }

type Person = { username: string }

/**
 * The sections to show after `now` was read: people keep their place and section, with new data; new people are
 * added at the end of their section, and those who left keep their last row.
 */
export function holdSections<P extends Person>(
  shown: readonly Section<P>[],
  now: readonly Section<P>[],
): readonly Section<P>[] {
  const present = new Map(now.flatMap(({ people }) => people.map((person) => [person.username, person])))
  const placed = new Set(shown.flatMap(({ people }) => people.map(({ username }) => username)))
  const arrived = (key: string): readonly P[] =>
    now.find((section) => section.key === key)?.people.filter(({ username }) => !placed.has(username)) ?? []
  const kept = shown.map(({ key, people }) => ({
    key,
    people: [...people.map((person) => present.get(person.username) ?? person), ...arrived(key)],
  }))
  const further = now.filter(({ key }) => shown.every((section) => section.key !== key))
  return [...kept, ...further.map(({ key }) => ({ key, people: arrived(key) }))].filter(
    ({ people }) => people.length > 0,
  )
}

type State<P> = { shown: readonly Section<P>[]; from: readonly Section<P>[]; held: boolean; view: string }

/**
 * The sections to show: those of `now`, kept in place while `held`. `now` must stay the same object until it is
 * read again; another `view` starts afresh.
 */
export function useHeldSections<P extends Person>(
  now: readonly Section<P>[],
  held: boolean,
  view: string,
): readonly Section<P>[] {
  const [state, setState] = useState<State<P>>({ shown: now, from: now, held, view })
  if (state.from === now && state.held === held && state.view === view) return state.shown
  const shown = held && state.view === view ? holdSections(state.shown, now) : now
  setState({ shown, from: now, held, view })
  return shown
}
