/** Statements of refund partners, compared with the orders sent to them (D3-ACC-05, docs/providers.md). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'
import { statementSheet } from '../lists/statement-sheet.ts'

const statement = z.strictObject({
  id: z.string(),
  doi_tac: z.string(),
  tu_ngay: z.string(),
  den_ngay: z.string(),
  boi: z.string(),
  luc: instant,
  so_dong: z.int(),
  /** Sum of the paid amounts in the statement, in đồng. */
  da_tra: z.int(),
})
export type Statement = z.output<typeof statement>

export const statementList = defineCall({
  method: 'GET',
  path: `/api/v1/${statementSheet.path}`,
  may: 'managesPay',
  summary: 'The newest 50 statements of refund partners, and the partners that there are',
  input: z.object({}),
  answer: z.strictObject({ values: z.array(statement), doi_tac: z.array(z.string()) }),
})

export const statementTexts = {
  noPartner: 'Chọn đối tác của sao kê',
  noDays: 'Nhập từ ngày và đến ngày của sao kê',
  daysTurned: 'Đến ngày phải từ ngày đầu trở đi, tối đa 366 ngày',
  outside: 'Ngày nằm ngoài khoảng của sao kê',
} as const
/** Maximum days of one statement. */
export const statementDays = 366
