/** Prices of a filtered set of SIM numbers, raised or lowered as one step (D3-SIM-09). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, sentNumber, valuesOf } from '#kit/contract/shapes.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { simso } from '../lists/simso.ts'
import { thousands } from '#kit/contract/thousands.ts'

const base = `/api/v1/${simso.path}/doiGia`

/** The five prices, in the order of the list. */
export const pricesOfSim = ['gia_goc', 'gia_si_1', 'gia_si_2', 'gia_si_3', 'gia_khach_hang'] as const
export type SimPrice = (typeof pricesOfSim)[number]

/** Maximum numbers in one step. */
export const mostPriced = 200_000
/** Maximum rows listed in a preview, and of numbers left unchanged. */
export const shownPriced = 100
/** How long a step may be undone, in days. */
export const priceUndoDays = 30

const per = { percent: { most: 1_000, least: 0.01 }, dong: { most: 100_000_000_000, least: 1 } } as const

const change = z
  .object({
    prices: z.array(z.enum(pricesOfSim)).check(
      z.minLength(1, 'Chọn ít nhất một giá'),
      z.refine((names) => new Set(names).size === names.length, 'Mỗi giá chọn một lần'),
    ),
    direction: z.enum(['up', 'down']),
    unit: z.enum(['percent', 'dong']),
    /** Percent with at most two decimals, or whole đồng. */
    amount: z.number(),
  })
  .check(
    z.refine(({ unit, amount }) => amount >= per[unit].least && amount <= per[unit].most, {
      error: 'Nhập mức tăng, giảm lớn hơn 0',
      path: ['amount'],
    }),
    z.refine(
      ({ unit, amount }) => Number.isInteger(unit === 'dong' ? amount : Math.round(amount * 1e6) / 1e4),
      {
        error: 'Phần trăm có tối đa 2 chữ số thập phân, đồng là số nguyên',
        path: ['amount'],
      },
    ),
    z.refine(({ unit, direction, amount }) => unit === 'dong' || direction === 'up' || amount < 100, {
      error: 'Giảm phải dưới 100%',
      path: ['amount'],
    }),
  )
export type PriceChange = z.output<typeof change>

/** Filters of the list, as it sends them. */
const filter = z.record(z.string(), z.string())

const sum = z.strictObject({ price: z.enum(pricesOfSim), before: z.int(), after: z.int() })
const amount = z.optional(z.int())
const amounts = z.strictObject({
  gia_goc: amount,
  gia_si_1: amount,
  gia_si_2: amount,
  gia_si_3: amount,
  gia_khach_hang: amount,
})

/** Effect on a number: its prices change, it keeps them, or it refuses the whole step. */
export const priceFates = ['changes', 'low', 'kept', 'refused'] as const
export type PriceFate = (typeof priceFates)[number]

const row = z.strictObject({
  id: z.guid(),
  so_dien_thoai_co_dau_cham: z.string(),
  types: z.string(),
  fate: z.enum(priceFates),
  /** Why the number keeps its prices, or refuses the step. */
  why: z.nullable(z.string()),
  /** The selected prices before and after; `above` is the margin of the first sale price over the base price after it. */
  before: amounts,
  after: amounts,
  above: z.nullable(z.int()),
})
export type PricedRow = z.output<typeof row>

const counts = {
  /** Numbers of the filter, in total and by effect; `changes` includes `low`. */
  count: z.int(),
  changes: z.int(),
  low: z.int(),
  kept: z.int(),
  refused: z.int(),
}

export const previewPrices = defineCall({
  method: 'POST',
  path: `${base}/xemTruoc`,
  may: 'below3',
  summary:
    'What raising or lowering the prices of a filtered set would do: counts, sums of each price, and the first rows, by fate and by part of the number',
  input: z.object({ change, filter, fate: z.optional(z.enum(priceFates)), part: z.optional(z.string()) }),
  answer: z.strictObject({ ...counts, sums: z.array(sum), values: z.array(row) }),
})

const states = ['running', 'done', 'undoing', 'undone', 'failed'] as const

