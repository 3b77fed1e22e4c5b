/**
 * The everyday work of a soak: what each kind of worker does repeatedly, and the check that it was done exactly
 * once.
 */
import { buffer } from 'node:stream/consumers'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { subscriberExists } from '#simulator/deterministic-subscriber.ts'
import { chanceOf } from '#simulator/random.ts'
import { read, type Asked } from '../player/asked.ts'
import { pickWeighted } from '../player/choice.ts'
import { decisionOn } from '../player/decisions.ts'
import { importFile } from '../player/files.ts'
import type { Person } from '../player/person.ts'
import { addressOf, listsOn, type Level } from '../player/screens.ts'
import {
  askCode,
  confirmCode,
  nextCustomer,
  openHandouts,
  openRequests,
  resultOf,
  results,
  simOrder,
} from '../player/writes.ts'
import type { Staff, Worker } from './calls.ts'

/**
 * One kind of work. `once` returns the keys of acknowledged work; `wrong` counts the keys ($1) that are not in the
 * database exactly once.
 */
export type Work = {
  name: string
  once: (person: Worker) => Promise<readonly string[]>
  wrong: string
}

/** What work needs of the soak: the played time, a person who decides, a package with a price, and a list of faults. */
export type Desk = {
  now: () => Date
  decider: Person
  packageCode: string
  seed: string
  faults: Set<string>
}

const notOnce = (key: string, rows: string): string => `
  SELECT count(*)::int AS n FROM unnest($1::text[]) AS k(key)
  WHERE (SELECT count(*) FROM ${rows} WHERE ${key} = k.key) <> 1`

/** The data of an answer; null if refused. */
const dataOf = async <A>(person: Person, wanted: Asked<A>): Promise<A | null> =>
  (await person.ask(wanted)).body.data ?? null
const keyOf = (row: { id: string } | null): readonly string[] => (row ? [row.id] : [])

const hour = 3_600_000

/** Phone numbers unused in the demo and in earlier work, and those that the simulated carrier knows, with money. */
function phonesOf(seed: string): { fresh: () => string; subscriber: () => string } {
  let next = 300_000_000 + chanceOf(seed, 'phones').between(0, 99_999) * 1_000
  const fresh = (): string => String((next += 1))
  return {
    fresh,
    subscriber() {
      for (;;) {
        const phone = fresh()
        if (subscriberExists(phone) && !phone.endsWith('99')) return phone
      }
    },
  }
}

function callsOf({ now, faults }: Desk) {
  const handouts = openHandouts<string>()
  return async (person: Worker): Promise<readonly string[]> => {
    const { value } = (await dataOf(person, nextCustomer)) ?? {}
    if (!value) return []
    const former = handouts.note(value.id, person.username)
    if (former !== null) faults.add(`customer ${value.id} was given to ${former} and to ${person.username}`)
    const due = new Date(now().getTime() + person.chance.between(1, 48) * hour)
    return keyOf(await dataOf(person, resultOf(value, pickWeighted(results, person.chance)(due))))
  }
}

/** Makes a request and has it approved; the key is the request's id. */
async function approved(
  [person, decider]: readonly [Person, Person],
  wanted: Asked<{ id: string }>,
  kind: string,
): Promise<readonly string[]> {
  const request = await dataOf(person, wanted)
  const decision = request && decisionOn({ kind, id: request.id })
  return decision && (await decider.ask(decision)).status === 200 ? [request.id] : []
}

async function order(person: Worker, phone: string): Promise<readonly string[]> {
  const { chance } = person
  const page = `simso?trang_thai=con_sim&count=20&page=${chance.between(1, 20)}`
  const stock = await dataOf(person, read<{ values: { so_dien_thoai: string }[] }>(page))
  const sim = stock?.values[chance.between(0, 19)]
  return sim ? keyOf(await dataOf(person, simOrder(sim.so_dien_thoai, phone))) : []
}

async function* once(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}

