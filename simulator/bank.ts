/** Simulated bank feed for demo and tests over real HTTP, as in docs/providers.md, with faults on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuse, sendJson } from './answer.ts'
import { transfersBetween, type SentTransfer } from './bank-transfers.ts'
import { bankFaultSchema, sendFaulty, type BankFault } from './bank-faults.ts'
import { newFaults, type Faults } from './faults.ts'
import { pushSigned, type Webhook } from './signed-push.ts'

export type BankSimulator = {
  url: string
  /** Pushes `transfers` to the webhook now; returns its status. */
  push: (transfers: readonly SentTransfer[]) => Promise<number>
  close: () => Promise<void>
}

type Options = {
  token: string
  port?: number
  now?: () => Date
  /** Seconds between two transfers. */
  everySeconds?: number
  /** How many past transfers the feed keeps, so that a demo that was off for weeks is not flooded. */
  keeps?: number
  webhook?: Webhook
}

type Desk = Required<Pick<Options, 'token' | 'now' | 'everySeconds' | 'keeps'>> & {
  faults: Faults<BankFault>
  opened: number
}

/** Pages of the feed: the cursor is the number of the last transfer read. */
function page(desk: Desk, query: URLSearchParams) {
  const limit = Math.min(Math.max(Number(query.get('limit') ?? '100') || 100, 1), 200)
  const last = Math.floor(desk.now().getTime() / 1000 / desk.everySeconds)
  const from = Math.max(Number(query.get('cursor') ?? desk.opened) || desk.opened, last - desk.keeps)
  const until = Math.min(from + limit, last)
  const transfers = transfersBetween(from + 1, until, desk.everySeconds)
  return { transfers, cursor: String(Math.max(until, from)), more: until < last }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString()
  try {
    return JSON.parse(text)
  } catch {
    // Results in a bad request, like any body that is not an object.
    return undefined
  }
}

async function control(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'DELETE') desk.faults.set(undefined)
  else {
    const fault = bankFaultSchema.safeParse(await readJson(request))
    if (!fault.success) return refuse(response, 400, 'BAD_REQUEST')
    desk.faults.set(fault.data)
  }
  sendJson(response, 200, {})
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bank')
  if (request.headers.authorization !== `Bearer ${desk.token}`)
    return refuse(response, 401, 'UNAUTHENTICATED')
  if (pathname === '/control/fault') return control(desk, request, response)
  if (pathname !== '/v1/transfers' || request.method !== 'GET') return refuse(response, 404, 'NO_ROUTE')
  const answer = page(desk, searchParams)
  const fault = desk.faults.next()
  return fault ? sendFaulty(response, answer, fault) : sendJson(response, 200, answer)
}

/** Pushes each transfer when it is created; returns how to stop. */
function keepPushing(desk: Desk, webhook: Webhook): () => void {
  let pushed = Math.floor(desk.now().getTime() / 1000 / desk.everySeconds)
  const timer = setInterval(() => {
    const last = Math.floor(desk.now().getTime() / 1000 / desk.everySeconds)
    if (last <= pushed) return
    const fresh = transfersBetween(pushed + 1, last, desk.everySeconds)
    pushed = last
    void pushSigned(webhook, 'x-bank-signature', { transfers: fresh }, desk.now())
  }, 1_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** Starts the simulator on loopback; without a cursor its feed starts when it does. */
export async function startBank(options: Options): Promise<BankSimulator> {
  const { token, now = () => new Date(), everySeconds = 45, keeps = 200, webhook } = options
  const opened = Math.floor(now().getTime() / 1000 / everySeconds)
  const desk: Desk = { token, now, everySeconds, keeps, faults: newFaults<BankFault>(), opened }
  const server = createServer((request, response) => {
    serve(desk, request, response).catch((error: unknown) => {
      // The client has disconnected, so nothing can be sent.
      if (!response.headersSent && !response.destroyed) refuse(response, 500, String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const stop = webhook && keepPushing(desk, webhook)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    push: async (transfers) => (webhook ? pushSigned(webhook, 'x-bank-signature', { transfers }, now()) : 0),
    close: () =>
      new Promise((resolve) => {
        stop?.()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
