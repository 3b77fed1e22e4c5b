/** Split of a subscriber file over the hierarchy: quantities, trial, undo. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { flag, instant } from '#kit/contract/shapes.ts'
import { byFileName } from './subscriber-files.ts'

const nullableText = z.nullable(z.string())

const level = z.enum(['branch', 'leader', 'sale'])

/** One account in the split of a file. Numbers count the subtree: a branch with its leaders and salespeople. */
const splitNode = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  level,
  /** Account id of the leader or branch above, or null. */
  parent: nullableText,
  locked: z.boolean(),
  /** Total ever received: left + open + called + blocked of the subtree. */
  received: z.int(),
  called: z.int(),
  open: z.int(),
  left: z.int(),
  blocked: z.int(),
  /** Part of `left` that a split may move: without numbers requested again. */
  free: z.int(),
  /** Numbers reserved for the subtree that are still available, or null without a quantity (no limit at this level). */
  quantity: z.nullable(z.int()),
})
export type SplitNode = z.output<typeof splitNode>

const splitBatch = z.strictObject({
  id: z.string(),
  by: z.string(),
  at: instant,
  moved: z.int(),
  undoable: z.boolean(),
  why: nullableText,
})
export type SplitBatch = z.output<typeof splitBatch>

const options = z.strictObject({
  /** Username and quantity of every account that has one (D1-UPL-46). */
  values: z.array(z.strictObject({ username: z.string(), quantity: z.int() })),
  /** Numbers that may be split: `tong` less `tong_da_dung`, blacklisted and requested-again ones (D1-Q-123). */
  total: z.int(),
  tong: z.int(),
  /** Whether numbers of the file are handed out; a split of a stopped file has no effect yet. */
  is_activated: flag,
  /** The tree in the caller's scope, in hierarchy order. */
  tree: z.array(splitNode),
  /** The caller's newest split of the file, otherwise the newest of all, with whether it can be undone. */
  last: z.nullable(splitBatch),
})
export type FileOptions = z.output<typeof options>

export const fileOptions = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/getOptionDataByFile',
  may: 'below5or7',
  summary: 'Quantities of a file by username, with the tree and its balances',
  input: byFileName,
  answer: options,
})

/** A whole number, also as a string; empty is refused. */
const quantity = z.union([z.number(), z.string().check(z.regex(/^\d+$/))])
/** Username → numbers to reserve for that account and those below; null removes the quantity. */
const assigns = z.record(z.string(), z.nullable(quantity))
const split = z.object({ FileName: z.string(), assigns })

export const saveSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/handleFileUserQuantityOption',
  may: 'below5or7',
  summary: 'Splits a file: sets the quantities of the named accounts, all or nothing',
  input: split,
  answer: z.strictObject({ batch: nullableText, moved: z.int(), is_activated: flag }),
})

const warning = z.strictObject({
  username: nullableText,
  level: z.enum(['error', 'warning', 'info']),
  /** Such as 'leader12 vượt 100 số'. */
  title: z.string(),
  /** Such as 'Giao xuống 1,900, leader có 1,800'. */
  detail: z.string(),
})
export type TrialWarning = z.output<typeof warning>

const trial = z.strictObject({
  ok: z.boolean(),
  /** Numbers of each account after the split, in hierarchy order. */
  nodes: z.array(
    z.strictObject({
      username: z.string(),
      fullname: z.string(),
      level,
      before: z.int(),
      after: z.int(),
    }),
  ),
  /** Sum for branches, or for accounts without one above, and the rest in the file. */
  given: z.int(),
  left: z.int(),
  warnings: z.array(warning),
  at: instant,
})
export type TrialSplit = z.output<typeof trial>

export const trialSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/chiaThu',
  may: 'below5or7',
  summary: 'What a split would do, with warnings; saves nothing',
  input: split,
  answer: trial,
})

export const undoSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/hoanTac',
  may: 'below5or7',
  summary: 'Takes back a split while its numbers are untouched and no later one stands on it',
  input: z.object({ batch: z.string() }),
  answer: z.strictObject({ moved: z.int() }),
})

export const splitTexts = {
  splitSaved: 'Đã lưu cài đặt',
  giverLeft: 'Có người trong lần chia này đã dừng hoạt động hoặc chuyển đơn vị, không hoàn tác được',
  tooMany: 'Tổng số lượng vượt quá số lượng có thể chia',
} as const
