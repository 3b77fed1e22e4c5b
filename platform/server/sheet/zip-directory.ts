/** Reads only the directory of a zip file and refuses bombs and damaged files before anything is unpacked. */
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

/** Value of a 2 or 4 byte field if the number is in a zip64 record. */
const elsewhere16 = 0xffff
const elsewhere32 = 0xffffffff
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50

type End = { entries: number; size: number; offset: number }

/** 8 bytes; values beyond a file of 64 MB are refused by the callers. */
const readUInt64 = (bytes: Buffer, position: number): number => Number(bytes.readBigUInt64LE(position))

/** The zip64 end record, which streaming writers add to small files too; `tail` ends with the locator at `position`. */
async function readEnd64(file: FileHandle, fileSize: number, tail: Buffer, position: number): Promise<End> {
  const locator = position - 20
  if (locator < 0 || tail.readUInt32LE(locator) !== locatorSignature) throw damaged('zip64: no locator')
  const place = readUInt64(tail, locator + 8)
  if (place + 56 > fileSize) throw damaged('zip64: end record outside the file')
  const record = await readAt(file, place, 56)
  if (record.readUInt32LE(0) !== end64Signature) throw damaged('zip64: no end record')
  return {
    entries: readUInt64(record, 32),
    size: readUInt64(record, 40),
    offset: readUInt64(record, 48),
  }
}

async function readEnd(file: FileHandle, fileSize: number): Promise<{ entries: number; directory: Buffer }> {
  const tailSize = Math.min(fileSize, endSize + longestComment)
  const tail = await readAt(file, fileSize - tailSize, tailSize)
  let position = tail.length - endSize
  while (position >= 0 && tail.readUInt32LE(position) !== endSignature) position--
  if (position < 0) throw damaged('zip: no end of directory, the file is cut off')
  const short: End = {
    entries: tail.readUInt16LE(position + 10),
    size: tail.readUInt32LE(position + 12),
    offset: tail.readUInt32LE(position + 16),
  }
  const is64 = short.entries === elsewhere16 || short.size === elsewhere32 || short.offset === elsewhere32
  const { entries, size, offset } = is64 ? await readEnd64(file, fileSize, tail, position) : short
  if (entries > limits.entries) throw unpacksTooLarge(`zip: ${entries} entries`)
  if (offset + size > fileSize) throw damaged('zip: directory outside the file')
  return { entries, directory: await readAt(file, offset, size) }
}

/** Replaces placeholders by the numbers of an entry's zip64 field: size, packed, offset, in this order. */
function fromZip64(entry: ZipEntry, extra: Buffer): ZipEntry {
  const names = (['size', 'packed', 'offset'] as const).filter((name) => entry[name] === elsewhere32)
  if (names.length === 0) return entry
  let position = 0
  while (position + 4 <= extra.length && extra.readUInt16LE(position) !== 1)
    position += 4 + extra.readUInt16LE(position + 2)
  const numbers = extra.subarray(
    position + 4,
    position + 4 + (position + 4 <= extra.length ? extra.readUInt16LE(position + 2) : 0),
  )
  if (numbers.length < names.length * 8) throw damaged(`zip64: no sizes of ${entry.name}`)
  return { ...entry, ...Object.fromEntries(names.map((name, i) => [name, readUInt64(numbers, i * 8)])) }
}

function checkEntry(entry: ZipEntry, flags: number): void {
  if (flags & 1) throw passwordProtected()
  if (entry.method !== 0 && entry.method !== 8) throw damaged(`zip: method ${entry.method} of ${entry.name}`)
  if (entry.size > limits.ratioFrom && entry.size > entry.packed * limits.ratio)
    throw unpacksTooLarge(`zip: ${entry.name} unpacks ${entry.packed} to ${entry.size}`)
}

function readEntry(directory: Buffer, position: number): { entry: ZipEntry; flags: number; next: number } {
  if (position + 46 > directory.length || directory.readUInt32LE(position) !== entrySignature)
    throw damaged('zip: broken directory')
  const nameEnd = position + 46 + directory.readUInt16LE(position + 28)
  const entry = {
    name: directory
      .toString('utf8', position + 46, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\/+/, ''),
    method: directory.readUInt16LE(position + 10),
    crc: directory.readUInt32LE(position + 16),
    packed: directory.readUInt32LE(position + 20),
    size: directory.readUInt32LE(position + 24),
    offset: directory.readUInt32LE(position + 42),
  }
  const extraEnd = nameEnd + directory.readUInt16LE(position + 30)
  return {
    entry: fromZip64(entry, directory.subarray(nameEnd, extraEnd)),
    flags: directory.readUInt16LE(position + 8),
    next: extraEnd + directory.readUInt16LE(position + 32),
  }
}

/**
 * The entries of a zip file whose declared sizes are within limits. AppError if it is truncated, encrypted, larger
 * inside than allowed, or has one part twice (two readers could then see two different files).
 */
export async function readZipDirectory(file: FileHandle, fileSize: number): Promise<ZipDirectory> {
  if (fileSize < endSize) throw damaged('zip: too short')
  const { entries, directory } = await readEnd(file, fileSize)
  const found: ZipDirectory = new Map()
  let position = 0
  let total = 0
  for (let i = 0; i < entries; i++) {
    const { entry, flags, next } = readEntry(directory, position)
    checkEntry(entry, flags)
    total += entry.size
    if (total > limits.inflated) throw unpacksTooLarge(`zip: ${total} bytes unpacked`)
    const key = entry.name.toLowerCase()
    if (found.has(key)) throw damaged(`zip: ${entry.name} twice`)
    found.set(key, entry)
    position = next
  }
  return found
}
