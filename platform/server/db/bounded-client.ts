/** Client of every pool that writes, with a time limit for commits (D3-RUN-01). */
import { callbackify } from 'node:util'
import pg from 'pg'
import { Unconfirmed, type Commits } from './commits.ts'
import { processLimits } from '../running/limits.ts'

/** Longer than the statement timeout, in ms: a statement still running then is waiting for its commit. */
const beyondStatement = processLimits.statementMs + 1_000

type Backend = { processID: number | null }
/** Start of a transaction. */
const begins = /^\s*begin\b/i
const ends = /^\s*commit\b/i

type Send = (...statement: unknown[]) => unknown

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '')

/** Cursors and copies report their end themselves. */
const isPlain = (statement: unknown): boolean =>
  typeof statement === 'string' ||
  (typeof statement === 'object' && statement !== null && !('submit' in statement))

/** Runs `work` with the statement, and returns the result in the way the driver was called (callback or promise). */
function byCallback(statement: unknown[], work: (statement: unknown[]) => Promise<unknown>): unknown {
  const callback = statement.at(-1)
  if (typeof callback !== 'function') return work(statement)
  callbackify(work)(statement.slice(0, -1), callback as Send)
  return undefined
}

/**
 * A client that gives up unconfirmed commits, of transactions and single statements, with `Unconfirmed` after the time
 * limit: its connection is closed, so that it is not reused. A commit is never cancelled, as PostgreSQL would then
 * confirm data that no standby has. During a stall the client is read-only: PostgreSQL rejects writes that it could not
 * confirm.
 */
export function boundedClient(
  commits: Commits,
  { Client = pg.Client, loneMs = beyondStatement }: { Client?: typeof pg.Client; loneMs?: number } = {},
): typeof pg.Client {
  return class extends Client {
    readonly #send = super.query.bind(this) as Send

    #giveUp(ms: number): void {
      commits.gaveUp((this as unknown as Backend).processID)
      this.connection.stream.destroy(new Unconfirmed(`a commit was not confirmed within ${ms} ms`))
    }

    /** Sends a statement that ends a transaction, or is one by itself. */
    async #within(ms: number, statement: unknown[]): Promise<unknown> {
      const timer = setTimeout(() => this.#giveUp(ms), ms)
      try {
        return await this.#send(...statement)
      } finally {
        clearTimeout(timer)
      }
    }

    /** Without a session setting, which behind a pooler would affect other clients. */
    async #reading(ms: number, statement: unknown[]): Promise<unknown> {
      await this.#send('BEGIN READ ONLY')
      try {
        return await this.#within(ms, statement)
      } finally {
        // A lost connection was already reported by the statement.
        await Promise.resolve(this.#send('COMMIT')).catch(() => undefined)
      }
    }

    #ended(statement: unknown[]): Promise<unknown> {
      const [first, ...rest] = statement
      if (ends.test(textOf(first))) return this.#within(commits.timeoutMs, statement)
      const ms = Math.max(commits.timeoutMs, loneMs)
      if (commits.stall() === undefined) return this.#within(ms, statement)
      if (typeof first !== 'string' || !begins.test(first)) return this.#reading(ms, statement)
      return this.#within(ms, [first.replace(begins, 'BEGIN READ ONLY'), ...rest])
    }

    override query = ((...statement: unknown[]) => {
      const [first] = statement
      // A connection that is still being established has no transaction status.
      const within = ['T', 'E'].includes(this.getTransactionStatus() ?? '')
      if ((within && !ends.test(textOf(first))) || !isPlain(first)) return this.#send(...statement)
      return byCallback(statement, (args) => this.#ended(args))
    }) as pg.Client['query']
  }
}
