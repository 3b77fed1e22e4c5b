/** The bank feed over HTTP (docs/providers.md): a GET per page, with time limit and validation. */
import { readBody } from '../read-body.ts'
import type { BankFeed, FeedReply } from './bank.ts'
import { mostTransfers, pageShape } from './transfer-shape.ts'

export type BankFeedOptions = {
  /** Base URL; the path is appended. */
  url: string
  token: string
  /** Until the last byte of the response. */
  timeoutMs: number
}

type Why = Extract<FeedReply, { ok: false }>['reason']
const failure = (reason: Why, inner: string): FeedReply => ({ ok: false, reason, inner })

function failureOfStatus(status: number): FeedReply {
  if (status === 429 || status === 503) return failure('busy', String(status))
  return failure(status >= 400 && status < 500 ? 'refused' : 'fault', String(status))
}

function failureOfError(error: unknown): FeedReply {
  const { name, cause } = error as Error
  if (name === 'TimeoutError') return failure('timeout', 'no answer in time')
  const code = String((cause as { code?: unknown } | undefined)?.code ?? name)
  return failure(
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UNREACH|CONNECT_TIMEOUT/.test(code) ? 'unreachable' : 'fault',
    code,
  )
}

function parsePage(text: string | null): FeedReply {
  if (text === null) return failure('garbage', 'too long')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Not JSON.
    return failure('garbage', 'no JSON')
  }
  const parsed = pageShape.safeParse(json)
  if (parsed.success) return { ok: true, data: parsed.data }
  return failure(
    'garbage',
    parsed.error.issues
      .map((issue) => issue.path.join('.'))
      .slice(0, 5)
      .join(', '),
  )
}

export function openBankFeed({ url, token, timeoutMs }: BankFeedOptions): BankFeed {
  const base = `${url.replace(/\/+$/, '')}/v1/transfers?limit=${mostTransfers}`
  return {
    async read(cursor) {
      try {
        const response = await fetch(
          cursor === null ? base : `${base}&cursor=${encodeURIComponent(cursor)}`,
          {
            headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
            redirect: 'manual',
            signal: AbortSignal.timeout(timeoutMs),
          },
        )
        if (response.status !== 200) {
          await response.body?.cancel()
          return failureOfStatus(response.status)
        }
        return parsePage(await readBody(response))
      } catch (error) {
        return failureOfError(error)
      }
    },
  }
}
