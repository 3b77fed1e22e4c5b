/** Push of a simulated system, signed as in docs/providers.md. */
import { createHmac } from 'node:crypto'

export type Webhook = { url: string; secret: string }

/** Sends `body` signed in `header` as of `now`; returns the status, 0 if unreachable. */
export async function pushSigned(
  { url, secret }: Webhook,
  header: string,
  body: object,
  now: Date = new Date(),
): Promise<number> {
  const text = JSON.stringify(body)
  const time = Math.floor(now.getTime() / 1000)
  const digest = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [header]: `t=${time},v1=${digest}` },
      body: text,
      signal: AbortSignal.timeout(5_000),
    })
    return status
  } catch {
    // The server is down; it polls what it missed.
    return 0
  }
}
