/** Unpacks one zip entry as a stream: never more than the directory declared, with its checksum verified. */
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { AppError } from '#kit/contract/error.ts'
import { readAt, readRange } from './read-range.ts'
import { damaged, unpacksTooLarge } from './refusals.ts'
import type { ZipEntry } from './zip-directory.ts'

const chunkSize = 64 * 1024

/** The packed bytes follow the local header, whose name and extra field have lengths of their own. */
async function dataStart(file: FileHandle, entry: ZipEntry): Promise<number> {
  const header = await readAt(file, entry.offset, 30)
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged(`zip: no local header for ${entry.name}`)
  return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

async function* unpacked(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.packed === 0) return
  const packed = readRange(file, await dataStart(file, entry), entry.packed)
  if (entry.method === 0) return yield* packed
  const source = Readable.from(packed)
  const inflate = createInflateRaw({ chunkSize })
  source.on('error', (error) => inflate.destroy(error))
  try {
    yield* source.pipe(inflate)
  } finally {
    source.destroy()
  }
}

/** The bytes of an entry. AppError if it unpacks to more than declared, ends early or fails its checksum. */
export async function* readEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  try {
    for await (const chunk of unpacked(file, entry)) {
      size += chunk.length
      if (size > entry.size) throw unpacksTooLarge(`zip: ${entry.name} is larger than declared`)
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw damaged(`zip: ${entry.name}: ${String(error)}`)
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(`zip: ${entry.name} fails its checksum`)
}
