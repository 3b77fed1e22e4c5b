/** Reads the configuration, or ends the process with its problems. */
import { readConfig, type Config } from './config.ts'

/** Output for a refused start: the reasons, one per line, without a stack. */
export const refusedStart = (error: unknown): string =>
  `VASDesk is not started:\n${error instanceof Error ? error.message : String(error)}\n`

/** Reads the configuration; if it is invalid, prints all problems and exits with code 1. */
export function settingsOrEnd(): Config {
  try {
    return readConfig()
  } catch (error) {
    process.stderr.write(refusedStart(error))
    return process.exit(1)
  }
}
