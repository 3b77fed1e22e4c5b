/** Starts and stops scans over the live channel (D2-SCAN-30 to 36, D2-Q-48). */
import { randomUUID } from 'node:crypto'
import { can, type Actor } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { scanKinds } from '../../../contract/resources/scans.ts'
import { scanEvents, scanReply, scanStarted, scanStopped } from '../../../contract/workflows/scans.ts'
import { actorOf } from '../../kit/actor.ts'
import type { Services } from '../../kit/context.ts'
import type { LiveCalls } from '../../live/calls.ts'
import { inTransaction } from '../../kit/transaction.ts'
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
