/** Transfers of the simulated bank: number n is always the same, on every machine. */
import { chanceOf, type Chance } from './random.ts'

/** A transfer as the feed sends it (docs/providers.md). */
export type SentTransfer = {
  transaction_id: string
  channel: string
  amount: number
  /** ISO 8601 in UTC. */
  at: string
  content: string
}

const banks = ['VCB', 'TCB', 'MB', 'BIDV', 'ACB', 'VPB'] as const
const packages = ['VD90', 'VD120', 'VD150', 'BIG90', 'NA120', 'KC90', 'PT70', 'TK135', 'C90N'] as const
const names = ['NGUYEN VAN MAU', 'TRAN THI MAU', 'LE VAN MAU', 'DANG THI MAU'] as const
const prefixes = ['091', '088', '094', '081', '090', '093', '070', '079'] as const
const idle = ['thanh toan tien hang', 'gop quy thang', 'chuyen tien', 'tra no'] as const

/** Real numbers never have these three digits after their prefix. */
const madeUp = '000'

/** A customer's text: mostly as requested, sometimes not. */
function customerText(phone: string, name: string, chance: Chance): string {
  const national = phone.slice(1)
  const spellings = [
    `${phone}${name}`,
    `84${national} ${name}`,
    `${phone} ${name.toLowerCase()}`,
    `${name} ${phone}`,
    `${phone} dang ky ${name}`,
    `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)} ${name}`,
    `${phone} XYZ${chance.between(10, 99)}`,
    phone,
  ] as const
  return chance.happens(0.7) ? `${phone} ${name}` : chance.pick(spellings)
}

/** The text with the bank's additions. */
function framed(content: string, money: string, chance: Chance): string {
  const account = `9${chance.between(100_000_000, 999_999_999)}`
  const reference = chance.between(100_000, 999_999)
  return chance.pick([
    `So du TK ${account} thay doi +${money} VND. Noi dung: ${content} - Ma giao dich/ Trace ${reference}`,
    `TK ${account.slice(0, 3)}xxx${account.slice(-3)}|GD: +${money}VND|ND: ${content}`,
    `MBVCB.${reference}.${content}.CT tu ${account} toi 9447109632`,
    `(${chance.pick(names)}) ${content}`,
    `BIEN DONG SO DU\n+${money} VND\nND: ${content}\nCam on quy khach`,
    content,
  ])
}

/** Transfer number `n` of a bank with one transfer every `everySeconds`. */
function transferOf(n: number, everySeconds: number): SentTransfer {
  const chance = chanceOf('transfer', n)
  const name = chance.pick(packages)
  const price = Number(/\d+/.exec(name)?.[0] ?? '90') * 1000
  const amount = chance.happens(0.9) ? price : price - 5000
  const phone = `${chance.pick(prefixes)}${madeUp}${String(chance.between(0, 9_999)).padStart(4, '0')}`
  const content = chance.happens(0.9) ? customerText(phone, name, chance) : chance.pick(idle)
  return {
    transaction_id: `FT${String(n).padStart(12, '0')}`,
    channel: chance.pick(banks),
    amount,
    at: new Date(n * everySeconds * 1000).toISOString(),
    content: framed(content, amount.toLocaleString('en-US'), chance),
  }
}

/** The transfers from number `first` to number `last`. */
export const transfersBetween = (first: number, last: number, everySeconds: number): SentTransfer[] =>
  Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => transferOf(first + index, everySeconds))

/** Content and amount of an order, as in its QR code. */
export type Owed = { content: string; amount: number }

/** Transfer of a customer who scanned the QR code at `time`; some type the amount themselves. */
export function transferFor({ content, amount }: Owed, time: Date): SentTransfer {
  const chance = chanceOf('payment', time.getTime())
  const sent = chance.happens(0.8) ? amount : Math.max(amount - 5_000, 1_000)
  return {
    transaction_id: `KH${time.getTime()}`,
    channel: chance.pick(banks),
    amount: sent,
    at: time.toISOString(),
    content: framed(content, sent.toLocaleString('en-US'), chance),
  }
}
