/** The demo's bank messages: customers paying for packages agreed in calls, and other transfers. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { knownPackages, parseContent } from '#subjects/money/server/mesbank/parse-content.ts'
import { instantAt, hour, minute } from '#platform/app/server/seed/demo-days.ts'
import type { Care } from './seller-day.ts'
import { demoPackages } from './packages.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { refusalOf } from '#platform/app/server/seed/demo-verdict.ts'

export type BankMessage = {
  id: string
  transaction: string
  sender: string
  money: number
  content: string
  at: number
  phone: string | null
  package: string | null
  confidence: 'cao' | 'vua' | 'thap' | 'tay'
  reason: string
  updater: string | null
  processed: 0 | 1
  decision: '1' | '2' | null
  decider: string | null
  /** Why it was refused. */
  refusalReason: string | null
}

const banks = [
  ['VCB', 4],
  ['TCB', 3],
  ['MB', 3],
  ['BIDV', 2],
  ['ACB', 1],
  ['VPB', 1],
] as const
const names = ['NGUYEN VAN MAU', 'TRAN THI MAU', 'LE VAN MAU', 'DANG THI MAU', 'PHAM VAN MAU'] as const
const idle = ['thanh toan tien hang', 'gop quy thang', 'chuyen tien', 'tra no anh Mau', 'tien dien'] as const
const account = '9447109632'
/** Share of agreed calls whose customer transfers the money. */
const paying = 0.55
/** At least this many transfers today, so that the first day is never empty. */
const today = 12
/** Transfers without phone and package. */
const otherTransfers = 40

/** The customer's text: mostly as requested. */
function written(phone: string, code: string, random: Random): string {
  const full = `0${phone}`
  return random.weighted([
    [`${full} ${code}`, 80],
    [`${full}${code}`, 5],
    [`84${phone} ${code}`, 4],
    [`${full.slice(0, 4)} ${full.slice(4, 7)} ${full.slice(7)} ${code}`, 3],
    [`${code} ${full}`, 2],
    [`${full} gia han goi ${code}`, 2],
    [`${full} nap tien`, 3],
    [`${full} GOI${random.int(10, 99)}`, 1],
  ])
}

/** The bank's additions around the text. */
export function framedByBank(text: string, money: string, random: Random): string {
  const reference = random.int(100_000, 999_999)
  return random.weighted([
    [`So du TK ${account} thay doi +${money} VND. Noi dung: ${text} - Ma giao dich/ Trace ${reference}`, 3],
    [`TK 944xxx632|GD: +${money}VND|SD:${random.int(20, 60)},${random.int(100, 999)},000VND|ND: ${text}`, 3],
    [`MBVCB.${reference}.${text}.CT tu 9${random.int(100_000_000, 999_999_999)} toi ${account}`, 2],
    [`(${random.pick(names)}) ${text}`, 1],
    [`${random.pick(names)} chuyen khoan; ${text}; ma GD FT${reference}`, 1],
  ])
}

type Paid = { at: number; money: number; text: string; by: string | null }

const prices = new Map(demoPackages.map(({ code, price }) => [code, price]))

/** Decision about a message, in the managers' way: the older, the more likely there is one. */
function settle(
  paid: Paid,
  sender: string,
  ageDays: number,
  random: Random,
): Omit<BankMessage, 'id' | 'transaction'> {
  const packages = knownPackages(demoPackages.map(({ code }) => code))
  const content = framedByBank(paid.text, paid.money.toLocaleString('en-US'), random)
  const parsed = parseContent(content, packages)
  // Whoever fills in a missing package asks the customer, so its price is what was paid.
  const meant = demoPackages.find(({ price }) => price === paid.money)?.code
  const helped =
    paid.by !== null &&
    meant !== undefined &&
    parsed.phone !== null &&
    parsed.package === null &&
    (ageDays > 2 || random.chance(0.6))
  const name = helped ? meant : parsed.package
  const decided = random.chance(parsed.phone !== null && name !== null ? 0.35 + ageDays * 0.5 : ageDays)
  const price = name === null ? undefined : prices.get(name)
  const missing = (price ?? paid.money) - paid.money
  const refusalReason = refusalOf({
    phone: parsed.phone,
    package: name,
    isPriced: price !== undefined,
    missing,
  })
  return {
    sender,
    money: paid.money,
    content,
    at: paid.at,
    phone: parsed.phone,
    package: name,
    confidence: helped ? 'tay' : parsed.confidence,
    reason: helped ? 'Do người dùng nhập' : parsed.reason,
    updater: helped ? paid.by : null,
    processed: decided && random.chance(0.9) ? 1 : 0,
    decision: decided ? (refusalReason === null ? '1' : '2') : null,
    decider: decided ? random.pick(['quanly', 'quanly', 'admin'] as const) : null,
    refusalReason: decided ? refusalReason : null,
  }
}

function payments(cares: readonly Care[], now: Date, random: Random): Paid[] {
  const until = now.getTime()
  const agreed = cares
    .filter(({ status }) => status === 'APPROVED' && random.chance(paying))
    .map(({ number, package: code, username, at: call }): Paid => {
      const money = (prices.get(code) ?? 90_000) - (random.chance(0.08) ? 5_000 : 0)
      return {
        at: call + random.int(2, 90) * minute,
        money,
        text: written(number.phone, code, random),
        by: username,
      }
    })
  const first = instantAt(todayVn(now), 0) + minute
  const days = Array.from({ length: 60 }, (_, back) => addDays(todayVn(now), -back))
  const extra = Array.from({ length: otherTransfers }, (_, n): Paid => {
    const late = Math.max(first, until - 6 * hour)
    const time =
      n < today
        ? random.int(late, Math.max(late, until))
        : instantAt(days[n % days.length] ?? '', random.int(7, 21))
    return { at: time, money: random.int(2, 60) * 5_000, text: random.pick(idle), by: null }
  })
  return [...agreed, ...extra].filter((paid) => paid.at <= until).toSorted((a, b) => a.at - b.at)
}

/** The messages of the quarter, oldest first. */
export function bankMessages(cares: readonly Care[], now: Date): BankMessage[] {
  const random = randomOf('bank')
  return payments(cares, now, random).map((paid, n) => ({
    id: random.uuid(paid.at + 2_000),
    transaction: `FTD${String(n + 1).padStart(9, '0')}`,
    ...settle(paid, random.weighted(banks), (now.getTime() - paid.at) / (24 * hour), random),
  }))
}
