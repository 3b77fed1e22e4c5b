/** The demo's blacklist: entries older than a file, customers who asked for it in a call, and others. */
import type { Care } from './seller-day.ts'
import type { DemoFile } from './ledger.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'

export type BlacklistEntry = { id: string; phone: string; description: string; at: number }

const reasons = [
  'Khách yêu cầu không gọi',
  'Khiếu nại nhiều lần',
  'Đã báo nhà mạng chặn cuộc gọi',
  'Khách đăng ký danh sách không quảng cáo (DNC)',
  'Nhầm chủ thuê bao',
  'Số nội bộ, không gọi',
  'Số của cơ quan nhà nước',
  'Khách lớn tuổi, người nhà đề nghị không gọi',
  'Khách chửi bới nhân viên',
  'Số tổng đài doanh nghiệp',
  'Doạ kiện vì bị làm phiền giờ nghỉ trưa',
  'Khách đã chuyển mạng giữ số',
  'Đang khiếu nại bị trừ cước',
  'Gọi nhiều lần ngoài giờ, khách phản ánh lên tổng đài',
] as const

const day = 86_400_000
const entries = 300
const askedForIt = 16

/** Calls after which the customer was blacklisted: a refusal, and the number's last call. */
function askedNotToBeCalled(cares: readonly Care[]): Care[] {
  const last = new Map(cares.map((care) => [care.number, care]))
  const refused = [...last.values()].filter(
    ({ status, number }) => status === 'REJECTED' && number.stage === 'called',
  )
  const every = Math.max(Math.floor(refused.length / askedForIt), 1)
  return refused.filter((_, n) => n % every === every - 1)
}

/** Entries with unique phones; `fresh` returns a phone that no file has. */
export function blacklistEntries(
  files: readonly DemoFile[],
  cares: readonly Care[],
  fresh: () => string,
  now: Date,
): BlacklistEntry[] {
  const random = randomOf('blacklist')
  const entry = (phone: string, description: string, at: number): BlacklistEntry => ({
    id: random.uuid(at),
    phone,
    description,
    at,
  })
  const blocked = files.flatMap(({ numbers, uploadedAt }) =>
    numbers
      .filter(({ stage }) => stage === 'blocked')
      .map(({ phone }) => entry(phone, random.pick(reasons), uploadedAt - random.int(1, 40 * day))),
  )
  const requested = askedNotToBeCalled(cares).map(({ number, username, at }) =>
    entry(number.phone, `Khách yêu cầu không gọi lại (${username} ghi nhận)`, at + 500),
  )
  const invented = Array.from({ length: Math.max(entries - blocked.length - requested.length, 0) }, () =>
    entry(fresh(), random.pick(reasons), now.getTime() - random.int(60_000, 75 * day)),
  )
  return [...blocked, ...requested, ...invented]
}
