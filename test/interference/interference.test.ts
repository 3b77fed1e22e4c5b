/** Non-interference: two databases that differ only in data hidden from an account give it identical answers, byte for byte. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { gather } from '../conformance/gather.ts'
import type { Ask } from '../conformance/requests.ts'
import { organisationDatabase } from '../organisation.ts'
import { rounds } from '../rounds.ts'
import { askBoth, everyRequest, sentEvents } from './ask-both.ts'
import { grammars, oneByOne, paletteSearches, randomAddress } from './asked.ts'
import { unknownTables } from './hidden.ts'
import { special } from './tables.ts'
import { openPair, readers, type Pair } from './worlds.ts'

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const seed = rounds(7, Date.now() % 1_000_000)

/** Number of requests of each kind per reader, a different sample each; all in the long run. */
const few = { routes: 60, refused: 6, masked: 60, secret: 40, plain: 10, random: 6, writes: 30 } as const

/** `most` items spread over the list, starting at another one for each turn; all in the long run. */
function some<T>(all: readonly T[], turn: number, most: number): T[] {
  const step = rounds(Math.max(1, Math.ceil(all.length / most)), 1)
  return all.filter((_, index) => index % step === turn % step)
}

/** Routes that the reader may read, each in one variant, and some of the others; all variants in the long run. */
function readsOf(requests: readonly Ask[], { one: { server, player } }: Pair, turn: number): Ask[] {
  const mayRead = server.api.policy
    .filter(({ method, may }) => method === 'GET' && (may === 'public' || can(player.actor, may)))
    .map(({ path }) => path)
  const reads = requests.filter(({ method }) => method === 'GET')
  const [open, closed] = [true, false].map((is) => reads.filter(({ path }) => mayRead.includes(path) === is))
  const routes = [...Map.groupBy(open ?? [], ({ path }) => path).values()]
  return [
    ...some(routes, turn, few.routes).flatMap((forms) => some(forms, turn, 1)),
    ...some(closed ?? [], turn, few.refused),
  ]
}

for (const [turn, name] of readers.slice(0, rounds(4, readers.length)).entries()) {
  test(`${name}: data hidden from an account changes no answer, refusal, sheet or event for it (D1-Q-002, D1-Q-003, D1-MASK-02, D2-Q-05, D2-MASK-03, D2-MASK-04)`, async () => {
    const pair = await openPair(name, randomFrom(seed))
    try {
      const { faults, must, same } = gather()
      const { ask, statuses } = askBoth(pair, faults)
      const requests = await everyRequest(pair)
      const lists = grammars(pair.one.player.actor)
      const addresses = (['masked', 'secret', 'plain'] as const).flatMap((kind) =>
        some(
          lists.flatMap((list) => oneByOne(list)[kind]),
          turn,
          few[kind],
        ),
      )
      for (const request of readsOf(requests, pair, turn)) await ask(request)
      for (const address of [...paletteSearches, ...addresses]) await ask({ method: 'GET', address })
      await fc.assert(
        fc.asyncProperty(randomAddress(lists), async (address) => {
          const before = faults.length
          await ask({ method: 'GET', address })
          expect(faults.slice(before)).toEqual([])
        }),
        { seed, numRuns: rounds(few.random, 1_500) },
      )
      // Session ids are random in each world, so the other world has no session with that id.
      const writes = requests.filter(
        ({ method, path }) => method !== 'GET' && path !== '/api/v1/session/own/:id',
      )
      for (const request of some(writes, turn, few.writes)) await ask(request)
      same(sentEvents(pair.other), sentEvents(pair.one), `${name} events`)
      for (const status of [200, 400, 403, 404]) must(statuses.has(status), `no ${status}`)
      must(pair.varied.columns.size > 100 && pair.varied.gone.size > 10, 'the worlds hardly differ')
      expect([seed, faults]).toEqual([seed, []])
    } finally {
      await pair.close()
    }
  }, 900_000)
}

test('every table is declared by a list, or its readers are declared (D1-Q-002, D1-Q-003)', async () => {
  const { pool, drop } = await organisationDatabase()
  try {
    expect(await unknownTables(pool, special)).toEqual([])
  } finally {
    await drop()
  }
})
