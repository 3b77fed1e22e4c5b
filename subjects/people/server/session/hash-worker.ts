/** Thread that hashes passwords at low priority, so that sign-ins only use spare CPU time. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** A password to hash, or to compare with `stored`. */
export type HashTask = { password: string; stored?: string }
export type HashAnswer = { value: string | boolean } | { failure: string }

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Niceness, of 19; a thread at 0 beside it gets three times its share. */
const rank = 5

// Only Linux has priorities per thread; elsewhere the whole server would be slowed.
if (process.platform === 'linux') setPriority(rank)

function answer({ password, stored }: HashTask): HashAnswer {
  try {
    return { value: stored === undefined ? hashSync(password, cost) : verifySync(stored, password) }
  } catch (error) {
    return { failure: String(error) }
  }
}

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)))
