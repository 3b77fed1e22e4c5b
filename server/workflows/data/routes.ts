/** Routes of subscriber files, data permission, split, and customer lists. */
import { subscriberSheet } from '../../../contract/resources/subscriber-sheet.ts'
import * as calls from '../../../contract/workflows/data.ts'
import * as trails from '../../../contract/workflows/trails.ts'
import { handle } from '../../kit/call.ts'
import { register, type House } from '../../kit/handle.ts'
import { importRows, readChunk } from '../../kit/import.ts'
import { countAssignable, readList } from '../../resources/customer/assignable.ts'
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

function serveFiles(house: House): void {
  handle(house, calls.fileList, (ctx, input) => listFiles(input, ctx))
  handle(house, calls.filesNoLimit, (ctx) => listAllFiles(ctx))
  handle(house, calls.fileInfo, (ctx, input) => fileInfo(input.FileName, ctx), 'read')
  handle(house, calls.fileRows, (ctx, input) => fileRows(input, ctx), 'read')
  handle(house, trails.fileHistory, (ctx, { id }) => historyOfFile(id, ctx))
  handle(house, calls.setActive, (ctx, input) => setActive(input, ctx))
  handle(house, calls.deleteFile, (ctx, input) => deleteFile(input.FileName, ctx))
  register(house, {
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

function serveSplit(house: House): void {
  handle(house, calls.fileOptions, (ctx, input) => fileOptions(input.FileName, ctx), 'read')
  handle(house, calls.saveSplit, (ctx, input) => saveSplit(input, ctx))
  handle(house, calls.trialSplit, (ctx, input) => trialSplit(input, ctx), 'read')
  handle(house, calls.undoSplit, (ctx, input) => undoSplit(input.batch, ctx))
  handle(house, calls.saveOptions, (ctx, input) => saveOptions(input, ctx))
  handle(house, calls.optionsOf, (ctx, input) => optionsOf(input, ctx))
}

/** Registers the calls of this workflow. */
export function serveData(house: House): void {
  serveFiles(house)
  serveSplit(house)
  handle(house, calls.uploads, (ctx, input) => listUploads(input, ctx))
  handle(house, trails.uploadHistory, (ctx, { id }) => historyOfUpload(id, ctx))
  handle(house, calls.createUpload, (ctx, input) => createUpload(input.filename, ctx))
  handle(house, calls.deleteUpload, (ctx, input) => deleteUpload(input.id, ctx))
  handle(house, calls.countAssign, async (ctx, input) => countAssignable(await readList(input.id, ctx), ctx))
  handle(house, calls.custody, (ctx, input) => custodyOf(input.id, ctx))
}
