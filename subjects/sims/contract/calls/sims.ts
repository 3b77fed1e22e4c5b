/** SIM numbers for customers: public calls, orders, holds (D2-ORD-24 to 30, D3-SIM-04 to 06). */
import * as z from 'zod/mini'
import { doNotCallField, doNotCallText, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { defineCall } from '#kit/contract/call.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { instant } from '#kit/contract/shapes.ts'
import { order } from '../lists/order.ts'
import { simso } from '../lists/simso.ts'
import { sendOrderPath } from '../shop.ts'

const { phone, name, address, payment_method, note } = order.fields
const base = `/api/v1/${simso.path}`

/** Most offers per page (D2-Q-133). */
export const mostOffers = 100

/** Public data of a number: no cost, supplier or notes (D2-ORD-29). */
const offer = z.strictObject({
  id: z.guid(),
  so_dien_thoai: z.string(),
  so_dien_thoai_co_dau_cham: z.string(),
  nha_mang: z.string(),
  number_type: z.literal([1, 2]),
  gia_khach_hang: z.int(),
  types: z.array(z.strictObject({ loai_sim: z.string() })),
})
export type Offer = z.output<typeof offer>

const text = z.optional(z.nullable(z.string()))
const amount = z.optional(z.nullable(z.union([z.int(), z.string()])))
const numberOrText = z.union([z.int(), z.string()])

/** Orders of the offers; newest first by default. */
export const offerOrders = [
  { value: '', label: 'Mới về' },
  { value: 'gia_tang', label: 'Giá thấp trước' },
  { value: 'gia_giam', label: 'Giá cao trước' },
] as const

/** Filters of the offers; missing, empty or '-99' means all (D2-Q-133, D3-SIM-02). */
const offerFilters = {
  so_dien_thoai: text,
  nha_mang: text,
  /** Only numbers for sale are offered; other states find none. */
  trang_thai: text,
  number_type: z.optional(z.nullable(numberOrText)),
  loai_sim: z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
  gia_tu: amount,
  gia_den: amount,
  /** Digits that the number must not contain: '47' or [4, 7]. */
  bo_so: z.optional(z.nullable(z.union([numberOrText, z.array(numberOrText)]))),
  /** DDMMYY or DDMMYYYY at the end. */
  ngay_sinh: text,
}

export const offers = defineCall({
  method: 'POST',
  path: `${base}/homepageList`,
  may: 'public',
  summary:
    'Numbers that are for sale, newest first or, by `sap_xep`, by price (gia_tang, gia_giam); `count` of a page is at most 100',
  input: z.object({
    page: z.optional(numberOrText),
    count: z.optional(numberOrText),
    sap_xep: z.optional(z.nullable(z.enum(offerOrders.map(({ value }) => value)))),
    ...offerFilters,
  }),
  answer: z.strictObject({
    values: z.array(offer),
    count: z.int(),
    /** Whether there are more than `count`, which stops at 10,000. */
    more: z.boolean(),
  }),
})

export const oneOffer = defineCall({
  method: 'GET',
  path: `${base}/homepageFindOne/:id`,
  may: 'public',
  summary: 'One number that is for sale; 404 for any other',
  input: z.object({ id: z.string() }),
  answer: offer,
})

const placed = z.strictObject({
  /** Order code, for the transfer content and for enquiries. */
  ma_don: z.string(),
  so_dien_thoai_co_dau_cham: z.string(),
  /** Whole đồng. */
  so_tien: z.int(),
  /** Hours until an unpaid order is deleted (0: never), and the resulting time. */
  han_gio: z.int(),
  han_den: z.nullable(instant),
  /** A repeated order may be paid already. */
  da_thanh_toan: z.boolean(),
  /** Sent to staff only. */
  khong_goi: z.optional(doNotCallField.khong_goi),
  /** Only for an order that waits for its transfer: content, account, and text of the VietQR code. */
  chuyen_khoan: z.nullable(
    z.strictObject({
      noi_dung: z.string(),
      so_tai_khoan: z.string(),
      ten_tai_khoan: z.string(),
      /** Empty while the account is not set. */
      vietqr: z.string(),
    }),
  ),
})
export type Placed = z.output<typeof placed>

export const sendOrder = defineCall({
  method: 'POST',
  path: sendOrderPath,
  may: 'public',
  summary:
    'Orders a number that is for sale, once; with a session also one that the caller holds. 409 for any other, and where phone or account have as many unpaid orders as they may; 429 where a customer’s device or network has, and beyond a masked role’s phones of the day. Sent again, with the same Idempotency-Key or the same words, it answers the order that is there',
  /** Parsed by the fields of an order, which name missing or invalid ones. */
  input: z.object({
    id: z.string(),
    phone: text,
    name: text,
    address: text,
    payment_method: text,
    note: text,
    /** Price displayed on the sender's page, in đồng: 409 when it has changed. */
    gia_khach_hang: amount,
  }),
  asks: { phone, name, address, payment_method, note },
  phone: { of: 'phone', beyond: 'refused' },
  answer: placed,
})

export const holdSim = defineCall({
  method: 'PUT',
  path: `${base}/giuSo/:id`,
  may: 'any',
  summary: 'Holds a number for the caller for a while; 409 when it is not for sale or the caller may not',
  input: z.object({ id: z.string() }),
  answer: rowOf(simso),
})

export const endHold = defineCall({
  method: 'DELETE',
  path: `${base}/giuSo/:id`,
  may: 'any',
  summary: 'Ends a hold: the own one, or anybody’s for priority below 3; 409 for a number that nobody holds',
  input: z.object({ id: z.string() }),
  answer: rowOf(simso),
})

/** Source with more than half of its limit of unpaid orders (D3-SIM-07). */
const crowd = z.strictObject({
  kind: z.enum(['phone', 'account', 'address']),
  /** Phone, username or network. */
  who: z.string(),
  /** Counted orders, and their limit. */
  orders: z.int(),
  most: z.int(),
})
export type Crowd = z.output<typeof crowd>

export const crowdedOrders = defineCall({
  method: 'GET',
  path: '/api/v1/order/ganMuc',
  may: 'below3',
  summary:
    'Phones, accounts and network addresses whose unpaid orders are over half of what they may be, fullest first, at most 100',
  input: z.object({}),
  answer: z.strictObject({ values: z.array(crowd) }),
})

/** Notice about a customer's own order: it is accepted, and staff who call about it are informed (D3-RULE-05). */
export const unwillingOrder = (ma_don: string, entry: DoNotCallEntry): string =>
  `Đơn sim ${ma_don} khách tự đặt. ${doNotCallText(entry)}`

/** Notice about orders that expired unpaid; of many only the first are named. */
export function ranOutWords(orders: readonly string[]): string {
  const named = orders.slice(0, 5).join(', ')
  const more = orders.length > 5 ? ` và ${orders.length - 5} đơn khác` : ''
  return `Hết hạn thanh toán, đã xoá và trả số về kho: ${named}${more}`
}
