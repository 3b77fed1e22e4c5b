/** Routes of the payroll in addition to its list. */
import { createHash } from 'node:crypto'
import { isPlain } from '#kit/contract/is-object.ts'
import { timekeepingSheet, typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { largestCosts, monthResult, monthResults } from '#subjects/pay/contract/calls/month-result.ts'
import { confirmLines, readSlip, saySlip, slipStandings } from '#subjects/pay/contract/calls/payslip.ts'
import { payToday } from '#subjects/pay/contract/calls/pay-today.ts'
import * as calls from '#subjects/pay/contract/calls/payroll.ts'
import { payrollSubject } from '#subjects/pay/contract/calls/payroll.ts'
import * as closing from '#subjects/pay/contract/calls/payroll-close.ts'
import { handle as handleCall } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { historyOf } from '#kit/server/history.ts'
import { importRows, readChunk, type Chunk } from '#kit/server/import.ts'
import { readAssign } from '#kit/server/assign.ts'
import { monthOf } from '../reports/tinhluong.ts'
import { close, confirm, reopen, showClosing, showProgress } from './close-month.ts'
import { compare } from './compare.ts'
import { largest } from './largest-costs.ts'
import { result, results, showFirstMonth } from './month-result.ts'
import { confirm as confirmSlip, read, sendMessage, standings } from './payslip.ts'
import { payNow } from './today.ts'
import { clearTyped, createTyped, findTyped, recompute, updateTyped } from './edit-row.ts'
import { explain } from './explain.ts'
import { decideOdd, listOdd } from './odd-clockings.ts'
import { requireBegun, saveClockings } from './timekeeping.ts'
import { saveTypedRows } from './pay-values.ts'
import { payRowId, payOwnerById } from './pay-owner.ts'
import { withPayScope } from '../reports/pay-scope.ts'

/** The same with the pay scope: all units for managers of pay (D3-ACC-01). */
const handle: typeof handleCall = (api, call, run, mode) =>
  handleCall(api, call, (ctx, input) => run(withPayScope(ctx), input), mode)

/** The month in the body of an import; null without one. */
const monthIn = ({ extra: { thangTinhLuong } }: Chunk): string | null =>
  thangTinhLuong === undefined || thangTinhLuong === ''
    ? null
    : monthOf(isPlain(thangTinhLuong) ? String(thangTinhLuong) : '?', 'thangTinhLuong')

/**
 * Rows of one import accumulate, so a repeated chunk must be recognised even without a number: a negative hash of its content replaces it
 * (D2-PAY-37, D2-Q-153).
 */
function numbered(chunk: Chunk, month: string | null): Chunk {
  if (chunk.chunk !== null) return chunk
  const contentHash = createHash('sha256')
    .update(JSON.stringify([month, chunk.rows]))
    .digest()
  return { ...chunk, chunk: contentHash.readInt32BE() | -0x80000000 }
}

function importTimes(ctx: Ctx, chunk: Chunk) {
  const month = requireBegun(monthIn(chunk))
  return importRows(timekeepingSheet, numbered(chunk, month), ctx, (rows) =>
    saveClockings(rows, { month, importId: chunk.importId ?? undefined }, ctx),
  )
}
const importTyped = (ctx: Ctx, chunk: Chunk) =>
  importRows(typedSheet, chunk, ctx, (rows) => saveTypedRows(monthIn(chunk) ?? monthOf(undefined), rows, ctx))

/** Calls that take at most 200 sheet rows, by the last part of their path. */
export const sheetCalls = {
  saveFileChamCong: { sheet: timekeepingSheet, run: importTimes },
  saveFileDuLieuNhapTay: { sheet: typedSheet, run: importTyped },
  // The same rows under the generic import path of lists (D2-Q-165).
  import: { sheet: typedSheet, run: importTyped },
} as const

export function servePayroll(api: Api): void {
  for (const [name, { sheet, run }] of Object.entries(sheetCalls)) {
    register(api, {
      method: 'POST',
      path: `/api/v1/tinhluong/${name}`,
      may: sheet.may.import,
      mode: 'write',
      decides: 'atOnce',
      parse: (raw) => readChunk(raw.body),
      run,
    })
  }
  handle(api, calls.findRow, findTyped, 'read')
  handle(api, calls.updateRow, updateTyped)
  handle(api, calls.createRow, createTyped)
  handle(api, calls.recomputeRow, recompute, 'read')
  handle(api, calls.clearRow, clearTyped)
  handle(api, calls.assignRows, async (_ctx, { data }) => {
    readAssign(data)
    return { saved: 0 }
  })
  handle(api, calls.rowHistory, async (ctx, { id }) =>
    historyOf(payrollSubject, payRowId(await payOwnerById(id, ctx)), ctx),
  )
  handle(api, calls.oddClockings, listOdd)
  handle(api, calls.decideClockings, decideOdd)
  handle(api, calls.explainFigure, explain)
  handle(api, calls.compareMonths, compare)
  handle(api, closing.closingOfMonth, showClosing)
  handle(api, closing.closingProgress, showProgress)
  handle(api, closing.closeMonth, close)
  handle(api, closing.reopenMonth, reopen)
  handle(api, closing.confirmParameters, confirm)
  handle(api, payToday, payNow)
  handle(api, readSlip, read)
  handle(api, confirmLines, confirmSlip)
  handle(api, saySlip, sendMessage)
  handle(api, slipStandings, standings)
  handle(api, calls.firstMonth, showFirstMonth)
  handle(api, monthResult, result, 'replica')
  handle(api, monthResults, results, 'replica')
  handle(api, largestCosts, largest, 'replica')
}
