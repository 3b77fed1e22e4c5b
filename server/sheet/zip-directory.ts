/** Reads only the directory of a zip file and refuses bombs and damage before anything is unpacked. */
import type { FileHandle } from 'node:fs/promises'
import { limits } from './limits.ts'
import { readAt } from './read-range.ts'
import { damaged, passwordProtected, unpacksTooLarge } from './refusals.ts'

export type ZipEntry = {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  crc: number
  packed: number
  size: number
  /** Where the local header begins. */
  offset: number
}

/** Entries by lower-case name: package parts are compared without case. */
export type ZipDirectory = Map<string, ZipEntry>

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endSize = 22
const longestComment = 65_535

async function readEnd(file: FileHandle, fileSize: number): Promise<{ entries: number; directory: Buffer }> {
  const tailSize = Math.min(fileSize, endSize + longestComment)
  const tail = await readAt(file, fileSize - tailSize, tailSize)
  let at = tail.length - endSize
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at--
  if (at < 0) throw damaged('zip: no end of directory, the file is cut off')
  const entries = tail.readUInt16LE(at + 10)
  const size = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  // 0xFFFF and 0xFFFFFFFF point to zip64 records, which no spreadsheet of 64 MB needs.
  if (entries > limits.entries) throw unpacksTooLarge(`zip: ${entries} entries`)
  if (offset + size > fileSize) throw damaged('zip: directory outside the file')
  return { entries, directory: await readAt(file, offset, size) }
}

function checkEntry(entry: ZipEntry, flags: number): void {
  if (flags & 1) throw passwordProtected()
  if (entry.method !== 0 && entry.method !== 8) throw damaged(`zip: method ${entry.method} of ${entry.name}`)
  if (entry.size > limits.ratioFrom && entry.size > entry.packed * limits.ratio)
    throw unpacksTooLarge(`zip: ${entry.name} unpacks ${entry.packed} to ${entry.size}`)
}

function readEntry(directory: Buffer, at: number): { entry: ZipEntry; flags: number; next: number } {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature)
    throw damaged('zip: broken directory')
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
  const entry = {
    name: directory
      .toString('utf8', at + 46, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\/+/, ''),
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  }
  const next = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  return { entry, flags: directory.readUInt16LE(at + 8), next }
}

/**
 * The entries of a zip file whose declared sizes are within limits. AppError when it is cut off, encrypted, larger
 * inside than allowed, or lists one part twice (two readers could then see two different files).
 */
export async function readZipDirectory(file: FileHandle, fileSize: number): Promise<ZipDirectory> {
  if (fileSize < endSize) throw damaged('zip: too short')
  const { entries, directory } = await readEnd(file, fileSize)
  const found: ZipDirectory = new Map()
  let at = 0
  let total = 0
  for (let i = 0; i < entries; i++) {
    const { entry, flags, next } = readEntry(directory, at)
    checkEntry(entry, flags)
    total += entry.size
    if (total > limits.inflated) throw unpacksTooLarge(`zip: ${total} bytes unpacked`)
    const key = entry.name.toLowerCase()
    if (found.has(key)) throw damaged(`zip: ${entry.name} twice`)
    found.set(key, entry)
    at = next
  }
  return found
}
