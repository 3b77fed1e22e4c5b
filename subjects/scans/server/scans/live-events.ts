/** Starts and stops scans over the live channel (D2-SCAN-30 to 36, D2-Q-48). */
import { randomUUID } from 'node:crypto'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { scanKinds } from '#subjects/scans/contract/lists/scans.ts'
import { scanEvents, scanReply, scanStarted, scanStopped } from '#subjects/scans/contract/calls/scans.ts'
import { actorOf } from '#kit/server/actor.ts'
import type { Services } from '#kit/server/context.ts'
import type { LiveCalls } from '#platform/server/live/calls.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { startScan, stopScan } from './start-stop.ts'

const verbs = {
  start: { run: startScan, said: scanStarted },
  stop: { run: stopScan, said: scanStopped },
} as const

/** The live calls of this workflow: same as the routes, in one transaction, as the session's account. */
export function scanLiveCalls(services: Services): LiveCalls {
  return Object.fromEntries(
    scanKinds.flatMap((kind) =>
      Object.entries(verbs).map(([verb, { run, said: answerText }]) => [
        scanEvents[kind][verb as keyof typeof verbs],
        {
          reply: scanReply,
          run: async ({ id }: Actor, data: Record<string, unknown>) => {
            const caller = await actorOf(services.pool, id)
            if (!caller || !can(caller.actor, 'below3')) throw new AppError('FORBIDDEN', messages.forbidden)
            const { FileName } = await inTransaction(
              services,
              { ...caller, requestId: randomUUID() },
              (ctx) => run(kind, data.FileName, ctx),
            )
            return { FileName, msg: answerText(FileName) }
          },
        },
      ]),
    ),
  )
}
