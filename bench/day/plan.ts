/** Plan of a load run: the mix of requests and the stages (docs/load.md). */

/** Share of each kind among the requests, all together 1. */
export const shares = {
  list: 0.7,
  claim: 0.06,
  result: 0.06,
  lookup: 0.08,
  edit: 0.05,
  report: 0.05,
} as const
export type Kind = keyof typeof shares

/**
 * Returns a kind at each call, so that at any moment each has its share to within one request: no part of a run is
 * easier by chance.
 */
export function kindsInTurn(of: Readonly<Record<string, number>> = shares): () => Kind {
  const due = new Map(Object.keys(of).map((kind) => [kind, 0]))
  return () => {
    let next = ''
    for (const [kind, credit] of due) {
      due.set(kind, credit + (of[kind] ?? 0))
      if (next === '' || (due.get(kind) ?? 0) > (due.get(next) ?? 0)) next = kind
    }
    due.set(next, (due.get(next) ?? 0) - 1)
    return next as Kind
  }
}

/** Events besides the requests. */
export type Event = 'scan' | 'import' | 'export' | 'payroll' | 'kill'

/** A part of the run: requests per second, and events by their second after its start. */
export type Stage = {
  name: 'warm-up' | 'day' | 'restart' | 'overload' | 'recovery' | 'after'
  seconds: number
  rate: number
  events?: readonly (readonly [after: number, event: Event])[]
}

/** Load of the overload, as a multiple of the server's normal load. */
export const overload = 3
/** Seconds until everything must be back to normal: after an overload, and until all sockets are back. */
export const recovers = 10

/**
 * The stages of a run of this many minutes: a warm-up, the day with its long tasks, a killed server, the day, an
 * overload, and the time after.
 */
export function stagesOf(minutes: number, rate: number): Stage[] {
  const seconds = minutes * 60
  const part = (share: number, least: number): number => Math.round(Math.max(least, seconds * share))
  const [warmUp, restart, flood, after] = [part(0.05, 10), part(0.03, 30), part(0.1, 20), part(0.04, 15)]
  const day = seconds - warmUp - restart - flood - recovers - after
  if (day < 60) throw new Error('a run takes at least 3 minutes')
  const [morning, afternoon] = [Math.round(day * 0.8), day - Math.round(day * 0.8)]
  const long = (['scan', 'import', 'export', 'payroll'] as const).map(
    (event, n) => [Math.round((morning * n) / 5), event] as const,
  )
  return [
    { name: 'warm-up', seconds: warmUp, rate },
    { name: 'day', seconds: morning, rate, events: long },
    { name: 'restart', seconds: restart, rate, events: [[0, 'kill']] },
    { name: 'day', seconds: afternoon, rate },
    { name: 'overload', seconds: flood, rate: rate * overload },
    { name: 'recovery', seconds: recovers, rate },
    { name: 'after', seconds: after, rate },
  ]
}

/** When the n-th request of a stage is due, in ms after its start: evenly spaced, independent of earlier requests. */
export const dueAt = (n: number, rate: number): number => (n * 1000) / rate

/** Number of requests in a stage. */
export const requestsOf = ({ seconds, rate }: Pick<Stage, 'seconds' | 'rate'>): number =>
  Math.round(seconds * rate)
