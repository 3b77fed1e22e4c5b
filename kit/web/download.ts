/** Saving a file that the server sends. */
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { exchange } from './client.ts'

export type Download = {
  /** Number of rows in the file from the server's header; null without one. */
  rows: number | null
  name: string
}

const fileName = (response: Response): string | undefined => {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(header)?.[1]
}

/** Downloads a file with the session's token and saves it under the server's name or `fallback`. */
export async function download(
  url: string,
  fallback: string,
  onStart?: (rows: number | null) => void,
): Promise<Download> {
  const response = await exchange({ method: 'GET', path: url })
  const stated = response.headers.get('x-total-count')
  const rows = stated === null ? null : Number(stated)
  onStart?.(rows)
  const blob = await response.blob().catch((cause: unknown) => {
    throw new AppError('UPSTREAM', messages.unreachable, { inner: String(cause) })
  })
  const name = fileName(response) ?? fallback
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return { rows, name }
}
