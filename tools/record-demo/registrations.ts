/** Registrations of the demo's agreed sales: the carrier's results, and invitations that led to some of them. */
import type { CodeType } from '#platform/contract/code-tabs.ts'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import { automatic } from '#kit/contract/outcomes.ts'
import type { Care } from './seller-day.ts'
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { demoPackages } from './packages.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'
import type { ReportedSale } from './sales.ts'

export type DemoResult = {
  id: string
  phone: string
  package: string
  price: number
  at: number
  success: boolean
  channel: string
  content: string
  /** Null: seller unknown. */
  username: string | null
}

export type DemoInvitation = {
  id: string
  source: '9332' | CodeType
  phone: string
  package: string
  price: number
  at: number
  status: 'SUCCESS' | 'FAILD'
  username: string
  result: string | null
}

const refusals = [
  'Tài khoản không đủ tiền để đăng ký gói',
  'Thuê bao không thuộc đối tượng của gói',
  'Thuê bao đang có gói cùng nhóm, hãy huỷ gói cũ trước',
  'Hệ thống nhà mạng đang bận, vui lòng thử lại sau',
] as const

const usualChannels = [
  ['d1', 45],
  ['vg8', 24],
  ['dag9', 16],
  ['d9', 6],
  ['tr8', 5],
  ['ga24', 4],
] as const
/** Branches with their own channel, by the beginning of the username. */
const ownChannels: Readonly<Record<string, string>> = { QCMB: 'ga22', HNIMB: 'ga23' }

function channelOf(username: string, random: Random): string {
  const ownPrefix = Object.keys(ownChannels).find((prefix) => username.startsWith(prefix))
  if (ownPrefix && random.chance(0.6)) return ownChannels[ownPrefix] ?? 'd1'
  const usual = ownPrefix
    ? usualChannels.filter(([code]) => code === 'vg8' || code === 'dag9')
    : usualChannels
  return random.weighted(usual)
}

const priceOf = (code: string): number => demoPackages.find((item) => item.code === code)?.price ?? 90_000

function resultOf(care: Care, at: number, success: boolean, random: Random): DemoResult {
  const code = care.package
  return {
    id: random.uuid(at),
    phone: care.number.phone,
    package: code,
    price: priceOf(code),
    at,
    success,
    channel: channelOf(care.username, random),
    content: success
      ? `Thuê bao đã đăng ký thành công gói ${code}, giá ${priceOf(code).toLocaleString('en-US')} đồng`
      : random.pick(refusals),
    username: random.chance(0.02) ? null : care.username,
  }
}

/** Phone of a reported sale → whether the carrier reported a success; null: no report, the reason for reporting it. */
type Reports = ReadonlyMap<string, boolean | null>

const reportsByPhone = (reported: readonly ReportedSale[]): Reports =>
  new Map(
    reported.map(({ phone, outcome, setter }) => [
      phone,
      setter === automatic.value ? outcome === 'SUCCESS' : null,
    ]),
  )

/** Some are refused at first and succeed later, some never; a few have no result. */
function resultsOf(care: Care, reports: Reports, random: Random): DemoResult[] {
  const reported = reports.get(care.number.phone)
  if (reported === null || random.chance(0.015)) return []
  const heard = care.at + random.int(2, 45) * minute
  if (reported !== undefined) return [resultOf(care, heard, reported, random)]
  const first = resultOf(care, heard, random.chance(0.86), random)
  if (first.success || random.chance(0.15)) return [first]
  return [first, resultOf(care, heard + random.int(10, 120) * minute, true, random)]
}

const sources = [
  ['9084', 30],
  ['9084new', 22],
  ['9084new1', 16],
  ['9084new2', 12],
  ['9332', 20],
] as const

/** The code was requested during the call. */
function invitationOf(care: Care, random: Random): DemoInvitation[] {
  if (!random.chance(0.45)) return []
  const at = care.at - random.int(5, 60) * 1000
  const end = random.weighted([
    ['done', 78],
    ['refused', 15],
    ['expired', 7],
  ] as const)
  const refusal = random.pick(refusals)
  const source = random.weighted(sources)
  // Only codes expire; a command is refused at once.
  const results = { done: inviteTexts.confirmed, refused: refusal, expired: inviteTexts.expired }
  return [
    {
      id: random.uuid(at),
      source,
      phone: care.number.phone,
      package: care.package,
      price: priceOf(care.package),
      at,
      status: end === 'done' ? 'SUCCESS' : 'FAILD',
      username: care.username,
      result: source === '9332' && end === 'expired' ? refusal : results[end],
    },
  ]
}

/** Results and invitations until `now` of calls with an agreement, consistent with the reported sales; marks registered customers. */
export function registrationsOf(
  cares: readonly Care[],
  reported: readonly ReportedSale[],
  now: Date,
  random: Random,
) {
  const reports = reportsByPhone(reported)
  const agreed = cares.filter(({ status, at }) => status === 'APPROVED' && at <= now.getTime())
  const results = agreed
    .flatMap((care) => resultsOf(care, reports, random))
    .filter(({ at }) => at <= now.getTime())
    .toSorted((a, b) => a.at - b.at)
  const registered = new Set(results.filter(({ success }) => success).map(({ phone }) => phone))
  for (const { number } of agreed) {
    if (number.status === 'APPROVED' && registered.has(number.phone)) number.status = 'REGISTERED'
  }
  return { results, invitations: agreed.flatMap((care) => invitationOf(care, random)) }
}
