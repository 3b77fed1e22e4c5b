/** Routes of the spreadsheet upload; the raw body is streamed, never held in memory as a whole. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import {
  importCancel,
  importErrorsPath,
  importPreview,
  importSave,
  importStatus,
  uploadPath,
} from '#platform/contract/calls/imports.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { bodyOf } from '#kit/server/answer.ts'
import { handle } from '#kit/server/call.ts'
import { disposition } from '#kit/server/export.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { sendErrors } from './errors-file.ts'
import { findImport, previewRows, summaryOf } from './preview.ts'
import { sampleForm } from './sample-form.ts'
import { resumeImports } from './save-job.ts'
import { importUndo, importUndoable, recentImports } from '#platform/contract/calls/import-undo.ts'
import { resumeUndos } from './undo-job.ts'
import { listRecent, readUndo, startUndo } from './undo.ts'
import { cancelImport, startSaving } from './save.ts'
import { targets, type Target } from './targets.ts'
import { upload } from './upload.ts'

/** Content types that clients send for spreadsheets; the content decides, so that a refusal can name the real type. */
const fileTypes = [
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.ms-excel.sheet.macroEnabled.12',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/zip',
  'text/csv',
]

const bodyStream = ({ body }: FastifyRequest): Readable =>
  body instanceof Readable ? body : Readable.from([])

function serveUpload(api: Api, name: string, target: Target): void {
  register(api, {
    method: 'POST',
    path: uploadPath(name),
    may: target.may,
    mode: 'read',
    limit: 'upload',
    parse: (raw) => raw.query,
    run: async () => null,
    reply: async (ctx, query, reply, request) => {
      if (request.headers['content-encoding'])
        throw new AppError('UNSUPPORTED', 'Không nhận file nén khi tải lên')
      const id = await upload(
        { name, target, query, header: request.headers['x-file-name'] },
        bodyStream(request),
        ctx,
      )
      reply.type('application/json; charset=utf-8')
      return bodyOf(await summaryOf(ctx, await findImport(ctx, id)))
    },
  })
}

function serveForms(api: Api): void {
  const path = '/mau/:file'
  api.policy.push({ method: 'GET', path, may: 'public' })
  api.app.get<{ Params: { file: string } }>(path, async (request, reply) => {
    const name = /^(.+)\.xlsx$/.exec(request.params.file)?.[1] ?? ''
    const target = targets.get(name)
    if (!target) throw new AppError('NOT_FOUND', refusals.notFound)
    reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', disposition(`BIEU-MAU-${name}.xlsx`))
    return reply.send(sampleForm(target))
  })
}

/** Registers upload, preview, saving, error file and sample form of every target. */
export function serveImports(api: Api): void {
  // A plugin scope of its own: only here bodies are passed on as a stream and not parsed as JSON.
  void api.app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(fileTypes, (_request, payload, done) => done(null, payload))
    for (const [name, target] of targets) serveUpload({ ...api, app }, name, target)
  })
  handle(api, importStatus, async (ctx, { id }) => summaryOf(ctx, await findImport(ctx, id)))
  handle(api, importPreview, previewRows)
  handle(api, importSave, (ctx, { id, again, leaveStored, sure, totals, far, days }) =>
    startSaving(ctx, id, {
      again: again === 1,
      leaveStored: leaveStored === 1,
      sure: sure === 1,
      totals: totals === 1,
      far: far === 1,
      days,
    }),
  )
  handle(api, importCancel, (ctx, { id }) => cancelImport(ctx, id))
  handle(api, importUndoable, readUndo)
  handle(api, importUndo, startUndo)
  handle(api, recentImports, listRecent)
  register(api, {
    method: 'GET',
    path: importErrorsPath(':id'),
    may: 'any',
    mode: 'read',
    parse: (raw) => raw.params.id ?? '',
    run: async () => null,
    reply: (ctx, id, reply) => sendErrors(ctx, id, reply),
  })
  serveForms(api)
  // Resumes imports of a crashed server as soon as this one listens, before the queue notices the lost worker.
  api.app.addHook('onListen', async () => {
    await resumeImports(api.services, 0)
    await resumeUndos(api.services, 0)
  })
}
