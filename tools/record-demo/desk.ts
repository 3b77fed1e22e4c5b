/** Rows waiting on the demo's approving desk: requests of today, mostly correct, one for each kind of warning. */
import type { BankMessage } from './bank.ts'
import { hour, minute } from '#platform/app/server/seed/demo-days.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { waitingRequest, type DemoRequest } from './refunds.ts'
import type { DemoResult } from './registrations.ts'

type Sold = DemoResult & { username: string }
type Waiting = { requests: DemoRequest[]; messages: BankMessage[] }

/** The customer's transfer for a top-up with the demo's discount of 7 %. */
const transferOf = (amount: number): number => Math.round(amount * 0.93)

/** The customer's transfer, recognised with certainty and accepted. */
function transfer(sold: Sold, at: number, money: number, random: Random): BankMessage {
  const reference = random.int(100_000, 999_999)
  return {
    id: random.uuid(at),
    transaction: `FTE${String(reference).padStart(9, '0')}`,
    sender: random.pick(['TCB', 'VCB', 'MB'] as const),
    money,
    content: `TK 944xxx632|GD: +${money.toLocaleString('en-US')}VND|ND: MBVCB.${reference}.0${sold.phone} ${sold.package}`,
    at,
    phone: sold.phone,
    package: sold.package,
    confidence: 'cao',
    reason: 'Số điện thoại và gói cước đứng cạnh nhau, gói có trong bảng giá',
    updater: null,
    processed: 1,
    decision: '1',
    decider: 'quanly',
    refusalReason: null,
  }
}

/** The requests, oldest first, and the transfers of paid ones; for numbers not in `refunds`. */
export function waitingDesk(
  results: readonly DemoResult[],
  refunds: readonly DemoRequest[],
  now: Date,
): Waiting {
  const usedPhones = new Set(refunds.map(({ phone }) => phone))
  const random = randomOf('desk')
  const until = now.getTime()
  const sold = results
    .filter((result): result is Sold => result.success && result.username !== null)
    .filter(({ username, at }) => !username.startsWith('HNIMB') && at < until - 150 * minute)
    .filter(({ phone }) => !usedPhones.has(phone))
    .slice(-60)
  const requests: DemoRequest[] = []
  const messages: BankMessage[] = []
  const next = (): Sold | undefined => sold.splice(random.int(0, Math.max(0, sold.length - 1)), 1)[0]
  const addRequest = (sale: Sold, ago: number, more: Partial<DemoRequest>): void =>
    void requests.push({ ...waitingRequest(sale, until - ago * minute, random), ...more })
  const paid = (sale: Sold, ago: number, money: number): void =>
    void messages.push(transfer(sale, until - ago * minute, money, random))
  const forEachAge = (ages: readonly number[], work: (sale: Sold, ago: number) => void): void => {
    for (const ago of ages) {
      const sale = next()
      if (sale) work(sale, ago)
    }
  }
  const topUp = (sale: Sold) => ({ type: 5, method: null, amount: sale.price }) as const
  const refund = { type: 2, method: 1, amount: 0 } as const
  // Correct: transferred as requested, or registered.
  forEachAge([118, 94, 71, 46], (sale, ago) => {
    addRequest(sale, ago, topUp(sale))
    paid(sale, ago + 7, transferOf(sale.price))
  })
  forEachAge([109, 83, 55], (sale, ago) => addRequest(sale, ago, refund))
  // The customer sent too little.
  forEachAge([64], (sale, ago) => {
    addRequest(sale, ago, topUp(sale))
    paid(sale, ago + 6, transferOf(sale.price) - 4_500)
  })
  // Two requests for the same, and the transfer was used for the first.
  forEachAge([79], (sale, ago) => {
    addRequest(sale, ago + 9, { ...topUp(sale), username: 'sale111', paid: 1 })
    addRequest(sale, ago, { ...topUp(sale), username: 'sale121' })
    paid(sale, ago + 16, transferOf(sale.price))
  })
  // Already refunded in this cycle.
  forEachAge([101], (sale, ago) => {
    const before = { decision: 1, decider: 'quanly', code: -9_999, channel: 'khong_qua_api' } as const
    requests.push({ ...waitingRequest(sale, until - 18 * 24 * hour, random), ...refund, ...before })
    addRequest(sale, ago, refund)
  })
  // Not registered; and a package unknown to the price table.
  forEachAge([88], (sale, ago) =>
    addRequest(sale, ago, { ...refund, package: sale.package === 'VD150' ? 'VD120' : 'VD150' }),
  )
  forEachAge([50], (sale, ago) => addRequest(sale, ago, { ...topUp(sale), package: `${sale.package}O` }))
  return { requests: requests.toSorted((a, b) => a.at - b.at), messages }
}
