/** The demo's refund and top-up requests for a quarter of sales, with their states. */
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { demoPackages } from './packages.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import type { DemoResult } from './registrations.ts'

export type DemoRequest = {
  id: string
  at: number
  username: string
  phone: string
  numberType: 1 | 2
  package: string
  type: 1 | 2 | 4 | 5
  method: number | null
  /** Amount of a top-up, đồng. */
  amount: number
  extra: number
  reason: string | null
  /** 0 waits, 1 approved, 2 rejected. */
  decision: 0 | 1 | 2
  decider: string | null
  refusalReason: string | null
  /** Code of the partner status. */
  code: number
  channel: string | null
  paid: 0 | 1
  difference: number
}

const reasons = [
  'Khách đăng ký lại, đã hứa hoàn thêm',
  'Bù tháng trước chưa hoàn',
  'Khách chuyển nhầm gói',
  'Khách quen giới thiệu thêm',
] as const
const refusals = ['Số đã hoàn trong tháng', 'Không thấy đăng ký thành công', 'Sai gói cước'] as const
const deciders = ['quanly', 'admin'] as const
const methods = [[1, 60], [10, 20], [11, 8], [2, 6], [12, 4], [5, 2]] as const // prettier-ignore

const waits = -10_003
const rejected = -10_001

/** Old requests are decided, those of the last day and a half mostly wait. */
function decisionOf(ageHours: number, type: number, random: Random): 0 | 1 | 2 {
  if (type === 4) return 0
  if (ageHours < 36 && random.chance(0.75)) return 0
  return random.chance(0.08) ? 2 : 1
}

/** Partner status of an approved request; money back is rare. */
function codeOf(ageHours: number, random: Random): number {
  if (ageHours < 24) return -10_005
  if (ageHours > 10 * 24) return random.chance(0.96) ? -9_999 : -10_000
  return random.weighted([
    [-9_999, 84],
    [-10_000, 4],
    [-10_005, 12],
  ])
}

/** Numbers with a Mfy request rarely have a top-up, as the transfer would be for both. */
function requestOf(
  result: DemoResult & { username: string },
  hasMfy: boolean,
  now: number,
  random: Random,
): DemoRequest {
  const type = random.weighted([
    [1, 34],
    [2, 26],
    [4, 8],
    [5, hasMfy ? 5 : 46],
  ] as const)
  const at = Math.min(result.at + random.int(5, 900) * minute, now - random.int(3, 240) * minute)
  const ageHours = (now - at) / (60 * minute)
  const decision = decisionOf(ageHours, type, random)
  const done = type === 4 && ageHours > 48
  const approved = decision === 1
  const code = approved || done ? codeOf(ageHours, random) : decision === 2 ? rejected : waits
  const extra = type === 4 || (type !== 5 && random.chance(0.12)) ? random.int(1, 6) * 5_000 : 0
  const paid = type === 5 && (approved || random.chance(0.5)) ? 1 : 0
  const price = demoPackages.find((item) => item.code === result.package)?.price ?? 90_000
  return {
    id: random.uuid(at),
    at,
    username: result.username,
    phone: result.phone,
    numberType: random.chance(0.14) ? 2 : 1,
    package: result.package,
    type,
    method: type === 5 ? null : random.weighted(methods),
    amount: type === 5 ? price : 0,
    extra,
    reason: extra > 0 ? random.pick(reasons) : null,
    decision,
    decider: decision === 0 ? null : random.pick(deciders),
    refusalReason: decision === 2 ? random.pick(refusals) : null,
    code,
    channel: approved ? 'khong_qua_api' : null,
    paid,
    difference: paid === 1 && random.chance(0.1) ? random.pick([-1_000, 1_000, 5_000, -500]) : 0,
  }
}

/** An undecided request for a customer registered by somebody. */
export const waitingRequest = (
  { username, phone, package: code }: DemoResult & { username: string },
  at: number,
  random: Random,
): DemoRequest => ({
  id: random.uuid(at),
  at,
  username,
  phone,
  numberType: 1,
  package: code,
  type: 2,
  method: 1,
  amount: 0,
  extra: 0,
  reason: null,
  decision: 0,
  decider: null,
  refusalReason: null,
  code: waits,
  channel: null,
  paid: 0,
  difference: 0,
})

/** Share of a person's sales with a request; one person promises too much. */
const asking = (username: string): number => (username === 'sale113' ? 0.9 : 0.36)

/**
 * Requests of the quarter, oldest first, rarely two of one number; accounts of HNIMB have none (D2-Q-100). `mfy`:
 * numbers with a Mfy request.
 */
export function refundRequests(
  results: readonly DemoResult[],
  mfy: ReadonlySet<string>,
  now: Date,
): DemoRequest[] {
  const random = randomOf('refunds')
  const refunded = new Set<string>()
  return results
    .toReversed()
    .filter((result): result is DemoResult & { username: string } => result.username !== null)
    .filter(({ success, username }) => success && !username.startsWith('HNIMB'))
    .filter(({ username }) => random.chance(asking(username)))
    .filter(({ phone }) => !refunded.has(phone) || random.chance(0.02))
    .map((result) => {
      refunded.add(result.phone)
      return requestOf(result, mfy.has(result.phone), now.getTime(), random)
    })
    .toSorted((a, b) => a.at - b.at)
}