const step = z.strictObject({
  id: z.guid(),
  by: z.string(),
  at: instant,
  change,
  reason: z.nullable(z.string()),
  state: z.enum(states),
  /** Numbers counted by the preview; changed, and restored so far. */
  total: z.int(),
  changed: z.int(),
  restored: z.int(),
  /** Numbers skipped: changed concurrently before the step, and before the undo. */
  passed: z.int(),
  stayed: z.int(),
  before: z.int(),
  after: z.int(),
  msg: z.nullable(z.string()),
  undoable: z.boolean(),
})
export type PriceStep = z.output<typeof step>

export const changePrices = defineCall({
  method: 'POST',
  path: base,
  may: 'below3',
  summary:
    'Raises or lowers the prices of a filtered set as one step; 409 where it is no longer what the preview counted, or while another step is at work. Large sets change in the background',
  input: z.object({
    change,
    filter,
    reason: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    /** Figures of the preview; the step is refused if they no longer match. */
    expect: z.object({ changes: z.int(), low: z.int(), before: z.int(), after: z.int() }),
  }),
  answer: step,
})

export const priceSteps = defineCall({
  method: 'GET',
  path: base,
  may: 'below3',
  summary: 'The newest price steps, of all managers',
  input: z.object({}),
  answer: valuesOf(step),
})

const keptRow = z.strictObject({
  so_dien_thoai_co_dau_cham: z.string(),
  undoing: z.boolean(),
  why: z.string(),
})

export const oneStep = defineCall({
  method: 'GET',
  path: `${base}/:id`,
  may: 'below3',
  summary:
    'A price step with its progress, and the numbers that it passed over or that stayed, a page at a time',
  input: z.object({ id: z.guid(), page: z.optional(sentNumber) }),
  answer: z.strictObject({ step, kept: z.array(keptRow) }),
})

export const undoPrices = defineCall({
  method: 'POST',
  path: `${base}/:id/hoantac`,
  may: 'below3',
  summary:
    'Takes a price step back where its prices still are what it wrote; one at work ends. Large ones in the background; a second call changes nothing',
  input: z.object({ id: z.guid() }),
  answer: step,
})

export const priceTexts = {
  working: 'Đang có một đợt đổi giá hoặc hoàn tác giá khác chạy, đợi xong rồi thử lại',
  moved: 'Kho sim đã đổi từ lúc xem trước. Xem lại số mới rồi bấm lần nữa',
  nothing: 'Không có số nào đổi giá',
  tooMany: (count: number): string =>
    `Bộ lọc có ${thousands(count)} số, mỗi lần đổi tối đa ${thousands(mostPriced)} số`,
  refused: (count: number): string =>
    `${thousands(count)} số sẽ có giá 0, âm hoặc quá lớn: đổi mức tăng giảm hoặc lọc bớt`,
  changedSince: 'Đã có thay đổi khác sau khi xem trước',
  held: 'Đang được giữ, có đơn hoặc đã bán',
  gone: 'Đã bị xoá sau đó',
  other: 'Giá đã được đổi sau đó',
  lost: 'Tài khoản đã khoá hoặc không còn quyền đổi giá',
  laterFirst: 'Có đợt đổi giá sau trên cùng các số, hoàn tác đợt sau trước',
  tooOld: `Đã quá ${priceUndoDays} ngày, không hoàn tác được`,
  done: (changed: number, passed: number): string =>
    `Đã đổi giá ${thousands(changed)} số${passed > 0 ? `, ${thousands(passed)} số giữ giá vì đã đổi trước đó` : ''}`,
  undone: (restored: number, stayed: number): string =>
    `Đã hoàn tác giá ${thousands(restored)} số${stayed > 0 ? `, ${thousands(stayed)} số giữ nguyên` : ''}`,
} as const

/** Describes a change, such as 'Tăng 5% giá khách hàng', 'Giảm 20,000 đ giá sỉ 1, giá sỉ 2'. */
export function changeWords({ prices, direction, unit, amount }: PriceChange): string {
  const change = unit === 'percent' ? `${amount}%` : `${formatMoney(amount)} đ`
  const names = prices.map((name) => simso.fields[name].label.toLocaleLowerCase('vi')).join(', ')
  return `${direction === 'up' ? 'Tăng' : 'Giảm'} ${change} ${names}`
}
