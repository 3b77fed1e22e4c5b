/** The bank account to which a person's pay is sent (D3-ACC-04). */
import * as z from 'zod/mini'
import { bankNames } from '../banks.ts'
import { defineCall } from '#kit/contract/call.ts'
import { f } from '#kit/contract/field.ts'
import { instant } from '#kit/contract/shapes.ts'

const text = z.optional(z.nullable(z.string()))

/** Fields of a bank account; readers other than the owner and managers of pay get the number as `****` and four characters. */
export const payoutFields = {
  ngan_hang: z.nullable(z.string()),
  so_tai_khoan: z.nullable(z.string()),
  /** Account holder as the bank spells it; null when it is the person. */
  chu_tai_khoan: z.nullable(z.string()),
}

/** The same fields as input. */
export const payoutInput = { ngan_hang: text, so_tai_khoan: text, chu_tai_khoan: text }

const payoutAccount = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  ...payoutFields,
  /** Last change and who made it; null when never changed. */
  changed_at: z.nullable(instant),
  changed_by: z.nullable(z.string()),
  version: z.int(),
})

export const readPayout = defineCall({
  method: 'GET',
  path: '/api/v1/users/:id/bank-account',
  may: 'any',
  summary:
    'Bank account of a person: of the own account, of one in reach with `user.get`, of any for payroll',
  input: z.object({ id: z.string() }),
  answer: payoutAccount,
})

export const changePayout = defineCall({
  method: 'PUT',
  path: '/api/v1/users/:id/bank-account',
  may: 'any',
  summary:
    'Changes the bank account of a person: the own one, one in reach with `user.edit`, any for payroll; empty removes it',
  reauth: true,
  decides: 'inTurn',
  input: z.object({ id: z.string(), ...payoutInput, version: z.optional(z.number()) }),
  asks: {
    ngan_hang: f.choice({
      label: 'Ngân hàng',
      options: bankNames.map((name) => ({ value: name, label: name })),
    }),
    so_tai_khoan: f.text({ label: 'Số tài khoản', account: true, max: 30 }),
    chu_tai_khoan: f.text({ label: 'Chủ tài khoản', max: 100 }),
  },
  answer: payoutAccount,
})

export const texts = {
  saved: 'Đã lưu tài khoản ngân hàng',
  removed: 'Đã bỏ tài khoản ngân hàng',
  notBelow: 'Chỉ đổi tài khoản ngân hàng của người có cấp thấp hơn bạn',
  failed: 'Không lưu được tài khoản ngân hàng',
} as const
