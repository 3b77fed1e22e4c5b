/** The approval desk: rows of all kinds waiting for the caller, with evidence (D3-APR). */
import * as z from 'zod/mini'
import { bulkCounted } from '#platform/contract/calls/bulk.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

export const deskPage = 50
/** Warnings are computed only for this many of the oldest rows, as they are expensive. */
export const deskLooked = 500

const row = z.strictObject({
  kind: z.string(),
  id: z.guid(),
  version: z.int(),
  since: instant,
  /** Requester's username and full name; null without one. */
  username: z.nullable(z.string()),
  fullname: z.nullable(z.string()),
  /** Warnings against approving it. */
  warnings: z.array(z.string()),
  /** Whether the caller may fill in missing fields. */
  editable: z.boolean(),
  /** Fields of the kind by name, masked as in its list. */
  fields: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
})
export type DeskRow = z.output<typeof row>

/** MM/YYYY: only requests of this month. */
const thang = z.optional(z.string())
const listFilter = {
  /** Kinds, comma-separated; all of the caller's by default. */
  kinds: z.optional(z.string()),
  thang,
  /** 1: only rows with a warning, within the 500 oldest rows of each kind. */
  warned: z.optional(z.enum(['0', '1'])),
  /** Only requests of this person. */
  username: z.optional(z.string()),
}

export const deskList = defineCall({
  method: 'GET',
  path: '/api/v1/banduyet',
  may: 'decides',
  summary: "What waits for the caller's decision, oldest first; 'after' of a page asks for the next one",
  input: z.object({
    ...listFilter,
    after: z.optional(z.string()),
  }),
  answer: z.strictObject({
    values: z.array(row),
    /** Cursor of the next page; null on the last one. */
    after: z.nullable(z.string()),
  }),
})

const counted = z.strictObject({
  kind: z.string(),
  count: z.int(),
  /** In đồng; null for a kind without amounts. */
  sum: z.nullable(z.int()),
  /** Rows with a warning; null when there are too many waiting rows to check. */
  warned: z.nullable(z.int()),
})
export type DeskCount = z.output<typeof counted>

export const deskCounts = defineCall({
  method: 'GET',
  path: '/api/v1/banduyet/dem',
  may: 'decides',
  summary: "How much waits for the caller's decision, by kind",
  /** `warned` 0: without counting rows with warnings. */
  input: z.object({ thang, warned: listFilter.warned }),
  answer: z.strictObject({ values: z.array(counted) }),
})

const batch = z.extend(bulkCounted, { kind: z.string() })
export type DeskBatch = z.output<typeof batch>

export const deskBatch = defineCall({
  method: 'POST',
  path: '/api/v1/banduyet/loat',
  may: 'decides',
  summary:
    'Counts what a decision on many waiting rows would be done to, by kind: of the rows named, else of all that is listed',
  input: z.object({
    decision: z.enum(['approve', 'reject']),
    ...listFilter,
    ids: z.optional(z.record(z.string(), z.array(z.guid()))),
  }),
  answer: z.strictObject({ values: z.array(batch) }),
})

const asker = z.strictObject({
  username: z.string(),
  fullname: z.string(),
  count: z.int(),
  /** In đồng. */
  sum: z.int(),
})
export type DeskAsker = z.output<typeof asker>

export const deskAskers = defineCall({
  method: 'GET',
  path: '/api/v1/banduyet/nguoi',
  may: 'decides',
  summary: 'Who asks for how much of what waits, most rows first (D3-SEC-11)',
  input: z.object({ kinds: listFilter.kinds, thang }),
  answer: z.strictObject({ values: z.array(asker) }),
})

const message = z.strictObject({
  id: z.guid(),
  sender: z.optional(z.nullable(z.string())),
  datetime: instant,
  money: z.int(),
  text: z.string(),
  phone: z.nullable(z.string()),
  package: z.nullable(z.string()),
  /** Whether a person typed the phone, so that it may not be in the text. */
  phoneTyped: z.boolean(),
  packageTyped: z.boolean(),
  /** Whether its phone is the row's: readers of masked numbers cannot compare them. */
  samePhone: z.boolean(),
  /** Whether it is this row's transfer. */
  own: z.boolean(),
  /** Name of the request that already uses the transfer. */
  usedBy: z.nullable(z.string()),
})
export type DeskMessage = z.output<typeof message>

