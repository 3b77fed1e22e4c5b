/** Simulated refund partner for demo and tests over real HTTP, as in docs/providers.md, with faults on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { refuse, sendJson } from './answer.ts'
import { newFaults, type Faults } from './faults.ts'
import { pushSigned, type Webhook } from './signed-push.ts'

const times = z.optional(z.int().check(z.positive()))

/** Faults of the next requests about orders. */
const providerFaultSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('slow'), ms: z.int().check(z.nonnegative(), z.lte(60_000)), times }),
  z.object({ mode: z.literal('status'), status: z.int().check(z.gte(300), z.lte(599)), times }),
  z.object({ mode: z.literal('refuse'), code: z.int().check(z.positive()), text: z.string(), times }),
  // The order is processed, but the answer is lost: the connection breaks, or it is not JSON.
  z.object({ mode: z.literal('lost'), times }),
  z.object({ mode: z.literal('garbage'), times }),
  // The connection breaks before the order is processed.
  z.object({ mode: z.literal('drop'), times }),
])
type ProviderFault = z.infer<typeof providerFaultSchema>

const orderSchema = z.strictObject({
  kind: z.enum(['refund', 'topup']),
  isdn: z.string().check(z.regex(/^[1-9]\d{8}$/)),
  number_type: z.literal([1, 2]),
  package: z.string(),
  amount: z.int().check(z.positive()),
})

export type WireState = {
  order_id: string
  sequence: number
  status: 'received' | 'processing' | 'completed' | 'returned' | 'other'
  code?: number
  text: string
  paid: number
}
/** An order as sent, one entry per request; `again`: it was known already. */
type Entry = z.infer<typeof orderSchema> & { order_id: string; at: string; again: boolean }

type Desk = {
  token: string
  journal: Entry[]
  states: Map<string, WireState>
  faults: Faults<ProviderFault>
  /** Requests as 'PUT id' or 'GET id'. */
  seen: string[]
}

export type ProviderSimulator = {
  url: string
  journal: () => readonly Entry[]
  seen: () => readonly string[]
  fault: (fault?: ProviderFault) => void
  /** Advances an order and returns its new state, without a push. */
  advance: (id: string, to?: Partial<WireState>) => WireState
  /** Pushes states to the webhook; returns its status, 0 if it is unreachable. */
  push: (states: readonly WireState[]) => Promise<number>
  close: () => Promise<void>
}

