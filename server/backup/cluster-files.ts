/** Which files of a cluster a base backup takes, and copying them with their checksums. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Copied = { bytes: number; sha256: string }
export type Listing = { files: string[]; folders: string[] }

/** Read last and by itself: it says where recovery begins when there is no label. */
export const CONTROL = 'global/pg_control'

// As the manual's chapter on low-level base backups lists them: rebuilt at start, or of this running server only.
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|.*\.(tmp|new))$/
const temporary = /^(pgsql_tmp.*|pg_internal\.init.*|t\d+_\d+.*)$/

async function walk(root: string, folder: string, into: Listing): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (temporary.test(entry.name) || (folder === '' && leftOut.test(entry.name))) continue
    if (entry.isSymbolicLink()) throw new Error(`${path} is a link: tablespaces outside the cluster are not backed up`)
    if (entry.isDirectory()) {
      into.folders.push(path)
      if (!emptied.has(path)) await walk(root, path, into)
    } else if (entry.isFile() && path !== CONTROL) into.files.push(path)
  }
}

/** Files and folders of a cluster to copy, without the control file and the write-ahead log. Throws on tablespaces. */
export async function listCluster(root: string): Promise<Listing> {
  const listing: Listing = { files: [], folders: [] }
  await walk(root, '', listing)
  return listing
}

/** Every file below `root`, relative to it. */
export async function allFiles(root: string, folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const nested = entries.map((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? allFiles(root, path) : [path]
  })
  return (await Promise.all(nested)).flat()
}

/**
 * Copies one file as long as it is at this moment and flushes it; answers what was written. A file that grows
 * meanwhile is cut there: the write-ahead log has the rest.
 */
export async function copyFile(from: string, to: string): Promise<Copied> {
  const { size } = await stat(from)
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const target = createWriteStream(to, { mode: 0o600, flush: true, flags: 'wx' })
  const options = { highWaterMark: 1 << 20, ...(size > 0 && { end: size - 1 }) }
  await pipeline(createReadStream(from, options), count, target)
  return { bytes, sha256: hash.digest('hex') }
}