const line = z.strictObject({
  id: z.guid(),
  at: instant,
  channel: z.string(),
  package: z.string(),
  amount: z.int(),
  status: z.string(),
  username: z.nullable(z.string()),
  /** Whether it is matched with this row. */
  own: z.boolean(),
})
export type DeskLine = z.output<typeof line>

const past = z.strictObject({
  id: z.guid(),
  at: instant,
  request_type: z.int(),
  request_method: z.nullable(z.int()),
  package: z.string(),
  /** Refund and extra, or top-up, in đồng. */
  amount: z.int(),
  decision: z.string(),
  decidedBy: z.nullable(z.string()),
  /** Approved, but returned or refused by the partner. */
  returned: z.boolean(),
})
export type DeskPast = z.output<typeof past>

/** Number of calls that the evidence lists. */
export const deskCalls = 5

const call = z.strictObject({
  id: z.guid(),
  at: instant,
  /** Who called; null where the care log shows no names to the caller. */
  username: z.nullable(z.string()),
  fullname: z.nullable(z.string()),
  /** Value of `careResults`. */
  result: z.string(),
  /** Masked as in the care log. */
  note: z.nullable(z.string()),
})
export type DeskCall = z.output<typeof call>

const calls = z.strictObject({
  /** Newest first. */
  last: z.array(call).check(z.maxLength(deskCalls)),
  /** Number of calls in the last 30 days. */
  month: z.int(),
  /** Who holds the number now. */
  holders: z.array(z.strictObject({ username: z.string(), fullname: z.string() })),
})
export type DeskCalls = z.output<typeof calls>

/** A bank message with its proposed order, as acceptTransfer takes it. */
const proposal = z.strictObject({
  id: z.guid(),
  version: z.int(),
  str_mes: z.string(),
  /** Description of the order, with the difference in amount. */
  de_xuat: z.string(),
  de_xuat_id: z.guid(),
})
export type DeskProposal = z.output<typeof proposal>

const evidence = z.strictObject({
  /** The proposed order of a message, or message of an order (D3-QR-02); null without one, or when the caller may not accept it. */
  proposal: z.nullable(proposal),
  /** Transfers of the number, the row's own first, then the newest. */
  messages: z.array(message),
  /** Package price in đồng; null when unknown. */
  price: z.nullable(z.int()),
  /** Expected transfer in đồng; null for a row that is not paid by transfer. */
  due: z.nullable(z.int()),
  lines: z.array(line),
  /** Earlier refunds and top-ups of the number, newest first. */
  past: z.array(past),
  /**
   * Calls to the number and its holders, as care log and customers show them to the caller; null for a kind that is no claim on a
   * customer, and where the number may not be revealed.
   */
  calls: z.nullable(calls),
  /** The same person's requests of the same kind this month. */
  month: z.nullable(z.strictObject({ asked: z.int(), approved: z.int(), rejected: z.int() })),
  /**
   * Amounts that the caller approved alone today, in đồng: for the number (null when it may not be revealed) and for the requester, with
   * the limit above which two approvals are required (D3-ACC-08); null where one approval always suffices.
   */
  released: z.nullable(
    z.strictObject({ above: z.int(), phone: z.nullable(z.int()), seller: z.int(), two: z.boolean() }),
  ),
})
export type DeskEvidence = z.output<typeof evidence>

export const deskEvidence = defineCall({
  method: 'GET',
  path: '/api/v1/banduyet/:kind/:id',
  may: 'decides',
  summary:
    'What a waiting row is decided by: transfers, price, registrations, earlier requests, who asks how often',
  input: z.object({ kind: z.string(), id: z.string() }),
  answer: evidence,
})
