/** Sends the simulated carrier's answers, corrupted if a fault is set. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'

/** An answer; those of the result feed have no number. */
export type Envelope = { request_id: string; data: { NUMBER_PHONE?: string } }

/** Sends a JSON answer. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** Sends a refusal in the form of docs/providers.md. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  sendJson(response, status, { error: { code, message: code } })
}

/** Another number of the same form. */
const otherNumber = (number: string): string => number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)

/** Sends more than a megabyte without ending the response. */
async function pour(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    response.write('[1,2,3]'.repeat(10_000))
    await sleep(1)
  }
}

/** Sends `answer`, or its corruption by `fault`. */
export async function answer(
  response: ServerResponse,
  body: Envelope,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.mode) {
    case undefined:
    case 'pending':
      return sendJson(response, 200, body)
    case 'slow':
      await sleep(fault.ms)
      return sendJson(response, 200, body)
    case 'status':
      response.setHeader('location', 'http://127.0.0.1:1/elsewhere')
      return refuse(response, fault.status, 'ORDERED')
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bảo trì hệ thống</html>')
      return
    case 'wrong-shape':
      return sendJson(response, 200, {
        ...body,
        data: { NUMBER_PHONE: body.data.NUMBER_PHONE, balance: '12.000đ' },
      })
    case 'endless':
      return pour(response)
    case 'hang':
      return
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json' }).write(JSON.stringify(body).slice(0, 20))
      return
    case 'drop':
    case 'lose':
      response.destroy()
      return
    case 'wrong-number':
      return sendJson(response, 200, {
        ...body,
        data: { ...body.data, NUMBER_PHONE: otherNumber(body.data.NUMBER_PHONE ?? '0') },
      })
    case 'wrong-request':
      return sendJson(response, 200, { ...body, request_id: 'another' })
  }
}
