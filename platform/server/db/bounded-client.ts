/** The connection of every pool that saves: no commit on it is waited for without end (D3-RUN-01). */
import { callbackify } from 'node:util'
import pg from 'pg'
import { Unconfirmed, type Commits } from './commits.ts'
import { processLimits } from '../running/limits.ts'

/** More than a statement may take, in ms: one that has not ended by then waits for its commit. */
const beyondStatement = processLimits.statementMs + 1_000

type Backend = { processID: number | null }
/** Of a transaction. */
const begins = /^\s*begin\b/i
const ends = /^\s*commit\b/i

type Send = (...statement: unknown[]) => unknown

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '')

/** Cursors and copies say themselves when they have ended. */
const isPlain = (statement: unknown): boolean =>
  typeof statement === 'string' ||
  (typeof statement === 'object' && statement !== null && !('submit' in statement))

/** Runs `work` with the statement alone, and answers in whichever of the driver's ways it was asked. */
function byCallback(statement: unknown[], work: (own: unknown[]) => Promise<unknown>): unknown {
  const callback = statement.at(-1)
  if (typeof callback !== 'function') return work(statement)
  callbackify(work)(statement.slice(0, -1), callback as Send)
  return undefined
}

/**
 * A client whose commits, those of transactions and of statements outside them, are given up with `Unconfirmed` when
 * nobody confirms them in time: its connection ends, so that nobody else gets it. A commit is never cancelled, as
 * PostgreSQL would then confirm what no standby has. During a stall it only reads: PostgreSQL refuses what it could not
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

    /** Sends what ends a transaction, or is one of its own. */
    async #within(ms: number, statement: unknown[]): Promise<unknown> {
      const timer = setTimeout(() => this.#giveUp(ms), ms)
      try {
        return await this.#send(...statement)
      } finally {
        clearTimeout(timer)
      }
    }

    /** Without a setting of the session, which behind a pooler would reach others. */
    async #reading(ms: number, statement: unknown[]): Promise<unknown> {
      await this.#send('BEGIN READ ONLY')
      try {
        return await this.#within(ms, statement)
      } finally {
        // Of a connection that was lost the statement has told.
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
      // A connection that is not quite made yet says nothing of itself.
      const within = ['T', 'E'].includes(this.getTransactionStatus() ?? '')
      if ((within && !ends.test(textOf(first))) || !isPlain(first)) return this.#send(...statement)
      return byCallback(statement, (own) => this.#ended(own))
    }) as pg.Client['query']
  }
}
