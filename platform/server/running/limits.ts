/** Limits of one process towards its callers and its database; docs/operations-reference.md tells them (tools/limits-page.ts). */
export const processLimits = {
  /** A body that is read as a whole; uploads have a limit of their own (sheet/limits.ts). */
  bodyBytes: 2_000_000,
  /** The same of a route without a session: a sign-in, a search or an order of the shop. Signed pushes have their own. */
  publicBodyBytes: 16_000,
  /** All lines of a head together: those of a browser have 2 kB. */
  headBytes: 16_384,
  /** The head of a request must have arrived after this time: who opens connections and stays silent holds none. */
  headersMs: 15_000,
  /** So many bytes of a body must arrive in each stretch, or it is cut: 1 kB/s, far below the slowest telephone line. */
  bodyStretchMs: 10_000,
  bodyBytesInStretch: 10_000,
  /** The whole of a request: a 64 MB spreadsheet over a slow line takes minutes. */
  requestMs: 300_000,
  /** Half a second of work for a process on two processors: of more each would wait for longer than people do. */
  requestsUnderWay: 200,
  statementMs: 5_000,
  lockMs: 2_000,
  /** Of COMMIT_TIMEOUT_MS: as long as a statement. */
  commitMs: 5_000,
  connectionMs: 2_000,
  /** Windows of one person, reloads that the server has not noticed yet among them. */
  socketsOfToken: 20,
  /** An office of 500 people with three windows each. */
  socketsOfAddress: 1_500,
  /** An opened socket must say who it is. */
  socketSilenceMs: 5_000,
  answersKeptHours: 72,
  rejectsKeptDays: 90,
} as const
