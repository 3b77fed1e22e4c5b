/** Faults of the bank feed on request. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { refuse, sendJson } from './answer.ts'

const times = z.optional(z.int().check(z.positive()))

export const bankFaultSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('slow'), ms: z.int().check(z.nonnegative(), z.lte(60_000)), times }),
  z.object({ mode: z.literal('status'), status: z.int().check(z.gte(300), z.lte(599)), times }),
  z.object({ mode: z.literal('garbage'), times }),
  z.object({ mode: z.literal('wrong-shape'), times }),
  z.object({ mode: z.literal('bad-transfer'), times }),
  z.object({ mode: z.literal('hang'), times }),
  z.object({ mode: z.literal('drop'), times }),
  z.object({ mode: z.literal('repeat'), times }),
])
export type BankFault = z.infer<typeof bankFaultSchema>

type Page = { transfers: readonly object[]; cursor: string; more: boolean }

/** Sends the page corrupted by `fault`. */
export async function sendFaulty(response: ServerResponse, page: Page, fault: BankFault): Promise<void> {
  switch (fault.mode) {
    case 'slow':
      await sleep(fault.ms)
      return sendJson(response, 200, page)
    case 'status':
      return refuse(response, fault.status, 'ORDERED')
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bảo trì hệ thống</html>')
      return
    case 'wrong-shape':
      return sendJson(response, 200, { ...page, transfers: { total: page.transfers.length } })
    case 'bad-transfer': {
      const middle = Math.floor(page.transfers.length / 2)
      const transfers = page.transfers.map((one, index) =>
        index === middle ? { ...one, amount: '90.000đ' } : one,
      )
      return sendJson(response, 200, { ...page, transfers })
    }
    case 'hang':
      return
    case 'drop':
      response.destroy()
      return
    case 'repeat':
      return sendJson(response, 200, { ...page, transfers: [...page.transfers, ...page.transfers] })
  }
}
