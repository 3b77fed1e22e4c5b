/**
 * Search from typed text to the page of a phone: its key, and the palette's search (D3-PAL-01). Imports no list declaration, to keep the
 * palette small.
 */
import * as z from 'zod/mini'
import { doNotCallField } from '#platform/contract/do-not-call.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

export const keyOfPhone = defineCall({
  method: 'GET',
  path: '/api/v1/khachhang360/khoa',
  may: 'any',
  summary: 'The opaque key of the page of a whole phone, in any spelling; null when it is none',
  input: z.object({ phone: z.string() }),
  phone: { of: 'phone', beyond: 'refused' },
  answer: z.strictObject({ key: z.nullable(z.string()) }),
})

/** Lists searched by the palette: those with their own scope. */
export const searchedBlocks = [
  'customer',
  'cuocgoi',
  'dangky',
  'hoantien',
  'mfy',
  'khachrieng',
  'baodo',
] as const
export type SearchedBlock = (typeof searchedBlocks)[number]

/** Maximum rows counted per list; one more means 'more than that'. */
export const mostFound = 200
/** Maximum phones shown by the search. */
export const mostPhones = 8

const foundPhone = z.strictObject({
  key: z.string(),
  phone: z.string(),
  /** From the newest row among the caller's customers, if any. */
  package: z.nullable(z.string()),
  holder: z.nullable(z.string()),
  /** Lists with rows of the phone. */
  lists: z.array(z.enum(searchedBlocks)),
  ...doNotCallField,
})
export type FoundPhone = z.output<typeof foundPhone>

/** Maximum orders shown per list. */
export const mostOrders = 3

const foundOrder = z.strictObject({
  list: z.enum(searchedBlocks),
  id: z.string(),
  phone: z.string(),
  /** In đồng; null when the list has no amounts, or the caller may not see them. */
  amount: z.nullable(z.int()),
  /** Kind and package, as text. */
  about: z.string(),
  state: z.string(),
  at: instant,
  /** Whether it needs a decision. */
  waiting: z.boolean(),
})
export type FoundOrder = z.output<typeof foundOrder>

const foundPhones = z.strictObject({
  phones: z.array(foundPhone),
  /** Distinct phones among the counted rows. */
  count: z.int(),
  lists: z.array(z.strictObject({ name: z.enum(searchedBlocks), count: z.int() })),
  /** Refunds, Mfy, private customers and báo đỏ of these phones; waiting ones first, then the newest. */
  orders: z.array(foundOrder),
  /** Remaining searches of a masked role today, by number or ending; null for others. */
  left: z.nullable(z.strictObject({ left: z.int(), most: z.int() })),
})
export type FoundPhones = z.output<typeof foundPhones>

export const findPhones = defineCall({
  method: 'GET',
  path: '/api/v1/timnhanh',
  may: 'any',
  summary:
    'Phones of the scope by a whole number or its last digits, with the rows that each list has of them; a search of the day',
  input: z.object({ text: z.string().check(z.maxLength(40)) }),
  answer: foundPhones,
})
