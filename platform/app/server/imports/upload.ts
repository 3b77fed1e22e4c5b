/** POST an upload: received, checked, read into a preview; a refused one leaves nothing behind (threats F4). */
import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { withTransaction, type PoolClient } from '#platform/server/db/pool.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inspectFile } from '#platform/server/sheet/inspect-file.ts'
import { readUpload } from './read.ts'
import { discard, fileLabel, receive } from './receive.ts'
import { readChosen } from './sheet-plan.ts'
import type { Target } from './targets.ts'

export type Upload = {
  name: string
  target: Target
  query: Record<string, string>
  /** Value of `x-file-name`. */
  header: string | string[] | undefined
}

/** Most files read at once by this process: each takes a thread with its own heap. */
const readers = 2
let reading = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= readers) await new Promise<void>((resolve) => waiting.push(resolve))
  else reading++
  try {
    return await work()
  } finally {
    // The slot is handed over, not released, so that new uploads do not overtake waiting ones.
    const next = waiting.shift()
    if (next) next()
    else reading--
  }
}

/**
 * Reads the file in `body` into a preview and returns the import's id. Import and rows are one transaction, so an
 * unreadable file leaves nothing; the file is deleted once read.
 */
export async function upload(
  { name, target, query, header }: Upload,
  body: Readable,
  ctx: Ctx,
): Promise<string> {
  const filename = fileLabel(header)
  const options = await target.options(query, filename, ctx)
  const chosen = readChosen(query.columns, target.sheet)
  const { path, sha256 } = await receive(body, ctx.services.dataDir)
  const fill = async (client: PoolClient): Promise<string> => {
    // Reading may wait for a slow file; the reader has its own time limit.
    await client.query('SET LOCAL statement_timeout = 180000')
    const { rows } = await client.query<{ id: string }>(sql`
      INSERT INTO imports (resource, filename, sha256, options, user_id)
      VALUES (${name}, ${filename}, ${sha256}, ${JSON.stringify(options)}::jsonb, ${ctx.actor.id}) RETURNING id`)
    const id = rows[0]?.id ?? ''
    await readUpload(client, id, { path, target, ctx, chosen, options })
    // Reading may have waited in the queue: an account locked meanwhile stores nothing (D3-SEC-12).
    await ctx.still?.()
    return id
  }
  try {
    await ctx.still?.()
    await inspectFile(path, filename)
    return await inTurn(() => withTransaction(ctx.services.longPool, fill))
  } finally {
    await discard(path)
  }
}
