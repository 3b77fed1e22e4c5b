/** Limits of one process for clients and database; docs/operations-reference.md lists them (tools/limits-page.ts). */
export const processLimits = {
  /** A body that is buffered; uploads have a limit of their own (sheet/limits.ts). */
  bodyBytes: 2_000_000,
  /** The same for a route without a session: a sign-in, a search or an order in the shop. Signed pushes have their own. */
  publicBodyBytes: 16_000,
  /** All header lines together: those of a browser have 2 kB. */
  headBytes: 16_384,
  /** The headers must arrive within this time, so that silent connections are closed. */
  headersMs: 15_000,
  /** This many bytes of a body must arrive in each interval, or the request is aborted: 1 kB/s, far below the slowest mobile connection. */
  bodyStretchMs: 10_000,
  bodyBytesInStretch: 10_000,
  /** The whole request: a 64 MB spreadsheet over a slow connection takes minutes. */
  requestMs: 300_000,
  /** Half a second of work for a process on two processors: with more, each would wait longer than users do. */
  requestsUnderWay: 200,
  /** How long a write, a read, and a read of a screen by itself wait for a place (running/places.ts). */
  writeWaitMs: 4_000,
  readWaitMs: 1_500,
  backgroundWaitMs: 400,
  /** Reads that wait at one time, and half as many of screens by themselves: more would take the room of writes. */
  readsWaiting: 64,
  statementMs: 5_000,
  lockMs: 2_000,
  /** Default of COMMIT_TIMEOUT_MS: as long as a statement. */
  commitMs: 5_000,
  connectionMs: 2_000,
  /** Windows of one user, including reloads that the server has not noticed yet. */
  socketsOfToken: 20,
  /** An office of 500 people with three windows each. */
  socketsOfAddress: 1_500,
  /** Time for an opened socket to authenticate. */
  socketSilenceMs: 5_000,
  answersKeptHours: 72,
  rejectsKeptDays: 90,
} as const
