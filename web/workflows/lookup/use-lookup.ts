/** One look-up as a card uses it: one request at a time, its answer or why there is none (D1-LOOK-59, D1-LOOK-60). */
import { useRef, useState } from 'react'
import { ask, type Question } from './ask.ts'
import type { LookupSession } from './use-lookup-session.ts'

/** A request, and what the card shows of it beside the answer. */
export type Asked<T> = Question<T> & {
  page?: number
  /** The same request for another page. */
  at?: (page: number) => Asked<T>
  /** Subscriber type or direction, as chosen for the request. */
  chosen?: string
}

export type LookupOutcome<T> =
  | { state: 'idle' }
  /** `before` is the page that stays on screen while the next one loads. */
  | { state: 'running'; asked: Asked<T>; before: T | null }
  | { state: 'done'; asked: Asked<T>; data: T; at: string }
  | { state: 'failed'; asked: Asked<T>; error: unknown }

export type Lookup<T> = {
  outcome: LookupOutcome<T>
  busy: boolean
  run: (asked: Asked<T>) => Promise<void>
  /** Repeats the last request. */
  again: () => void
}

/** Runs one request at a time; others are ignored while one runs. */
export function useLookup<T>(session: LookupSession): Lookup<T> {
  const [outcome, setOutcome] = useState<LookupOutcome<T>>({ state: 'idle' })
  const busy = useRef(false)
  const run = async (asked: Asked<T>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    const turns = outcome.state === 'done' && outcome.asked.phone === asked.phone && asked.page !== undefined
    setOutcome({ state: 'running', asked, before: turns ? outcome.data : null })
    session.asked(asked.phone)
    try {
      const data = await ask(asked, session.waitMs)
      if (!session.wanted()) return
      setOutcome({ state: 'done', asked, data, at: new Date().toISOString() })
      session.answered()
    } catch (error) {
      if (!session.wanted()) return
      setOutcome({ state: 'failed', asked, error })
      session.failed(error)
    } finally {
      busy.current = false
    }
  }
  return {
    outcome,
    busy: outcome.state === 'running',
    run,
    again: () => {
      if (outcome.state !== 'idle') void run(outcome.asked)
    },
  }
}
