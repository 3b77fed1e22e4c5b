/** Worker thread that unpacks and parses untrusted files; sends one batch per request. */
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#kit/contract/error.ts'
import { sheetRows } from './sheet-rows.ts'
import type { WorkerMessage, WorkerTask } from './worker-messages.ts'

if (!parentPort) throw new Error('sheet-worker runs as a worker thread only')
const port = parentPort
const task: WorkerTask = workerData

const post = (message: WorkerMessage): void => port.postMessage(message)

async function run(): Promise<void> {
  const credits = on(port, 'message')
  for await (const rows of sheetRows(task.path, task.fromRow)) {
    await credits.next()
    post({ rows })
  }
  post({ done: true })
}

try {
  await run()
} catch (error) {
  // Any other error is a bug of the reader: it ends the thread and reaches the caller as the worker's error.
  if (!(error instanceof AppError)) throw error
  post({ refused: { code: error.code, msg: error.message, inner: error.inner } })
}
port.close()
