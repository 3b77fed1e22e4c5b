/** A push of a simulated system: its bytes are signed as docs/providers.md describes. */
import { createHmac } from 'node:crypto'

export type Webhook = { url: string; secret: string }

/** Sends `body` signed in `header` as of `now`; answers the status, 0 when nobody is there. */
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
    // The server is not up yet or gone: it asks for what it missed all the same.
    return 0
  }
}
