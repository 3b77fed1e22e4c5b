/** The open windows of the staff, three each: which screen each shows, and when a screen reads again. */
import { weighted } from '#tools/player/choice.ts'
import { rangesOf, type Level } from '#tools/player/screens.ts'
import type { Person } from './people.ts'

/** Windows of each person; the first is in front, the others are in the background. */
export const windowsOfEach = 3

type Screen = {
  /** Path to read again. */
  path: string
  /** Changes of these concern the screen. */
  channels: readonly string[]
}

const { month } = rangesOf(new Date())
const list = (path: string, dated = true): Screen => ({
  path: `${path}?page=0&count=50${dated ? `&${month}` : ''}`,
  channels: [path],
})

/** The care screen reads its own rows again each minute, not after each push. */
const care: Screen = { path: 'care/current', channels: [] }
const careLog = list('care/history')
const refunds = list('requestrefund')
const mfy = list('mfy')
const sims = list('simso', false)
const customers = list('customer', false)
const lines = list('dsdttinhluong')
const transfers = list('mesbank')
const capture: Screen = { path: `tilebatso?page=0&count=50&${month}`, channels: ['care/history'] }
const desk: Screen = { path: 'banduyet', channels: ['requestrefund', 'mesbank', 'mfy', 'khr'] }

const seller = [
  [60, care],
  [12, careLog],
  [10, refunds],
  [8, mfy],
  [10, sims],
] as const
const leader = [
  [25, customers],
  [30, careLog],
  [15, capture],
  [10, refunds],
  [10, lines],
  [10, mfy],
] as const
const manager = [
  [40, desk],
  [20, refunds],
  [20, transfers],
  [20, customers],
] as const
const office = [
  [50, desk],
  [30, refunds],
  [20, transfers],
] as const
const screensOf: Readonly<Record<Level, readonly (readonly [number, Screen])[]>> = {
  seller,
  leader,
  branch: leader,
  manager,
  office,
} // prettier-ignore

export type Window = Screen & { token: string; front: boolean }

/** Every window of everybody; people with the care screen in front have lists in the background. */
export function windowsFor(people: readonly Person[]): Window[] {
  const turns = new Map<Level, () => Screen>()
  return Array.from({ length: windowsOfEach }, (_, index) =>
    people.map(({ level, token }) => {
      const next = turns.get(level) ?? weighted(screensOf[level])
      turns.set(level, next)
      return { ...next(), token, front: index === 0 }
    }),
  ).flat()
}
