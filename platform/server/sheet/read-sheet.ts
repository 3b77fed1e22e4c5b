/** Reads an uploaded spreadsheet in a worker thread with its own heap and time limit (threats F4, G8). */
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#kit/contract/error.ts'
import { limits } from './limits.ts'
import { readerStopped, tookTooLong, tooMuchMemory } from './refusals.ts'
import type { SheetRow } from './sheet-row.ts'
import type { WorkerMessage, WorkerTask } from './worker-messages.ts'

/** Batches that may be buffered for the caller, so that reading continues meanwhile. */
const ahead = 2

function startWorker(task: WorkerTask): Worker {
  return new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: task,
    // Flags of the main process (test runners, profilers) must not apply to the reader.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: limits.workerHeapMb,
      maxYoungGenerationSizeMb: limits.workerYoungMb,
    },
  })
}

function workerFault(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory(String(error)) : readerStopped(String(error))
}

/** The worker's messages one by one; the time limit only counts while the caller waits for one. */
function mailbox(worker: Worker): () => Promise<WorkerMessage> {
  const messages = on(worker, 'message', { close: ['exit'] })
  let remainingMs: number = limits.workerMs
  return async () => {
    const begun = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tookTooLong()), remainingMs)
    })
    try {
      const next = await Promise.race([messages.next(), late])
      if (next.done) throw readerStopped('the worker left without a word')
      return next.value[0]
    } catch (error) {
      throw error instanceof AppError ? error : workerFault(error)
    } finally {
      clearTimeout(timer)
      remainingMs -= performance.now() - begun
    }
  }
}

/**
 * The filled rows of the first sheet from `fromRow` (1-based) on, in batches of about 500. Blank rows, also those with
 * only spaces, are omitted, which leaves gaps in `row`. The worker waits while the caller is busy; leaving the loop
 * ends it. AppError with a message for the user if the file is unreadable or has no row.
 */
export async function* readSheet(path: string, { fromRow }: { fromRow: number }): AsyncGenerator<SheetRow[]> {
  const worker = startWorker({ path, fromRow })
  const next = mailbox(worker)
  try {
    for (let credit = 0; credit < ahead; credit++) worker.postMessage('more')
    for (;;) {
      const message = await next()
      if ('done' in message) return
      if ('refused' in message) {
        const { code, msg, inner } = message.refused
        throw new AppError(code, msg, inner === undefined ? {} : { inner })
      }
      worker.postMessage('more')
      yield message.rows
    }
  } finally {
    await worker.terminate()
  }
}
