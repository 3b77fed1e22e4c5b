/** The reads of the day: which level reads what, how often. */
import { evenly, weighted, type Weighted } from '#tools/player/choice.ts'
import {
  addressOf,
  listsOn,
  lookupsOn,
  reportsOn,
  shopPages,
  type Level,
  type Path,
  type Reading,
} from '#tools/player/screens.ts'
import { read } from '#tools/player/asked.ts'
import type { DeskPage } from '#tools/player/decisions.ts'
import { callOf, type Call, type Staff } from './calls.ts'
import type { Person } from './people.ts'

export type Reader = { list: () => Call; lookup: () => Call; report: () => Call }

/** Goes through the paths in turn, for any reader. */
function inTurn(paths: Weighted<Path>): (by: Reading) => string {
  const next = weighted(paths)
  let turn = 0
  return (by) => {
    const path = next()
    turn += 1
    return addressOf(path, turn, by)
  }
}

/** Each level goes through its own paths. */
const turnsOf = <L extends string>(all: Readonly<Record<L, Weighted<Path>>>) =>
  Object.fromEntries(
    Object.entries<Weighted<Path>>(all).map(([level, paths]) => [level, inTurn(paths)]),
  ) as Record<L, (by: Reading) => string>

/** Chooses the reads of the mix. `note` receives each answer of the desk, so that approvals find rows to decide. */
export function readerOf(
  staff: Staff,
  phone: () => string,
  note: (by: Person, page: DeskPage | null) => void,
): Reader {
  const now = new Date()
  const lists = turnsOf(listsOn(now))
  const reports = turnsOf(reportsOn(now))
  const lookups = weighted(lookupsOn(now))
  const levels = weighted<Level | 'visitor'>([
    [70, 'seller'],
    [14, 'leader'],
    [4, 'branch'],
    [4, 'manager'],
    [4, 'office'],
    [4, 'visitor'],
  ])
  const visit = inTurn(shopPages)
  const address = evenly()
  const reportLevels = weighted<keyof typeof reports>([
    [40, 'seller'],
    [40, 'leader'],
    [20, 'manager'],
  ])
  return {
    list() {
      const level = levels()
      if (level === 'visitor') {
        const headers = { 'x-forwarded-for': `198.18.${Math.floor(address() * 250)}.7` }
        return { person: { token: '' }, method: 'GET', path: `/${visit({ under: [] })}`, headers }
      }
      const person = staff.next(level)
      const path = lists[level](person)
      const decides = path === 'banduyet' && (level === 'manager' || level === 'office')
      return callOf(person, read<DeskPage>(path), decides ? (page) => note(person, page) : undefined)
    },
    lookup() {
      const [level, path] = lookups()
      return callOf(staff.next(level), read(path(`0${phone()}`)))
    },
    report() {
      const level = reportLevels()
      const person = staff.next(level)
      return callOf(person, read(reports[level](person)))
    },
  }
}
