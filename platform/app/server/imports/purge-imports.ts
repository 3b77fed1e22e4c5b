/** Deletes leftovers of uploads: unsaved previews, and files of a server that crashed while reading. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Services } from '#kit/server/context.ts'
import { undoDays } from '#platform/contract/calls/import-undo.ts'
import { purge } from '#platform/server/running/purge.ts'
import { discard, uploadsDir } from './receive.ts'

const dayMs = 86_400_000

async function forgetFiles(dataDir: string): Promise<void> {
  const dir = uploadsDir(dataDir)
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const { mtimeMs } = await stat(join(dir, name))
    if (Date.now() - mtimeMs > dayMs) await discard(join(dir, name))
  }
}

/** Nightly job: cancels previews older than 7 days with their rows, and removes leftover files. */
export async function purgeImports({ pool, dataDir }: Services): Promise<void> {
  await pool.query(sql`
    UPDATE imports SET state = 'cancelled', finished_at = now()
    WHERE state IN ('reading', 'ready', 'failed') AND "createdAt" < now() - interval '7 days'`)
  await purge(
    pool,
    'import_rows',
    sql`import_id IN (
      SELECT id FROM imports WHERE state <> 'saving' AND "createdAt" < now() - interval '7 days')`,
  )
  // Needed while an upload can be undone.
  await purge(pool, 'timekeeping_replaced', sql`luc < now() - make_interval(days => ${undoDays + 2})`)
  await forgetFiles(dataDir)
}
