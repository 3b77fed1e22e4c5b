/** A spreadsheet sent like its screen does: uploaded, then saved in the background to the last row. */
import { setTimeout as sleep } from 'node:timers/promises'
import { importSave, importStatus, uploadPath, type ImportSummary } from '#platform/contract/calls/imports.ts'
import { requestOf, type Asked } from './asked.ts'
import { expectOk, type Person } from './person.ts'

export type Upload = { target: string; name: string; bytes: Uint8Array<ArrayBuffer> }

const uploaded = ({ target, name, bytes }: Upload): Asked<ImportSummary> => ({
  method: 'POST',
  path: uploadPath(target),
  body: bytes,
  headers: { 'x-file-name': encodeURIComponent(name) },
})

/**
 * Time in ms from the first byte until the sheet was read, and until its last row was saved, and the number of
 * rows.
 */
export type Imported = { readMs: number; ms: number; saved: number }

/**
 * Polls at most every so many ms until it is saved. Each request is retried separately: a file sent twice is
 * refused as already imported.
 */
export async function importFile(
  person: Person,
  file: Upload,
  every = 50,
  looks = Infinity,
): Promise<Imported> {
  const begun = performance.now()
  const { id } = await expectOk(person, uploaded(file))
  const readMs = performance.now() - begun
  let now = await expectOk(person, requestOf(importSave, { id }))
  for (let looked = 0; now.state !== 'done'; looked += 1) {
    if (now.state === 'failed' || now.state === 'cancelled' || looked === looks)
      throw new Error(`${file.name} ${now.state}: ${now.msg}`)
    await sleep(every)
    now = await expectOk(person, requestOf(importStatus, { id }))
  }
  return { readMs, ms: performance.now() - begun, saved: now.saved }
}
