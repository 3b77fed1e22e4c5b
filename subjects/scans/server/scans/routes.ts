/** Routes of the scans in addition to their file lists. */
import { scanKinds, scanSheets, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanCalls, scanStarted, scanStopped } from '#subjects/scans/contract/calls/scans.ts'
import { withMsg } from '#kit/server/answer.ts'
import { handle, readInput } from '#kit/server/call.ts'
import { register, type Api } from '#kit/server/handle.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { deleteScan, removeScan } from './delete-file.ts'
import { scanInfo, scanNow, scanRows, sendResults } from './read-scan.ts'
import { importNumbers } from './save-numbers.ts'
import { startScan, stopScan, endPause } from './start-stop.ts'
import { toSubscribers } from './to-subscribers.ts'

/** Rows of an import call are numbers on every import path (D2-SCAN-40); deleting a file deletes its numbers. */
const overridesOf = (kind: ScanKind): Overrides => ({
  import: (ctx, raw) => importNumbers(kind, raw, ctx),
  remove: (ctx, raw) => removeScan(kind, raw.params.id, ctx),
})
export const scanOverrides: Readonly<Record<ScanKind, Overrides>> = {
  quetdata: overridesOf('quetdata'),
  quetdatakhonggoi: overridesOf('quetdatakhonggoi'),
  quetdtct: overridesOf('quetdtct'),
}

function serveKind(api: Api, kind: ScanKind): void {
  const calls = scanCalls[kind]
  handle(api, calls.start, async (ctx, { FileName }) => {
    const file = await startScan(kind, FileName, ctx)
    return withMsg(file, scanStarted(file.FileName))
  })
  handle(api, calls.stop, async (ctx, { FileName }) => {
    const file = await stopScan(kind, FileName, ctx)
    return withMsg(file, scanStopped(file.FileName))
  })
  handle(api, calls.deleteFile, (ctx, { FileName }) => deleteScan(kind, FileName, ctx))
  handle(api, calls.rows, (ctx, input) => scanRows(kind, input, ctx), 'read')
  handle(api, calls.info, (ctx, { FileName }) => scanInfo(kind, FileName, ctx), 'read')
  handle(api, calls.now, (ctx) => scanNow(kind, ctx))
  handle(api, calls.tryNow, (ctx, { nha_mang }) => endPause(nha_mang, ctx))
  handle(api, calls.toSubscribers, (ctx, { FileName }) => toSubscribers(kind, FileName, ctx))
  register(api, {
    method: 'GET',
    path: calls.results.path,
    may: 'below3',
    mode: 'read',
    limit: 'export',
    parse: (raw) => readInput(calls.results.input, raw),
    run: async () => null,
    reply: (ctx, { FileName }, reply) => sendResults(kind, FileName, ctx, reply),
  })
  const sheet = scanSheets[kind]
  register(api, {
    method: 'POST',
    path: `/api/v1/${sheet.path}/import`,
    may: sheet.may.import,
    mode: 'write',
    parse: (raw) => raw,
    run: (ctx, raw) => importNumbers(kind, raw, ctx),
  })
}

export function serveScans(api: Api): void {
  for (const kind of scanKinds) serveKind(api, kind)
}
