/** SIM numbers for customers and those who hold one for a customer: the public calls, orders, holds (D2-ORD-24 to 30, D3-SIM-04 to 06). */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'
import { rowOf } from '../kit/row-schema.ts'
import { instant } from '../kit/shapes.ts'
import { simso } from '../resources/simso.ts'
import { sendOrderPath } from '../shop.ts'

const base = `/api/v1/${simso.path}`

/** Rows of one page of offers at most (D2-Q-133). */
export const mostOffers = 100

/** A number as everybody may see it: nothing of what it cost, who brought it or what is noted about it (D2-ORD-29). */
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
const one = z.union([z.int(), z.string()])

/** How offers are ordered; nothing, or anything empty, is the newest first. */
export const offerOrders = [
  { value: '', label: 'Mới về' },
  { value: 'gia_tang', label: 'Giá thấp trước' },
  { value: 'gia_giam', label: 'Giá cao trước' },
] as const

/** Filters of the offers; what is not sent, empty or '-99' asks for all (D2-Q-133, D3-SIM-02). */
const offerFilters = {
  so_dien_thoai: text,
  nha_mang: text,
  /** Only what is for sale is offered; another state of the stock finds none. */
  trang_thai: text,
  number_type: z.optional(z.nullable(one)),
  loai_sim: z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
  gia_tu: amount,
  gia_den: amount,
  /** Digits that the number does not have: '47' or [4, 7]. */
  bo_so: z.optional(z.nullable(z.union([one, z.array(one)]))),
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
    page: z.optional(one),
    count: z.optional(one),
    sap_xep: z.optional(z.nullable(z.enum(offerOrders.map(({ value }) => value)))),
    ...offerFilters,
  }),
  answer: z.strictObject({
    values: z.array(offer),
    count: z.int(),
    /** There are more than `count`, which stops at 10,000. */
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
  /** What the customer writes into the transfer and tells whoever he asks. */
  ma_don: z.string(),
  so_dien_thoai_co_dau_cham: z.string(),
  /** Whole đồng. */
  so_tien: z.int(),
  /** Hours after which an order that nobody has paid is given up, 0 is never; and when that is. */
  han_gio: z.int(),
  han_den: z.nullable(instant),
  /** An order that is sent again may be paid by now. */
  da_thanh_toan: z.boolean(),
  /** Only of an order that waits for its transfer: its content, the account, and the text of the VietQR picture. */
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
  /** Read by the fields of an order, which name what is missing or wrong. */
  input: z.object({
    id: z.string(),
    phone: text,
    name: text,
    address: text,
    payment_method: text,
    note: text,
  }),
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

/** Whose unpaid orders are over half of their bound (D3-SIM-07). */
const crowd = z.strictObject({
  kind: z.enum(['phone', 'account', 'address']),
  /** The phone, user name or network. */
  who: z.string(),
  /** Orders that count, and how many there may be. */
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

/** What is told of orders that nobody paid within their term; the first of many are named. */
export function ranOutWords(orders: readonly string[]): string {
  const named = orders.slice(0, 5).join(', ')
  const more = orders.length > 5 ? ` và ${orders.length - 5} đơn khác` : ''
  return `Hết hạn thanh toán, đã xoá và trả số về kho: ${named}${more}`
}
