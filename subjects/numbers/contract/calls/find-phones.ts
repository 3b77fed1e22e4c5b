/** From what is typed to the page of a phone: its key, and the palette's search (D3-PAL-01). It names no declaration: the palette is small. */
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

/** Blocks of the page in which the palette looks: those with a scope of their own. */
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

/** Rows that the search counts in one list; one more means 'more than that'. */
export const mostFound = 200
/** Phones that the search shows. */
export const mostPhones = 8

const foundPhone = z.strictObject({
  key: z.string(),
  phone: z.string(),
  /** Of the newest row among the caller's customers, where there is one. */
  package: z.nullable(z.string()),
  holder: z.nullable(z.string()),
  /** The lists that have rows of it. */
  lists: z.array(z.enum(searchedBlocks)),
  ...doNotCallField,
})
export type FoundPhone = z.output<typeof foundPhone>

/** Orders that the search shows of each list. */
export const mostOrders = 3

const foundOrder = z.strictObject({
  list: z.enum(searchedBlocks),
  id: z.string(),
  phone: z.string(),
  /** In đồng; null where the list has none, or the caller may not know it. */
  amount: z.nullable(z.int()),
  /** Kind and package, in words. */
  about: z.string(),
  state: z.string(),
  at: instant,
  /** Somebody has to decide on it. */
  waiting: z.boolean(),
})
export type FoundOrder = z.output<typeof foundOrder>

const found = z.strictObject({
  phones: z.array(foundPhone),
  /** Different phones among the counted rows. */
  count: z.int(),
  lists: z.array(z.strictObject({ name: z.enum(searchedBlocks), count: z.int() })),
  /** Refunds, Mfy, private customers and báo đỏ of these phones; what waits first, then the newest. */
  orders: z.array(foundOrder),
  /** Numbers and endings that a masked role may still ask for today; null for others. */
  left: z.nullable(z.strictObject({ left: z.int(), most: z.int() })),
})
export type FoundPhones = z.output<typeof found>

export const findPhones = defineCall({
  method: 'GET',
  path: '/api/v1/timnhanh',
  may: 'any',
  summary:
    'Phones of the scope by a whole number or its last digits, with the rows that each list has of them; a search of the day',
  input: z.object({ text: z.string().check(z.maxLength(40)) }),
  answer: found,
})
