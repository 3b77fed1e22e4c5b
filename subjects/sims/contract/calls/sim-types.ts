/** Types over the whole stock: counts per type, and reapplying the rules after an update (D3-SIM-03). */
import * as z from 'zod/mini'
import { thousands } from '#kit/contract/thousands.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'
import { simTypes } from '../sim-types.ts'

const key = z.enum(simTypes.map((type) => type.key))

export const countSimTypes = defineCall({
  method: 'GET',
  path: '/api/v1/simso/loaiSim',
  may: 'any',
  summary: 'How many numbers of the filter are of each type; the filter by type itself is left out',
  input: z.record(z.string(), z.string()),
  answer: z.strictObject({
    count: z.int(),
    values: z.array(z.strictObject({ loai_sim: key, count: z.int() })),
  }),
})

const retyped = z.strictObject({
  id: z.guid(),
  so_dien_thoai_co_dau_cham: z.string(),
  /** The number's types and those by rule: keys, comma-separated. */
  truoc: z.string(),
  sau: z.string(),
})
export type Retyped = z.output<typeof retyped>

export const previewRetyping = defineCall({
  method: 'GET',
  path: '/api/v1/simso/doiLoai',
  may: 'below3',
  summary: 'The next numbers of the stock whose types by rule are no longer what the rules say',
  input: z.object({ after: z.optional(z.guid()) }),
  answer: z.strictObject({
    /** Numbers checked so far, and the cursor; null at the end. */
    looked: z.int(),
    after: z.nullable(z.guid()),
    /** Count of numbers with different types; only the first ones are sent. */
    changed: z.int(),
    values: z.array(retyped),
  }),
})

export const retypeStock = defineCall({
  method: 'POST',
  path: '/api/v1/simso/doiLoai',
  may: 'below3',
  summary:
    'Starts the job that gives all numbers whose types came by rule the types of the rules as they are now',
  input: z.object({}),
  answer: z.null(),
})

export const simRules = defineCall({
  method: 'GET',
  path: '/api/v1/simso/quyTacLoai',
  may: 'below3',
  summary:
    'Whether an update has changed a rule since the stock got its types, and when the rules were run last',
  input: z.object({}),
  answer: z.strictObject({ changed: z.boolean(), ran_at: z.nullable(instant) }),
})

/** Notice to the manager who started it. */
export const retypedWords = (changed: number): string =>
  `Đã chạy lại quy tắc loại số: ${thousands(changed)} số đổi loại`
