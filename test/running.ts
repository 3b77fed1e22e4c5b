/** A server started like the program, in the test's own process. */
import { startServer } from '#platform/app/server/main.ts'
import { readConfig } from '#platform/server/running/config.ts'
import type { Running } from '#platform/app/server/running/run-process.ts'
import { testKey } from './process.ts'

/** Serves the database at `url` on a free port, without log; `env` is additional environment and must contain DATA_DIR. */
export const startRunning = (url: string, env: Record<string, string>): Promise<Running> =>
  startServer(
    readConfig({
      DATABASE_URL: url,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: testKey,
      STOP_SECONDS: '1',
      ...env,
    }),
  )
