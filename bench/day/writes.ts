/**
 * The writes of the day: calls to customers with their results, registrations by code, requests, decisions at the
 * desk.
 */
import { evenly, weighted } from '#tools/player/choice.ts'
import { decisionOn, type DeskPage } from '#tools/player/decisions.ts'
import {
  askCode,
  blocked,
  confirmCode,
  mfyFor,
  nextCustomer,
  noteOn,
  openHandouts,
  openRequests,
  ownCustomer,
  resultOf,
  results,
} from '#tools/player/writes.ts'
import { callOf, type Call, type Staff } from './calls.ts'
import { packages } from './fill.ts'
import type { Person } from './people.ts'

export type Writer = {
  claim: () => Call
  result: () => Call
  edit: () => Call
  /** Rows waiting at the desk, from one of its pages. */
  note: (by: Person, page: DeskPage | null) => void
  /** Number of customers handed out, and how many of them twice. */
  claimed: () => { n: number; doubles: number }
}

/** Between one and five days ahead. */
const inSomeDays = (n: number): Date => new Date(Date.now() + (1 + (n % 5)) * 86_400_000)

/** The next customer for a person without one, and the result of the one held longest. */
function callsOf(staff: Staff, noted: { by: Person; history: string }[]) {
  const free = [...staff.of('seller')]
  const held: { by: Person; customer: { id: string; version: number } }[] = []
  const handouts = openHandouts<Person>()
  const next = weighted(results)
  const claim = (): Call => {
    const by = free.shift() ?? staff.next('seller')
    return callOf(by, nextCustomer, (care) => {
      const customer = care?.value
      if (!customer) return void free.push(by)
      handouts.note(customer.id, by)
      held.push({ by, customer })
    })
  }
  const result = (): Call => {
    const longest = held.shift()
    if (!longest) return claim()
    const { by, customer } = longest
    return callOf(by, resultOf(customer, next()(inSomeDays(handouts.counted.n))), (saved) => {
      free.push(by)
      if (saved) noted.push({ by, history: saved.id })
    })
  }
  return { claim, result, counted: handouts.counted }
}

/** Requests a code, and confirms it when the customer has read it out. */
function codesOf(staff: Staff, phone: () => string) {
  const orders: { by: Person; phone: string; order: string }[] = []
  const ask = (): Call => {
    const [by, number] = [staff.next('seller'), phone()]
    return callOf(by, askCode(number), (sent) => {
      if (sent) orders.push({ by, phone: number, order: sent.orderCode })
    })
  }
  const confirm = (): Call => {
    const next = orders.shift()
    return next ? callOf(next.by, confirmCode(next.phone, next.order)) : ask()
  }
  return { ask, confirm }
}

/** Requests in the salesperson's own name. */
function requestsOf(staff: Staff, phone: () => string) {
  const choice = evenly()
  const requests = openRequests(() => new Date())
  const code = (): string => packages[Math.floor(choice() * packages.length)] ?? 'VD90'
  const seller = (): Person => staff.next('seller')
  return {
    refund: () => callOf(seller(), requests.refund(phone(), code())),
    topUp: () => callOf(seller(), requests.topUp(phone(), code())),
    mfy: () => callOf(seller(), mfyFor(phone(), code())),
    blocked: () => callOf(seller(), blocked(phone())),
  }
}

/** Writes of the day; `fresh` returns phone numbers that are in no file yet. */
export function writerOf(staff: Staff, fresh: () => string): Writer {
  const noted: { by: Person; history: string }[] = []
  const calls = callsOf(staff, noted)
  const codes = codesOf(staff, fresh)
  const requests = requestsOf(staff, fresh)
  const waiting: { by: Person; row: DeskPage['values'][number] }[] = []
  const decided = new Set<string>()
  const note = (): Call => {
    const last = noted.shift()
    return last ? callOf(last.by, noteOn(last.history)) : requests.blocked()
  }
  const decide = (): Call => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { kind, id, version } = next.row
      const decision = decisionOn({ kind, id, version })
      if (decision && !decided.has(id)) {
        decided.add(id)
        return callOf(next.by, decision)
      }
    }
    return note()
  }
  const edits = weighted<() => Call>([
    [26, note],
    [8, requests.blocked],
    [14, requests.refund],
    [6, requests.topUp],
    [4, requests.mfy],
    [24, decide],
    [9, codes.ask],
    [9, codes.confirm],
  ])
  return {
    claim: calls.claim,
    result: calls.result,
    edit: () => edits()(),
    note(by, page) {
      // Only probes use their list.
      const others = page?.values.filter(({ kind }) => kind !== 'khach-hang-rieng') ?? []
      if (waiting.length < 200) waiting.push(...others.map((row) => ({ by, row })))
    },
    claimed: () => calls.counted,
  }
}

/**
 * A change in a list that nothing else writes and everybody may read: measures the time until each socket has
 * received it.
 */
export function probeOf(staff: Staff, fresh: () => string): Call {
  const by = staff.next('leader')
  return callOf(by, ownCustomer(fresh(), by.username))
}
