/**
 * Places of a process: how many requests work at once, and who comes first when there are more (docs/decisions/places.md).
 * Without them a crowd of screens that read again by themselves refuses the result that a person has just typed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { processLimits } from './limits.ts'

/** Why somebody waits: for what was typed or taken to be saved, for a screen, or not at all, as a screen reads again by itself. */
export type Urgency = 'write' | 'read' | 'background'

/**
 * Largest share of the places that one kind takes, how many wait at most, longest wait in ms, and after which wait of the
 * oldest the newest comes first: then there is more than can be answered in time, and in turn everybody would be answered
 * too late. Where more wait, the oldest is refused: the bound of all requests under way (crowd.ts) is left to writes.
 */
type Rule = { share: number; waiting: number; longest: number; newestAfter: number }

/** In the order in which a free place is given. */
const rules: Readonly<Record<Urgency, Rule>> = {
  // Writes that wait for an absent standby leave places to readers.
  write: { share: 0.75, waiting: Infinity, longest: processLimits.writeWaitMs, newestAfter: Infinity },
  // Who has waited long has pressed again or gone on.
  read: {
    share: 0.75,
    waiting: processLimits.readsWaiting,
    longest: processLimits.readWaitMs,
    newestAfter: processLimits.readWaitMs / 2,
  },
  background: {
    share: 0.5,
    waiting: processLimits.readsWaiting / 2,
    longest: processLimits.backgroundWaitMs,
    newestAfter: 0,
  },
}
const inOrder = ['write', 'read', 'background'] as const satisfies readonly Urgency[]

/** Retry-After in seconds: a person presses again soon, a screen has time. */
const retryAfter = { write: 2, read: 2, background: 10 } as const

/** The place of a running request. */
type Place = { giveBack: () => void; takeAgain: () => void; end: () => void }
const currentPlace = new AsyncLocalStorage<Place>()

/** A place that was taken: given back while its request waits for answers from outside, and left once. */
function placeOf(leave: () => void, take: () => void): Place {
  let away = 0
  let ended = false
  return {
    giveBack() {
      away += 1
      if (away === 1 && !ended) leave()
    },
    // What was asked for outside has happened, so that nobody is refused any more.
    takeAgain() {
      away -= 1
      if (away === 0 && !ended) take()
    },
    end() {
      ended = true
      if (away === 0) leave()
    },
  }
}

export type Places = {
  /** Runs `work` on a place; BUSY when none becomes free in time. */
  hold: <T>(urgency: Urgency, work: () => Promise<T>) => Promise<T>
}

/**
 * Urgency of a request: a read that says so itself is in the background (`Priority: u=5` to `u=7`, RFC 9218), which nobody
 * gains anything by claiming.
 */
export function urgencyOf(reads: boolean, { priority }: IncomingHttpHeaders): Urgency {
  if (!reads) return 'write'
  return typeof priority === 'string' && /\bu=[567]\b/.test(priority) ? 'background' : 'read'
}

/** Somebody who waits, since when on the clock of `performance`. */
type Waiter = { since: number; begin: () => void; refuse: () => void }

/** Opens the places of a process, at least four. */
export function openPlaces(wanted: number): Places {
  const count = Math.max(4, wanted)
  const inUse = { write: 0, read: 0, background: 0 }
  const waiting: Record<Urgency, Waiter[]> = { write: [], read: [], background: [] }
  const atWork = (): number => inUse.write + inUse.read + inUse.background
  const isFree = (of: Urgency): boolean => atWork() < count && inUse[of] < count * rules[of].share

  function giveFree(): void {
    for (const of of inOrder) {
      while (waiting[of].length > 0 && isFree(of)) {
        const oldest = waiting[of][0]?.since ?? Infinity
        const next =
          performance.now() - oldest > rules[of].newestAfter ? waiting[of].pop() : waiting[of].shift()
        next?.begin()
      }
    }
  }

  async function take(of: Urgency): Promise<void> {
    if (isFree(of)) {
      inUse[of] += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = {
      since: performance.now(),
      begin() {
        clearTimeout(late)
        inUse[of] += 1
        resolve()
      },
      refuse() {
        clearTimeout(late)
        waiting[of].splice(waiting[of].indexOf(waiter), 1)
        const inner = `a ${of} waited in vain for one of ${count} places`
        reject(new AppError('BUSY', refusals.busy, { inner, retryAfter: retryAfter[of] }))
      },
    }
    const late = setTimeout(waiter.refuse, rules[of].longest)
    waiting[of].push(waiter)
    if (waiting[of].length > rules[of].waiting) waiting[of][0]?.refuse()
    await promise
  }

  function leave(of: Urgency): void {
    inUse[of] -= 1
    giveFree()
  }

  return {
    async hold(of, work) {
      await take(of)
      const place = placeOf(
        () => leave(of),
        () => void (inUse[of] += 1),
      )
      try {
        return await currentPlace.run(place, work)
      } finally {
        place.end()
      }
    },
  }
}

/** Waits for an outside system: the running request, if any, gives its place to others meanwhile. */
export async function withoutPlace<T>(work: () => Promise<T>): Promise<T> {
  const place = currentPlace.getStore()
  place?.giveBack()
  try {
    return await work()
  } finally {
    place?.takeAgain()
  }
}
