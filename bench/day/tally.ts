/** The outcomes of the requests, by stage and kind. */
import { percentile } from '../load.ts'

/** How a request ended. A refusal that the screen shows (404, 409, a business rule) is an answer. */
export type Outcome = 'answered' | 'busy' | 'limited' | 'gone' | 'failed'

/** `busy`: 503 with Retry-After; `limited`: 429; `gone`: no server during the restart. */
export function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status === 503) return retryAfter === undefined ? 'failed' : 'busy'
  if (status === 429) return 'limited'
  return status >= 500 || status === 400 || status === 401 || status === 403 ? 'failed' : 'answered'
}

export type Line = { times: number[] } & Record<Outcome, number>
const emptyLine = (): Line => ({ times: [], answered: 0, busy: 0, limited: 0, gone: 0, failed: 0 })

export type Figures = { n: number; p50: number; p95: number; p99: number } & Record<Outcome, number>

/** Percentiles in ms of answered requests; others are only counted. */
export function figuresOf(lines: readonly Line[]): Figures {
  const times = lines.flatMap(({ times: all }) => all).toSorted((a, b) => a - b)
  const sum = (outcome: Outcome): number => lines.reduce((all, line) => all + line[outcome], 0)
  return {
    n: times.length + sum('busy') + sum('limited') + sum('gone') + sum('failed'),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    answered: sum('answered'),
    busy: sum('busy'),
    limited: sum('limited'),
    gone: sum('gone'),
    failed: sum('failed'),
  }
}

/** Time of a list request in the run and its duration, to see when it is back to normal. */
type Sample = { at: number; ms: number; outcome: Outcome }

export type Tally = {
  note: (stage: string, kind: string, path: string, ms: number, outcome: Outcome) => void
  /** The lines of these stages by kind. */
  kinds: (stages: readonly string[]) => Map<string, Line>
  /** The same by path, without the query. */
  paths: (stages: readonly string[]) => Map<string, Line>
  /** All list requests since a `performance.now()`. */
  lists: (since: number) => Sample[]
}

export function newTally(): Tally {
  const lines = new Map<string, Line>()
  const samples: Sample[] = []
  const lineOf = (key: string): Line => {
    const entry = lines.get(key) ?? emptyLine()
    lines.set(key, entry)
    return entry
  }
  /** Lines of some stages by the second part of their key: kinds or paths. */
  const select = (part: string, stages: readonly string[]): Map<string, Line> => {
    const chosen = new Map<string, Line>()
    for (const [key, line] of lines) {
      const [of, stage, name] = key.split('\t')
      if (of !== part || !stages.includes(stage ?? '') || name === undefined) continue
      const sum = chosen.get(name) ?? emptyLine()
      for (const ms of line.times) sum.times.push(ms)
      for (const outcome of ['answered', 'busy', 'limited', 'gone', 'failed'] as const)
        sum[outcome] += line[outcome]
      chosen.set(name, sum)
    }
    return chosen
  }
  return {
    note(stage, kind, path, ms, outcome) {
      for (const key of [`kind\t${stage}\t${kind}`, `path\t${stage}\t${path}`]) {
        const line = lineOf(key)
        line[outcome] += 1
        if (outcome === 'answered') line.times.push(ms)
      }
      if (kind === 'list') samples.push({ at: performance.now(), ms, outcome })
    },
    kinds: (stages) => select('kind', stages),
    paths: (stages) => select('path', stages),
    lists: (since) => samples.filter((sample) => sample.at >= since),
  }
}
