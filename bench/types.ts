/** Input and result of a measure. */
import type { Pool } from '#platform/server/db/pool.ts'
import type { Machine } from './others.ts'

export type Bench = {
  url: string
  /** Process id of the server, for its memory. */
  pid: number
  databaseUrl: string
  pool: Pool
  /** Id of the one subscriber file. */
  file: string
  /** Session tokens of the salespeople. */
  tokens: string[]
  admin: string
  /** What a measure ends after others' use was read: the time of a browser's ended processes is known while it runs. */
  afterwards: (() => Promise<void>)[]
}

export type Row = { work: string; value: string; limit: string; ratio: string; reach: string; note: string }

/** A row with the measured commit, and others' use of the machine. */
export type Measured = Row & { machine: Machine; rows: number }
