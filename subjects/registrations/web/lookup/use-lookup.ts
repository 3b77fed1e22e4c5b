/** One look-up as a card uses it: one request at a time, its answer or why there is none (D1-LOOK-59, D1-LOOK-60). */
import { useRef, useState } from 'react'
import { present } from '#kit/contract/dates.ts'
import { sendLookup, type LookupCall, type Told } from './send-lookup.ts'
import type { LookupSession } from './use-lookup-session.ts'

/** A request, and what the card shows of it besides the answer. */
export type LookupRequest<T> = LookupCall<T> & {
  page?: number
  /** The same request for another page. */
  forPage?: (page: number) => LookupRequest<T>
  /** Subscriber type or direction, as chosen for the request. */
  chosen?: string
}

export type LookupOutcome<T> =
  | { state: 'idle' }
  /** `before` is the page that stays on screen while the next one loads. */
  | { state: 'running'; request: LookupRequest<T>; before: Told<T> | null }
  | { state: 'done'; request: LookupRequest<T>; data: Told<T>; answeredAt: string }
  | { state: 'failed'; request: LookupRequest<T>; error: unknown }

export type Lookup<T> = {
  outcome: LookupOutcome<T>
  busy: boolean
  run: (request: LookupRequest<T>) => Promise<void>
  /** Repeats the last request. */
  retry: () => void
}

/** Runs one request at a time; others are ignored while one runs. */
export function useLookup<T>(session: LookupSession): Lookup<T> {
  const [outcome, setOutcome] = useState<LookupOutcome<T>>({ state: 'idle' })
  const busy = useRef(false)
  const run = async (request: LookupRequest<T>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    const turns =
      outcome.state === 'done' && outcome.request.phone === request.phone && request.page !== undefined
    setOutcome({ state: 'running', request, before: turns ? outcome.data : null })
    session.onAsk(request.phone)
    try {
      const data = await sendLookup(request, session.waitMs)
      if (!session.wanted()) return
      setOutcome({ state: 'done', request, data, answeredAt: present().toISOString() })
      session.answered()
    } catch (error) {
      if (!session.wanted()) return
      setOutcome({ state: 'failed', request, error })
      session.failed(error)
    } finally {
      busy.current = false
    }
  }
  return {
    outcome,
    busy: outcome.state === 'running',
    run,
    retry: () => {
      if (outcome.state !== 'idle') void run(outcome.request)
    },
  }
}
