/** Writes an upload to disk, counting and hashing on the way, without holding it in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#kit/contract/error.ts'
import { cleanText } from '#kit/contract/text.ts'
import { limits } from '#platform/server/sheet/limits.ts'
import { emptyFile, fileTooLarge } from '#platform/server/sheet/refusals.ts'

export type Received = { path: string; sha256: string }

export const uploadsDir = (dataDir: string): string => join(dataDir, 'uploads')

const longestName = 255

/**
 * The uploaded file's name as a label: no path, no control or direction characters, at most 255 characters including
 * its extension. AppError VALIDATION if the header is missing or not percent-encoded.
 */
export function fileLabel(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || header === '') throw new AppError('VALIDATION', 'Thiếu tên file')
  let decoded: string
  try {
    decoded = decodeURIComponent(header)
  } catch {
    throw new AppError('VALIDATION', 'Tên file không hợp lệ')
  }
  const label = cleanText(decoded.replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/^.*[/\\]/, ''))
  if (label === '' || /^\.+$/.test(label)) throw new AppError('VALIDATION', 'Tên file không hợp lệ')
  if (label.length <= longestName) return label
  const ending = /\.[a-z0-9]{1,7}$/i.exec(label)?.[0] ?? ''
  // Do not split a surrogate pair.
  return label.slice(0, longestName - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    // destroyOnReturn would close the connection before a refusal is sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    throw new AppError('VALIDATION', 'Tải lên bị ngắt giữa chừng, hãy tải lại file', { inner: String(error) })
  }
}

async function write(body: Readable, path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of chunksOf(body)) {
      size += chunk.length
      if (size > limits.file) throw fileTooLarge(size)
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
    body.resume()
  }
  if (size === 0) throw emptyFile()
  return hash.digest('hex')
}

export const discard = (path: string): Promise<void> => rm(path, { force: true })

/** The file on disk and its SHA-256. AppError TOO_LARGE above the limit, VALIDATION if it is empty or incomplete. */
export async function receive(body: Readable, dataDir: string): Promise<Received> {
  const dir = uploadsDir(dataDir)
  await mkdir(dir, { recursive: true })
  const path = join(dir, randomUUID())
  try {
    return { path, sha256: await write(body, path) }
  } catch (error) {
    await discard(path)
    throw error
  }
}
