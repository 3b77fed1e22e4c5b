/** A LISTEN connection that is reopened whenever it is lost. */
import { Client } from 'pg'
import type { Log } from '#kit/server/context.ts'
import { connectionTo } from './hosts.ts'

export type Listener = {
  /** Whether the connection is up. */
  listening: () => boolean
  close: () => Promise<void>
}

type Options = {
  url: string
  channels: readonly string[]
  onMessage: (channel: string, payload: string) => void
  /** Called when listening starts, initially and after a loss: earlier notifications may have been missed. */
  onBegin: () => void
  log: Log
}

/** Delay after a lost connection, in ms. */
const retryAfter = 500

/** Opens the connection; throws if the first attempt fails, and retries forever afterwards. */
export async function openListener(options: Options): Promise<Listener> {
  const { url, channels, onMessage, onBegin, log } = options
  let client: Client
  let listening = false
  let closed = false
  let pending = false

  async function connect(): Promise<void> {
    client = new Client({ ...connectionTo(url), keepAlive: true, application_name: 'vasdesk-listen' })
    client.on('error', reconnect)
    client.on('end', reconnect)
    client.on('notification', ({ channel, payload = '' }) => onMessage(channel, payload))
    await client.connect()
    await client.query(channels.map((channel) => `LISTEN ${channel}`).join('; '))
    listening = true
    onBegin()
  }

  function reconnect(): void {
    listening = false
    if (closed || pending) return
    pending = true
    client.removeAllListeners('end')
    client.end().catch((error: Error) => log.debug({ error: error.message }, 'listener already gone'))
    setTimeout(() => {
      pending = false
      connect().catch((error: Error) => {
        log.warn({ error: error.message }, 'cannot listen for session changes')
        reconnect()
      })
    }, retryAfter).unref()
  }

  await connect()
  return {
    listening: () => listening,
    async close() {
      closed = true
      client.removeAllListeners('end')
      await client.end()
    },
  }
}
