/** Bank messages that pay orders: proposal, acceptance, message of an order (D3-QR). */
import * as z from 'zod/mini'
import { settlers } from '#platform/contract/abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { instant, mayChange } from '#kit/contract/shapes.ts'
import { mesbank } from '../lists/mesbank.ts'
import { mfy } from '../lists/mfy.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { requestrefund } from '../lists/requestrefund.ts'

/** List of each order kind. */
export const orderLists = { nap_tien: requestrefund, mfy, sim: order } as const
export type OrderKind = keyof typeof orderLists

export const isOrderKind = (kind: unknown): kind is OrderKind =>
  typeof kind === 'string' && Object.hasOwn(orderLists, kind)

/** Ability to see and accept proposals. */
export const mayAccept = settlers

export const acceptTransfer = defineCall({
  method: 'PUT',
  path: `/api/v1/${mesbank.path}/ghiNhan/:id`,
  may: mayAccept,
  summary:
    'Makes a bank message pay the order that it was proposed for; 409 when either is taken, naming by whom',
  input: z.object({ id: z.string(), don_id: z.guid(), version: z.optional(z.int()) }),
  answer: rowOf(mesbank),
})

const none = z.optional(z.nullable(z.string()))
const paying = z.strictObject({
  /** Whether the message already pays the order, or is only proposed. */
  da_dung: z.boolean(),
  /** Message fields for the order's card, masked as in the list of messages. */
  tin: z.strictObject({
    id: z.guid(),
    version: z.int(),
    sender: none,
    money: z.int(),
    datetime: instant,
    str_mes: z.string(),
    de_xuat: none,
    de_xuat_id: z.optional(z.nullable(z.guid())),
    may: mayChange,
  }),
})
export type Paying = z.output<typeof paying>

export const transferOf = defineCall({
  method: 'GET',
  path: `/api/v1/${mesbank.path}/cuaDon/:id`,
  may: 'any',
  summary: 'The bank message of an order of the own scope, or, for priority below 3, the one proposed for it',
  input: z.object({ id: z.string() }),
  answer: z.nullable(paying),
})
