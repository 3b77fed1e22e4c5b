/** Feeds of external systems: their state and quarantined rows (docs/decisions/feeds.md). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, keyOf, pageOf, valuesOf } from '#kit/contract/shapes.ts'

/** Feeds by name, with the label of the feed and of one of its rows. */
export const feeds = {
  bank: { label: 'Ngân hàng', row: 'giao dịch ngân hàng' },
  'registration-results': { label: 'Kết quả đăng ký', row: 'kết quả đăng ký' },
} as const
export type FeedName = keyof typeof feeds

const feedState = z.strictObject({
  name: keyOf(feeds),
  /** Polled, but without a valid answer for too long. */
  late: z.boolean(),
  /** Time of the last valid answer. */
  read_at: z.nullable(instant),
  /** Seconds since then. */
  behind: z.nullable(z.int()),
  failures: z.int(),
  /** Quarantined rows without a decision. */
  set_aside: z.int(),
})
export type FeedState = z.output<typeof feedState>

/** A quarantined row; `row` is the raw data as JSON text. */
const quarantinedRow = z.strictObject({
  id: z.string(),
  feed: keyOf(feeds),
  at: instant,
  reason: z.string(),
  row: z.string(),
})
export type QuarantinedRow = z.output<typeof quarantinedRow>

export const feedTexts = {
  noRow: 'Không phải một dòng dữ liệu',
  wrong: (names: string): string => `Thiếu hoặc sai: ${names}`,
  refused: (reason: string): string => `Không lưu được (${reason})`,
  /** Reason to quarantine a transfer that is valid by itself (D3-FEED-01). */
  odd: {
    channel: 'mã giao dịch đã có với kênh khác',
    amount: 'mã giao dịch đã có với số tiền khác',
    day: 'mã giao dịch đã có với ngày khác',
    ahead: 'thời gian ở tương lai quá một ngày',
    old: 'thời gian đã quá 400 ngày',
  },
  hint: 'Chưa được lưu. Thử lại khi nguyên nhân đã được sửa, hoặc nhập tay ở danh sách của nó rồi bỏ qua.',
  settled: 'Dòng này đã được xử lý',
  retried: (stored: number, left: number): string =>
    left === 0 ? `Đã lưu ${stored} dòng` : `Đã lưu ${stored} dòng, ${left} dòng vẫn chưa lưu được`,
  dismissTitle: 'Bỏ qua dòng này?',
  dismissBody: 'Dòng này sẽ không được lưu và không hiện lại.',
  dismissed: 'Đã bỏ qua 1 dòng',
} as const

export const feedStates = defineCall({
  method: 'GET',
  path: '/api/v1/feeds',
  may: 'below3',
  summary: 'Feeds of outside systems: whether they come, and how many of their rows are set aside',
  input: z.object({}),
  answer: valuesOf(feedState),
})

export const quarantineList = defineCall({
  method: 'GET',
  path: '/api/v1/feeds/quarantine',
  may: 'below3',
  summary: 'Rows of feeds that could not be taken and wait for a decision, oldest first',
  input: z.object({ page: z.optional(z.string()), count: z.optional(z.string()) }),
  answer: pageOf(quarantinedRow),
})

const chosen = z.object({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(200)) })

export const retryQuarantined = defineCall({
  method: 'POST',
  path: '/api/v1/feeds/quarantine/retry',
  may: 'below3',
  decides: 'atOnce',
  summary:
    'Tries rows that were set aside once more; those that still cannot be taken stay, with today’s reason',
  input: chosen,
  answer: z.strictObject({ stored: z.int(), left: z.int() }),
})

export const dismissQuarantined = defineCall({
  method: 'POST',
  path: '/api/v1/feeds/quarantine/dismiss',
  may: 'below3',
  decides: 'atOnce',
  summary: 'Settles rows that were set aside without taking them; they do not come back',
  input: chosen,
  answer: z.strictObject({ dismissed: z.int() }),
})
