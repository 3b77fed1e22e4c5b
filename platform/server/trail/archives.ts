/** Archived entries of the audit log: their records, and the files themselves (D3-TRL-02, D3-TRL-04). */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '../db/pool.ts'
import type { TrailFault } from './faults.ts'

/** SHA-256 of a file in hex; null if it cannot be read. */
async function sumOf(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Files of archived entries that are missing in `folder` or differ from their checksum. */
export async function missingFiles(db: Queryable, folder: string): Promise<TrailFault[]> {
  const { rows } = await db.query<{ file: string; sha256: string }>(`
    SELECT m.file, m.sha256 FROM archived_entries e JOIN archived_months m ON m.id = e.archived_month_id ORDER BY m.month`)
  const faults: TrailFault[] = []
  for (const { file, sha256 } of rows) {
    const sum = await sumOf(join(folder, file))
    if (sum !== sha256)
      faults.push({ kind: sum === null ? 'archive missing' : 'archive changed', subject: file })
  }
  return faults
}

/** Ranges of archived entries that differ from their record in the log, including all without a file, a checksum or the record itself. */
export async function changedArchives(db: Queryable): Promise<TrailFault[]> {
  const { rows } = await db.query<{ file: string }>(`
    SELECT coalesce(m.file, e.archived_month_id::text) AS file
    FROM archived_entries e LEFT JOIN archived_months m ON m.id = e.archived_month_id AND m.table_name = 'audit_log'
    WHERE NOT EXISTS (
      SELECT FROM audit_log a WHERE a.resource = 'archived_months' AND a.action = 'archive' AND a.after ->> 'id' = e.archived_month_id::text
        AND a.after ->> 'file' = m.file AND a.after ->> 'sha256' = m.sha256
        AND a.after ->> 'ids_sha256' = encode(sha256(convert_to(e.ids::text, 'UTF8')), 'hex'))`)
  return rows.map(({ file }) => ({ kind: 'archive changed', subject: file }))
}
