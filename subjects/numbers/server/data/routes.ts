/** Routes of subscriber files, data permission, split, and customer lists. */
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'
import { custody } from '#subjects/numbers/contract/calls/custody.ts'
import * as lists from '#subjects/numbers/contract/calls/customer-lists.ts'
import * as permission from '#subjects/numbers/contract/calls/data-permission.ts'
import * as histories from '#platform/contract/calls/histories.ts'
import * as split from '#subjects/numbers/contract/calls/split.ts'
import * as files from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { handle } from '#kit/server/call.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { importRows, readChunk } from '#kit/server/import.ts'
import { countAssignable, readList } from '../customer/assignable.ts'
import { custodyOf } from './custody.ts'
import { deleteFile } from './delete-file.ts'
import { historyOfFile, historyOfUpload } from './file-histories.ts'
import { fileOptions } from './file-options.ts'
import { fileInfo, fileRows, listAllFiles, listFiles } from './list-files.ts'
import { optionsOf } from './options-of.ts'
import { readFileName } from './pool-file.ts'
import { saveOptions } from './save-options.ts'
import { savePoolRows } from './save-pool-rows.ts'
import { saveSplit } from './save-split.ts'
import { setActive } from './set-active.ts'
import { trialSplit } from './trial-split.ts'
import { undoSplit } from './undo-split.ts'
import { createUpload, deleteUpload, listUploads } from './uploads.ts'

function serveFiles(api: Api): void {
  handle(api, files.fileList, (ctx, input) => listFiles(input, ctx))
  handle(api, files.filesNoLimit, (ctx) => listAllFiles(ctx))
  handle(api, files.fileInfo, (ctx, input) => fileInfo(input.FileName, ctx), 'read')
  handle(api, files.fileRows, (ctx, input) => fileRows(input, ctx), 'read')
  handle(api, histories.fileHistory, (ctx, { id }) => historyOfFile(id, ctx))
  handle(api, files.setActive, (ctx, input) => setActive(input, ctx))
  handle(api, files.deleteFile, (ctx, input) => deleteFile(input.FileName, ctx))
  register(api, {
    method: 'POST',
    path: '/api/v1/uploadchiadata/import',
    may: subscriberSheet.may.import,
    mode: 'write',
    parse: (raw) => {
      const chunk = readChunk(raw.body)
      return { chunk, name: readFileName(chunk.extra.FileName) }
    },
    run: (ctx, { chunk, name }) =>
      importRows(subscriberSheet, chunk, ctx, (rows) => savePoolRows(name, rows, ctx)),
  })
}

function serveSplit(api: Api): void {
  handle(api, split.fileOptions, (ctx, input) => fileOptions(input.FileName, ctx), 'read')
  handle(api, split.saveSplit, (ctx, input) => saveSplit(input, ctx))
  handle(api, split.trialSplit, (ctx, input) => trialSplit(input, ctx), 'read')
  handle(api, split.undoSplit, (ctx, input) => undoSplit(input.batch, ctx))
  handle(api, permission.saveOptions, (ctx, input) => saveOptions(input, ctx))
  handle(api, permission.optionsOf, (ctx, input) => optionsOf(input, ctx))
}

export function serveData(api: Api): void {
  serveFiles(api)
  serveSplit(api)
  handle(api, lists.uploads, (ctx, input) => listUploads(input, ctx))
  handle(api, histories.uploadHistory, (ctx, { id }) => historyOfUpload(id, ctx))
  handle(api, lists.createUpload, (ctx, input) => createUpload(input.filename, ctx))
  handle(api, lists.deleteUpload, (ctx, input) => deleteUpload(input.id, ctx))
  handle(api, lists.countAssign, async (ctx, input) => countAssignable(await readList(input.id, ctx), ctx))
  handle(api, custody, (ctx, input) => custodyOf(input.id, ctx))
}