/** Files of do-not-call numbers, saved in the background. */
function importsOf(fresh: () => string, { faults }: Desk) {
  let files = 0
  return async (person: Worker): Promise<readonly string[]> => {
    const phones = Array.from({ length: 150 }, fresh)
    const rows = phones.map((phone) => [phone, 'Khách đề nghị'])
    const sheet = writeSheet(['Số điện thoại', 'Mô tả'], once(rows), ['text', 'text'])
    const bytes = new Uint8Array(await buffer(sheet))
    try {
      await importFile(person, { target: 'blacklist', name: `so-${(files += 1)}.xlsx`, bytes }, 250, 400)
      return phones
    } catch (error) {
      if (!(error instanceof Error)) throw error
      faults.add(`an import: ${error.message}`)
      return []
    }
  }
}

/** Approves waiting bank messages as they come. */
async function approveTransfer(person: Worker): Promise<readonly string[]> {
  const waiting = read<{ values: { id: string }[] }>('mesbank?cho_duyet=1&da_dung=0&count=1')
  const message = (await dataOf(person, waiting))?.values[0]
  const decision = message && decisionOn({ kind: 'tin-ngan-hang', id: message.id })
  return decision && (await person.ask(decision)).status === 200 ? [message.id] : []
}

export type Works = Readonly<
  Record<
    'calls' | 'registrations' | 'refunds' | 'topUps' | 'orders' | 'imports' | 'transfers' | 'looks',
    Work
  >
>

/** All kinds of work. */
export function worksOf(desk: Desk): Works {
  const { fresh, subscriber } = phonesOf(desk.seed)
  const { now, decider, packageCode } = desk
  const requests = openRequests(now)
  return {
    calls: { name: 'calls with results', once: callsOf(desk), wrong: notOnce('id::text', 'care_history') },
    registrations: {
      name: 'registrations by code',
      async once(person) {
        const phone = subscriber()
        const sent = await dataOf(person, askCode(phone))
        return sent ? keyOf(await dataOf(person, confirmCode(phone, sent.orderCode))) : []
      },
      wrong: notOnce('id::text', 'invitation_history'),
    },
    refunds: {
      name: 'refunds, approved',
      once: (person) => approved([person, decider], requests.refund(fresh(), packageCode), 'hoan-goi'),
      wrong: notOnce('trang_thai_duyet_hoan_goi = 1 AND id::text', 'requestrefund'),
    },
    topUps: {
      name: 'top-ups, approved',
      once: (person) => approved([person, decider], requests.topUp(fresh(), packageCode), 'nap-tien'),
      wrong: notOnce('status_duyet_don = 1 AND id::text', 'requestrefund'),
    },
    orders: {
      name: 'orders',
      once: (person) => order(person, fresh()),
      wrong: notOnce('id::text', 'sim_order'),
    },
    imports: {
      name: 'imported numbers',
      once: importsOf(fresh, desk),
      wrong: notOnce('phone_number::text', 'blacklist'),
    },
    transfers: { name: 'transfers, approved', once: approveTransfer, wrong: notOnce('id::text', 'mesbank') },
    looks: {
      name: 'looks',
      async once({ chance, level, ask }) {
        const path = pickWeighted(listsOn(now())[level], chance)
        await ask(read(addressOf(path, chance.between(0, 999), { under: [] })))
        return []
      },
      wrong: notOnce('id::text', 'users'),
    },
  }
}

/** The people of a soak. */
export type Hired = Staff & { level: keyof typeof turns }

/** The work of a level: each kind as often as it is named. */
export const turns = {
  seller: [...Array<'calls'>(6).fill('calls'), 'registrations', 'refunds', 'looks', 'looks'],
  leader: ['topUps', 'looks', 'looks'],
  branch: ['imports', 'looks', 'looks', 'looks'],
  manager: ['transfers', 'orders', 'looks'],
} satisfies Partial<Record<Level, readonly (keyof Works)[]>>
