/** Starts and stops scans over the live channel when connected, else over HTTP (D2-SCAN-30). */
import { isObject } from '#kit/contract/is-object.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import {
  scanCalls,
  scanEvents,
  scanReply,
  scanStarted,
  scanStopped,
} from '#subjects/scans/contract/calls/scans.ts'
import { newKey, sendFull } from '#kit/web/client.ts'
import { channel, type Channel } from '#kit/web/live.ts'

type Verb = 'start' | 'stop'

const doneMessages = { start: scanStarted, stop: scanStopped } as const

/** Longest wait for an answer, in ms. */
const waitMs = 15_000

/** Sends the event and waits for its answer, which comes only to this connection. */
function sendOver(line: Channel, event: string, FileName: string): Promise<void> {
  const client_id = crypto.randomUUID()
  return new Promise((resolve, reject) => {
    const end = (error?: AppError): void => {
      clearTimeout(timer)
      line.off(scanReply, onReply)
      line.off('disconnect', lost)
      if (error) reject(error)
      else resolve()
    }
    const onReply = (reply: unknown): void => {
      if (!isObject(reply) || reply.client_id !== client_id) return
      end('code' in reply ? new AppError('CONFLICT', String(reply.msg)) : undefined)
    }
    const lost = (): void => end(new AppError('UPSTREAM', messages.unreachable))
    const timer = setTimeout(lost, waitMs)
    line.on(scanReply, onReply)
    line.on('disconnect', lost)
    line.emit(event, { client_id, data: { token: line.token, FileName } })
  })
}

/** Starts or stops scanning a file; returns the message to show. Throws AppError with the server's refusal. */
export async function sendScanCommand(kind: ScanKind, verb: Verb, FileName: string): Promise<string> {
  const line = channel.get()
  if (line) await sendOver(line, scanEvents[kind][verb], FileName)
  else await sendFull(scanCalls[kind][verb], { FileName }, { idempotencyKey: newKey(), quiet: true })
  return doneMessages[verb](FileName)
}
