/** Reads byte ranges of an open file. */
import type { FileHandle } from 'node:fs/promises'
import { damaged } from './refusals.ts'

const chunkSize = 64 * 1024

/** Exactly `length` bytes at `offset`. AppError if the file ends before. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  if (bytesRead < length) throw damaged(`${length} bytes wanted at ${offset}, ${bytesRead} there`)
  return buffer
}

/** The same in chunks. Not a stream of node:fs, as destroying one closes the file for its other readers. */
export async function* readRange(file: FileHandle, offset: number, length: number): AsyncGenerator<Buffer> {
  const end = offset + length
  for (let position = offset; position < end; position += chunkSize)
    yield await readAt(file, position, Math.min(chunkSize, end - position))
}