type Options = {
  token: string
  port?: number
  webhook?: Webhook
  /** Advances orders by one step per this many ms, and pushes each step. */
  stepMs?: number
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

/** Accepts an order; a repeated id does not change it. */
function take(desk: Desk, id: string, order: z.infer<typeof orderSchema>): WireState {
  const existing = desk.states.get(id)
  desk.journal.push({ ...order, order_id: id, at: new Date().toISOString(), again: existing !== undefined })
  if (existing) return existing
  const state: WireState = { order_id: id, sequence: 1, status: 'received', text: 'Đã nhận', paid: 0 }
  desk.states.set(id, state)
  return state
}

async function serveOrder(
  desk: Desk,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  desk.seen.push(`${request.method} ${id}`)
  const fault = desk.faults.next()
  if (fault?.mode === 'drop') return void response.destroy()
  if (fault?.mode === 'status') return refuse(response, fault.status, 'ORDERED')
  if (fault?.mode === 'slow') await sleep(fault.ms)
  if (request.method === 'GET') {
    const state = desk.states.get(id)
    return state ? sendJson(response, 200, state) : refuse(response, 404, 'NO_ORDER')
  }
  const order = orderSchema.safeParse(await readJson(request))
  if (!order.success) return refuse(response, 400, 'BAD_REQUEST')
  if (fault?.mode === 'refuse')
    return sendJson(response, 422, { error: { code: fault.code, message: fault.text } })
  const state = take(desk, id, order.data)
  if (fault?.mode === 'lost') return void response.destroy()
  if (fault?.mode === 'garbage') return void response.writeHead(200).end('<html>Bảo trì</html>')
  sendJson(response, 202, state)
}

/** State text in a statement; the partner's own codes are orders in progress. */
const statementWord = (status: WireState['status']): string =>
  status === 'completed' || status === 'returned' ? status : 'processing'

/** All orders as a statement of the partner, by the columns of docs/providers.md. */
const statementOf = ({ journal, states }: Desk): (string | number)[][] => [
  ['Mã đơn', 'Ngày', 'Số tiền', 'Trạng thái', 'Đã trả'],
  ...[...states.values()].flatMap(({ order_id, status, paid }) => {
    const entry = journal.find((one) => one.order_id === order_id)
    if (!entry) return []
    const day = new Date(Date.parse(entry.at) + 7 * 3_600_000).toISOString().slice(0, 10)
    return [[order_id, day.split('-').toReversed().join('/'), entry.amount, statementWord(status), paid]]
  }),
]

/** Control endpoint for tests in another process. */
async function serveControl(
  desk: Desk,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path === '/control/journal') return sendJson(response, 200, desk.journal)
  if (path === '/control/statement') {
    const text = statementOf(desk)
      .map((cells) => cells.join(','))
      .join('\n')
    return void response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text)
  }
  if (path !== '/control/fault') return refuse(response, 404, 'NO_ROUTE')
  if (request.method === 'DELETE') desk.faults.set(undefined)
  else {
    const fault = providerFaultSchema.safeParse(await readJson(request))
    if (!fault.success) return refuse(response, 400, 'BAD_REQUEST')
    desk.faults.set(fault.data)
  }
  sendJson(response, 200, {})
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://provider')
  if (request.headers.authorization !== `Bearer ${desk.token}`)
    return refuse(response, 401, 'UNAUTHENTICATED')
  const id = /^\/v1\/orders\/([0-9a-f-]{36})$/.exec(pathname)?.[1]
  if (id && (request.method === 'PUT' || request.method === 'GET'))
    return serveOrder(desk, id, request, response)
  return serveControl(desk, pathname, request, response)
}

/** The next state of an order: in progress, for a top-up half paid, then done. */
function step(state: WireState, { kind, amount }: Entry): WireState {
  const next = { ...state, sequence: state.sequence + 1 }
  if (state.status === 'received') return { ...next, status: 'processing', text: 'Đang xử lý' }
  if (kind === 'topup' && state.paid === 0) return { ...next, paid: Math.floor(amount / 2) }
  return { ...next, status: 'completed', text: 'Hoàn thành', paid: amount }
}

export async function startProvider({
  token,
  port = 0,
  webhook,
  stepMs,
}: Options): Promise<ProviderSimulator> {
  const desk: Desk = { token, journal: [], states: new Map(), faults: newFaults<ProviderFault>(), seen: [] }
  const server = createServer((request, response) => {
    serve(desk, request, response).catch((error: unknown) => {
      // The client has disconnected, so nothing can be sent.
      if (!response.headersSent && !response.destroyed) refuse(response, 500, String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const push = async (states: readonly WireState[]): Promise<number> =>
    webhook ? pushSigned(webhook, 'x-provider-signature', { orders: states }) : 0
  const advance = (id: string, to?: Partial<WireState>): WireState => {
    const state = desk.states.get(id)
    const entry = desk.journal.find(({ order_id }) => order_id === id)
    if (!state || !entry) throw new Error(`no order ${id}`)
    const next = to ? { ...state, sequence: state.sequence + 1, ...to } : step(state, entry)
    desk.states.set(id, next)
    return next
  }
  const timer =
    stepMs === undefined
      ? undefined
      : setInterval(() => {
          const open = [...desk.states.values()].filter(
            ({ status }) => status === 'received' || status === 'processing',
          )
          if (open.length > 0) void push(open.map(({ order_id }) => advance(order_id)))
        }, stepMs)
  timer?.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal: () => desk.journal,
    seen: () => desk.seen,
    fault: (fault) => desk.faults.set(fault),
    advance,
    push,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
