/** 'Khách hàng 360': what the viewer may see of one phone, one call per block (D3-C360-01). */
import * as z from 'zod/mini'
import { doNotCallField } from '#platform/contract/do-not-call.ts'
import { defineCall } from '#kit/contract/call.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { instant, keyOf, pageOf, valuesOf } from '#kit/contract/shapes.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { lstracuu } from '#subjects/registrations/contract/lists/lstracuu.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { moigoihomsau } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { custody, movement } from '#subjects/numbers/contract/calls/custody.ts'

/** Lists with rows of a phone, with their screens and phone fields. Each block shows the same as its list. */
export const blocks = {
  customer: { resource: customer, screen: 'customers', phone: 'phone' },
  cuocgoi: { resource: careHistory, screen: 'careHistory', phone: 'phone' },
  tracuu: { resource: lstracuu, screen: 'lookupLog', phone: 'so_dien_thoai' },
  dangky: { resource: registrationResults, screen: 'registrationResults', phone: 'NumberPhone' },
  doanhthu: { resource: report90849332, screen: 'report90849332', phone: 'so_dien_thoai_cs' },
  chuyenkhoan: { resource: mesbank, screen: 'bankLookup', phone: 'so_dien_thoai' },
  hoantien: { resource: requestrefund, screen: 'requestrefund', phone: 'number_phone' },
  mfy: { resource: mfy, screen: 'mfy', phone: 'so_dien_thoai' },
  donsim: { resource: order, screen: 'order', phone: 'phone' },
  blacklist: { resource: blacklist, screen: 'blacklist', phone: 'phone_number' },
  khachrieng: { resource: khr, screen: 'khr', phone: 'so_dien_thoai' },
  baodo: { resource: baodo, screen: 'baodo', phone: 'so_dien_thoai' },
  moihomsau: { resource: moigoihomsau, screen: 'moigoihomsau', phone: 'phone' },
} as const satisfies Record<string, { resource: Resource; screen: ScreenName; phone: string }>

export type BlockName = keyof typeof blocks
// Object.keys loses the type of the names of this constant.
export const blockNames = Object.keys(blocks) as BlockName[]

/** Maximum rows of a block; `count` covers all. */
export const blockRows = 50

export const customer360Texts = {
  unknownKey: 'Địa chỉ này không mở được khách hàng nào',
  noKey: 'Chưa cấu hình khoá mã hoá (SECRETS_KEY), chưa mở được trang khách hàng',
} as const

const root = '/api/v1/khachhang360'
const opened = z.object({ key: z.string().check(z.maxLength(64)) })

export const openCustomer = defineCall({
  method: 'GET',
  path: `${root}/:key`,
  may: 'any',
  summary: 'Opens the page of a phone by its opaque key; takes from the numbers of the day, and is on record',
  input: opened,
  answer: z.strictObject({ phone: z.string(), ...doNotCallField }),
})

const blockCall = <R extends Resource>(name: BlockName, resource: R) =>
  defineCall({
    method: 'GET',
    path: `${root}/:key/${name}`,
    may: resource.may.read,
    summary: `Rows of '${resource.title}' of the phone, as its list shows them to the caller; the newest ${blockRows}`,
    input: opened,
    answer: pageOf(rowOf(resource)),
  })

export type BlockCall = ReturnType<typeof blockCall>

/** One call per block, so that they load independently. */
export const blockCalls = Object.fromEntries(
  blockNames.map((name) => [name, blockCall(name, blocks[name].resource)]),
) as Record<BlockName, BlockCall>

const fileMovement = z.extend(movement, { id: z.string(), FileName: z.nullable(z.string()) })
export type Movement = z.output<typeof fileMovement>

export const movementsOf = defineCall({
  method: 'GET',
  path: `${root}/:key/chuyenso`,
  may: custody.may,
  summary: `Through whose hands the phone went, in the caller's files that have it; the newest ${blockRows}`,
  input: opened,
  answer: pageOf(fileMovement),
})

/** Disclosures of a phone that are recorded one by one; an export is recorded once, with its filter (D3-RULE-04). */
export const disclosures = {
  nhan: 'Nhận để gọi',
  hen: 'Lịch hẹn',
  tra_cuu: 'Tra cứu',
  mo: 'Mở trang',
  moi: 'Mời gói',
} as const satisfies Record<string, string>

const viewer = z.strictObject({
  username: z.string(),
  fullname: z.string(),
  act: keyOf(disclosures),
  /** Number of times; the page counts once a day. */
  times: z.int(),
  last: instant,
})
export type Viewer = z.output<typeof viewer>

export const viewersOf = defineCall({
  method: 'GET',
  path: `${root}/:key/daxem`,
  may: 'below3',
  summary: 'Who has received, looked up or opened the phone, by kind of act, the latest first (D3-RULE-04)',
  input: opened,
  answer: valuesOf(viewer),
})
