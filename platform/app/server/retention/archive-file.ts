/** Archive file: compressed CSV with a header line, and its checksum as sha256sum writes it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export type StoredFile = { file: string; sha256: string }

/** A pass-through stream and the SHA-256 of all its data. */
function summed(): {
  through: (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  sha256: () => string
} {
  const hash = createHash('sha256')
  return {
    async *through(source) {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    },
    sha256: () => hash.digest('hex'),
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the query's rows into the new file `part`, flushed to disk; returns its SHA-256. */
export async function writeRows(client: ClientBase, query: string, part: string): Promise<string> {
  const { through, sha256 } = summed()
  await pipeline(
    client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT csv, HEADER)`)),
    createGzip(),
    through,
    createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }),
  )
  return sha256()
}

/** Copies the rows of a file into `table`, which must have the file's columns; returns the file's SHA-256. */
export async function readRows(client: ClientBase, file: string, table: string): Promise<string> {
  const { through, sha256 } = summed()
  await pipeline(
    createReadStream(file),
    through,
    createGunzip(),
    client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT csv, HEADER match)`)),
  )
  return sha256()
}

/** Adds part of its checksum to the file's name, so that none overwrites another. */
export async function nameFile(part: string, beginning: string, sha256: string): Promise<StoredFile> {
  const folder = dirname(part)
  const file = `${beginning}-${sha256.slice(0, 12)}.csv.gz`
  await writeFile(join(folder, `${file}.sha256`), `${sha256}  ${file}\n`, { mode: 0o600, flush: true })
  await rename(part, join(folder, file))
  await flushFolder(folder)
  return { file, sha256 }
}

/** The SHA-256 stored next to a file. */
export async function keptSum(file: string): Promise<string> {
  const text = await readFile(`${file}.sha256`, 'utf8')
  const [sum, name] = text.trim().split(/ [ *]/)
  if (!sum || name !== basename(file)) throw new Error(`${file}.sha256 is of another file`)
  return sum
}
