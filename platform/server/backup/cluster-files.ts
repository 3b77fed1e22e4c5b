/** Files of a cluster in a base backup, and copying them with checksums. */
import { createHash } from 'node:crypto'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

export type Copied = { bytes: number; sha256: string }
export type Listing = { files: string[]; folders: string[] }

/** Read last and separately: it determines where recovery starts if there is no label. */
export const CONTROL = 'global/pg_control'

// As listed in the manual's chapter on low-level base backups: recreated at start, or specific to the running server.
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
    if (entry.isSymbolicLink())
      throw new Error(`${path} is a link: tablespaces outside the cluster are not backed up`)
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
  const files: string[] = []
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) files.push(...(await allFiles(root, path)))
    else files.push(path)
  }
  return files
}

/** Copies at most `size` bytes; returns what was written. */
async function pour(source: FileHandle, target: FileHandle, size: number): Promise<Copied> {
  const buffer = Buffer.allocUnsafe(Math.min(size, 1 << 20))
  const hash = createHash('sha256')
  let bytes = 0
  while (bytes < size) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, size - bytes), bytes)
    if (bytesRead === 0) break
    const part = buffer.subarray(0, bytesRead)
    hash.update(part)
    await target.writeFile(part)
    bytes += bytesRead
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Copies one file at its current length; returns what was written. A growing file is cut there: the write-ahead log has
 * the rest. `flush`: flushed to disk before this resolves, for permanent copies.
 */
export async function copyFile(from: string, to: string, flush: boolean): Promise<Copied> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const copied = await pour(source, target, (await source.stat()).size)
      if (flush) await target.sync()
      return copied
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Runs `work` for each name, a few at a time, as small files mostly wait for the disk. Throws the first error once all have ended. */
export async function forEachFile(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = names.values()
  const errors: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const name of waiting) {
      if (errors.length > 0) return
      await work(name).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  if (errors.length > 0) throw errors[0]
}
