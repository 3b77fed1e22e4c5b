/** The goals of a run, and whether they were reached (docs/load.md). */
import { percentile } from '../load.ts'
import { overload, recovers } from './plan.ts'
import { formatCount, ms, type Report } from './report.ts'
import { figuresOf, type Figures, type Line } from './tally.ts'

const secondsOr = (time = Infinity): string =>
  time === Infinity ? 'not within the run' : `${(time / 1000).toFixed(1)} s`

/** Seconds after the overload until the p95 of lists stays within its goal; null if it never does. */
export function recoveredAfter(
  samples: readonly { at: number; ms: number }[],
  end: number,
  goal: number,
): number | null {
  const seconds = Map.groupBy(samples, ({ at: done, ms: took }) => Math.floor((done - took - end) / 1000))
  const p95 = [...seconds]
    .filter(([second]) => second >= 0)
    .toSorted(([a], [b]) => a - b)
    .map(
      ([second, all]) =>
        [
          second,
          percentile(
            all.map(({ ms: took }) => took).toSorted((a, b) => a - b),
            0.95,
          ),
        ] as const,
    )
  const late = p95.findLast(([, value]) => value > goal)
  if (p95.length === 0 || late?.[0] === p95.at(-1)?.[0]) return null
  return late ? late[0] + 1 : 0
}

type Goal = { what: string; measured: string; reach: string; met: boolean }
const under = (what: string, value: number, most: number, unit = 'ms'): Goal => ({
  what,
  measured: `${ms(value)} ${unit}`,
  reach: `≤ ${formatCount(most)} ${unit}`,
  met: value <= most,
})

export function goalsOf(report: Report): Goal[] {
  const { tally, stages, heard, restarts, invariants, windows, claimed } = report
  const kinds = tally.kinds(['day'])
  const of = (kind: string): Figures => figuresOf([kinds.get(kind) ?? figuresless])
  const list = of('list')
  const days = stages.filter(({ stage }) => stage.name === 'day').map(({ watched }) => watched)
  const waits = heard.waits.toSorted((a, b) => a - b)
  const flood = stages.findIndex(({ stage }) => stage.name === 'overload')
  const after = stages[flood + 1]?.from ?? 0
  const back = recoveredAfter(tally.lists(stages[flood]?.from ?? 0), after, 150)
  const flooded = figuresOf([...tally.kinds(['overload']).values()])
  const [restart] = restarts
  const failed = [...tally.kinds(['warm-up', 'day', 'overload', 'recovery', 'after']).values()]
  return [
    under('list p50', list.p50, 25),
    under('list p95', list.p95, 150),
    under('list p99', list.p99, 400),
    under('next customer p99', of('claim').p99, 250),
    under('a change on the screens of everybody, p99', percentile(waits, 0.99), 1_000),
    under('event loop of the server, p99 (largest of the stretches of 5 s)', Math.max(...days.map(({ lag }) => lag.most)), 60),
    under('memory of the server, peak', Math.max(...stages.map(({ watched }) => watched.peakMb)), 600, 'MB'),
    {
      what: `${overload} times the load: refused with 503 and Retry-After, none otherwise`,
      measured: `${formatCount(flooded.busy)} of ${formatCount(flooded.n)} refused, ${formatCount(flooded.failed)} failed`,
      reach: '0 failed',
      met: flooded.failed === 0,
    },
    {
      what: 'lists as before (p95 ≤ 150 ms) after it',
      measured: back === null ? 'not within the run' : `${back} s`,
      reach: `≤ ${recovers} s`,
      met: back !== null && back <= recovers,
    },
    {
      what: `all ${formatCount(windows)} sockets back after kill -9, without a sign-in`,
      measured: `${secondsOr(restart?.backMs)} (server ready after ${((restart?.startMs ?? 0) / 1000).toFixed(1)} s), ${heard.refused} sessions lost`,
      reach: '≤ 15 s, 0 lost',
      met: (restart?.backMs ?? Infinity) <= 15_000 && heard.refused === 0,
    },
    {
      what: 'customers handed out twice',
      measured: `${claimed.doubles} of ${formatCount(claimed.n)}`,
      reach: '0',
      met: claimed.doubles === 0,
    },
    {
      what: 'requests that failed, outside of the restart',
      measured: formatCount(failed.reduce((sum, line) => sum + line.failed, 0)),
      reach: '0',
      met: failed.every((line) => line.failed === 0),
    },
    {
      what: 'invariants at the end',
      measured: `${invariants.n - Object.keys(invariants.broken).length} of ${invariants.n} hold`,
      reach: 'all',
      met: Object.keys(invariants.broken).length === 0,
    },
  ] // prettier-ignore
}
const figuresless: Line = { times: [], answered: 0, busy: 0, limited: 0, gone: 0, failed: 0 }
