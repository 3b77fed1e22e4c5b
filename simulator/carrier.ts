/** Simulated carrier for demo and tests over real HTTP, as in docs/providers.md, with faults on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lookupKinds, type LookupKind } from '#subjects/registrations/contract/calls/lookup.ts'
import { answer, refuse, sendJson, type Envelope } from './answer.ts'
import { subscriberExists } from './deterministic-subscriber.ts'
import { faultSchema, newFaults, type Fault, type Faults } from './faults.ts'
import { lookups, type Asked } from './lookups.ts'
import {
  newRegistrations,
  registrationSteps,
  type Registrations,
  type RegistrationStep,
} from './registrations.ts'
import { serveInvite } from './mfy-invites.ts'
import { newResultFeed, type ResultFeed } from './results.ts'

export type CarrierSimulator = { url: string; close: () => Promise<void> }

/** A received request, for tests. */
export type Seen = { kind: LookupKind; requestId: string; body: Asked }

type Desk = {
  token: string
  now: () => Date
  faults: Faults
  seen: Seen[]
  feed: ResultFeed
  registrations: Registrations
  invited: Set<string>
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

const isObject = (value: unknown): value is Asked => typeof value === 'object' && value !== null

/** Requests kept for `/control/requests`. */
const mostSeen = 1000

async function serveLookup(desk: Desk, kind: LookupKind, request: IncomingMessage, response: ServerResponse) {
  const body = await readJson(request)
  const requestId = request.headers['x-request-id']
  const isdn = isObject(body) && typeof body.isdn === 'string' ? body.isdn : ''
  const form = kind === '9279' ? /^84[1-9]\d{8}$/ : /^[1-9]\d{8}$/
  if (!isObject(body) || typeof requestId !== 'string' || !form.test(isdn))
    return refuse(response, 400, 'BAD_REQUEST')
  desk.seen.push({ kind, requestId, body })
  if (desk.seen.length > mostSeen) desk.seen.shift()
  const phone = isdn.slice(-9)
  const fault = desk.faults.next()
  if (!fault && !subscriberExists(phone)) return refuse(response, 404, 'NOT_FOUND')
  const data = lookups[kind](phone, body, desk.now())
  return answer(response, { request_id: requestId, data }, fault)
}

/** Most rows per page. */
const mostRows = 500

async function serveResults(desk: Desk, request: IncomingMessage, response: ServerResponse) {
  const body = await readJson(request)
  const requestId = request.headers['x-request-id']
  if (!isObject(body) || typeof requestId !== 'string' || typeof body.cursor !== 'string')
    return refuse(response, 400, 'BAD_REQUEST')
  const limit = typeof body.limit === 'number' && body.limit >= 1 ? Math.floor(body.limit) : mostRows
  const data = desk.feed.page(body.cursor, Math.min(limit, mostRows))
  return answer(response, { request_id: requestId, data } as Envelope, desk.faults.lasting())
}

/** Whether a request with this fault is not processed at all; other faults only corrupt the answer. */
const isLost = (fault: Fault | undefined): boolean =>
  fault?.mode === 'lose' || (fault?.mode === 'status' && (fault.status < 500 || fault.status === 503))

async function serveRegistration(
  desk: Desk,
  step: RegistrationStep,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await readJson(request)
  const requestId = request.headers['x-request-id']
  const isdn = isObject(body) && typeof body.isdn === 'string' ? body.isdn : ''
  if (!isObject(body) || typeof requestId !== 'string' || !/^[1-9]\d{8}$/.test(isdn))
    return refuse(response, 400, 'BAD_REQUEST')
  const fault = desk.faults.next()
  if (!fault && !subscriberExists(isdn)) return refuse(response, 404, 'NOT_FOUND')
  const pending = fault?.mode === 'pending' && step === 'status'
  const outcome =
    isLost(fault) || pending
      ? { outcome: 'PENDING', message: 'Đang xử lý' }
      : desk.registrations.work(step, isdn, body, requestId)
  return answer(response, { request_id: requestId, data: { NUMBER_PHONE: isdn, ...outcome } }, fault)
}

/** PUT a fault, DELETE it, GET the received requests and the registrations, PUT rows into the feed. */
async function serveControl(desk: Desk, path: string, request: IncomingMessage, response: ServerResponse) {
  if (path === '/control/requests' && request.method === 'GET') return sendJson(response, 200, desk.seen)
  if (path === '/control/registrations' && request.method === 'GET')
    return sendJson(response, 200, desk.registrations.done())
  if (path === '/control/mfy-invitations') return sendJson(response, 200, [...desk.invited])
  if (path === '/control/results' && request.method === 'PUT') {
    const rows = await readJson(request)
    if (!Array.isArray(rows)) return refuse(response, 400, 'BAD_REQUEST')
    desk.feed.place(rows)
    return sendJson(response, 200, {})
  }
  if (path !== '/control/fault') return refuse(response, 404, 'NO_ROUTE')
  if (request.method === 'DELETE') {
    desk.faults.set(undefined)
    return sendJson(response, 200, {})
  }
  const fault = faultSchema.safeParse(await readJson(request))
  if (request.method !== 'PUT' || !fault.success) return refuse(response, 400, 'BAD_REQUEST')
  desk.faults.set(fault.data)
  return sendJson(response, 200, {})
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  if (request.headers.authorization !== `Bearer ${desk.token}`)
    return refuse(response, 401, 'UNAUTHENTICATED')
  if (path.startsWith('/control/')) return serveControl(desk, path, request, response)
  if (path === '/v1/registration-results' && request.method === 'POST')
    return serveResults(desk, request, response)
  const step = registrationSteps.find((one) => path === `/v1/registrations/${one}`)
  if (step !== undefined && request.method === 'POST') return serveRegistration(desk, step, request, response)
  if (path === '/v1/mfy-invitations' && request.method === 'POST')
    return serveInvite(desk, await readJson(request), request, response)
  const kind = lookupKinds.find((one) => path === `/v1/lookups/${one}`)
  if (kind === undefined || request.method !== 'POST') return refuse(response, 404, 'NO_ROUTE')
  return serveLookup(desk, kind, request, response)
}

/** Starts the simulator on loopback; port 0 takes a free one. `now` is its clock; with `stream` the result feed generates rows. */
export async function startCarrier(options: {
  token: string
  port?: number
  now?: () => Date
  stream?: boolean
}): Promise<CarrierSimulator> {
  const now = options.now ?? (() => new Date())
  const desk: Desk = {
    token: options.token,
    now,
    feed: newResultFeed({ now, stream: options.stream ?? false }),
    faults: newFaults(),
    registrations: newRegistrations({ now }),
    seen: [],
    invited: new Set(),
  }
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
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
