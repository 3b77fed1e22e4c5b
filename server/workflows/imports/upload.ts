/** POST an upload: received, inspected, read into a preview; nothing is left of one that is refused (threats F4). */
import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { withTransaction, type PoolClient } from '../../db/pool.ts'
import type { Ctx } from '../../kit/context.ts'
import { inspectFile } from '../../sheet/inspect-file.ts'
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

/** Files read at once by this process: each has a thread with a heap of its own. */
const readers = 2
let reading = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= readers) await new Promise<void>((resolve) => waiting.push(resolve))
  else reading++
  try {
    return await work()
  } finally {
    // The turn is handed on, not given back: nobody who comes now overtakes those who wait.
    const next = waiting.shift()
    if (next) next()
    else reading--
  }
}

/**
 * Reads the file in `body` into a preview and answers the import's id. The import and its rows are one transaction,
 * so a file that cannot be read leaves nothing; the file itself goes as soon as it is read.
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
    // Reading may wait for a slow sheet; the reader's own time limit ends it.
    await client.query('SET LOCAL statement_timeout = 180000')
    const { rows } = await client.query<{ id: string }>(sql`
      INSERT INTO imports (resource, filename, sha256, options, user_id)
      VALUES (${name}, ${filename}, ${sha256}, ${JSON.stringify(options)}::jsonb, ${ctx.actor.id}) RETURNING id`)
    const id = rows[0]?.id ?? ''
    await readUpload(client, id, { path, target, ctx, chosen, options })
    return id
  }
  try {
    await inspectFile(path, filename)
    return await inTurn(() => withTransaction(ctx.services.longPool, fill))
  } finally {
    await discard(path)
  }
}
