/** Naive implementation of the rules of registrations and refunds, to compare with `settle_revenue`. */

export type Report = {
  id: string
  track0: string
  track1: string
  /** Milliseconds. */
  at: number
  owner: string
  set?: { at: number; status?: string; ratio?: number; owner?: string }
  deleted: boolean
}
export type Request = {
  id: string
  at: number
  amount: number
  effective: boolean
  decided: boolean
  /** Not decided, but in progress according to a partner or a user. */
  underWay: boolean
}
export type Line = {
  track: string
  reports: string[]
  owner: string
  status: string
  ratio: number
  request: string | null
  refund: number
}

const day = 86_400_000
const trust = ['mfy', '9084', '9332', 'ketqua', 'import']
const family = (track0: string): string => (track0.startsWith('9084') ? '9084' : track0)
const track = (report: Report): string => `${report.track0}:${report.track1}`
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
const inOrder = (a: Report, b: Report): number =>
  a.at - b.at || compare(a.track0, b.track0) || compare(a.track1, b.track1)

/** Joins the two closest groups as long as any can be joined (D3-LINE-01); of equally close pairs one with the same owner (D3-LINE-04). */
function registrations(reports: readonly Report[]): Report[][] {
  let groups = reports.toSorted(inOrder).map((report) => [report])
  for (;;) {
    const candidates = groups.flatMap((left, i) =>
      groups.slice(i + 1).flatMap((right) => {
        const joined = [...left, ...right]
        const sources = new Set(joined.map(({ track0 }) => family(track0)))
        const span = Math.max(...joined.map(({ at }) => at)) - Math.min(...joined.map(({ at }) => at))
        if (sources.size < joined.length || span > day) return []
        return left.flatMap((x) =>
          right.map((y) => ({ left, right, pair: [x, y].toSorted(inOrder) as [Report, Report] })),
        )
      }),
    )
    const nearest = candidates.toSorted(
      (a, b) =>
        a.pair[1].at - a.pair[0].at - (b.pair[1].at - b.pair[0].at) ||
        Number(b.pair[0].owner === b.pair[1].owner) - Number(a.pair[0].owner === a.pair[1].owner) ||
        inOrder(a.pair[0], b.pair[0]) ||
        inOrder(a.pair[1], b.pair[1]),
    )[0]
    if (!nearest) return groups
    groups = [
      ...groups.filter((group) => group !== nearest.left && group !== nearest.right),
      [...nearest.left, ...nearest.right],
    ]
  }
}

/** The latest value among the reports of a registration; at the same instant that with the greater id. */
const latest = <K extends 'status' | 'ratio' | 'owner'>(group: readonly Report[], key: K) =>
  group
    .flatMap(({ id, set }) => (set?.[key] === undefined ? [] : [{ id, ...set }]))
    .toSorted((a, b) => b.at - a.at || compare(b.id, a.id))[0]?.[key]

/**
 * All lines of one phone and package with their refunds, in the order of their pair. `before` is their former state: a
 * refund decided or in progress stays with its registration, whichever report is the line now.
 */
export function naiveLines(
  reports: readonly Report[],
  requests: readonly Request[],
  windowDays: number,
  before: readonly Line[],
): Line[] {
  const lines = registrations(reports)
    .filter((group) => !group.some(({ deleted }) => deleted))
    .map((group) => {
      const [head] = group.toSorted(
        (a, b) => trust.indexOf(family(a.track0)) - trust.indexOf(family(b.track0)),
      ) as [Report]
      return {
        head,
        line: {
          track: track(head),
          reports: group.map(track).toSorted(compare),
          owner: latest(group, 'owner') ?? head.owner,
          status: latest(group, 'status') ?? 'SUCCESS',
          ratio: latest(group, 'ratio') ?? 100,
          request: null,
          refund: 0,
        } as Line,
      }
    })
  const used = new Set<string>()
  const give = (line: Line, request: Request): void => {
    if (line.request !== null || used.has(request.id)) return
    used.add(request.id)
    line.request = request.id
    line.refund = request.amount
  }
  for (const { head, line } of lines) {
    const served = reports
      .filter((report) => line.reports.includes(track(report)))
      .toSorted((a, b) => Number(b === head) - Number(a === head) || inOrder(a, b))
      .map((report) => before.find((former) => former.track === track(report))?.request)
    for (const id of served) {
      const request = requests.find((one) => one.id === id)
      if (request?.effective && (request.decided || request.underWay)) give(line, request)
    }
  }
  const near = lines
    .flatMap(({ head, line }) =>
      requests
        .filter(({ at, effective }) => effective && Math.abs(at - head.at) <= windowDays * day)
        .map((request) => ({ head, line, request, distance: Math.abs(request.at - head.at) })),
    )
    .toSorted(
      (a, b) => a.distance - b.distance || inOrder(a.head, b.head) || compare(a.request.id, b.request.id),
    )
  for (const { line, request } of near) give(line, request)
  return lines.map(({ line }) => line).toSorted((a, b) => compare(a.track, b.track))
}
