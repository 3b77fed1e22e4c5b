/** The settings of the environment, or the end of the process with what is wrong with them. */
import { readConfig, type Config } from './config.ts'

/** What an operator is told of a start that is refused: the reasons, one a line, and no stack. */
export const refusedStart = (error: unknown): string =>
  `VASDesk is not started:\n${error instanceof Error ? error.message : String(error)}\n`

/** Reads the settings; when some are wrong, says all of them and ends the process with code 1. */
export function settingsOrEnd(): Config {
  try {
    return readConfig()
  } catch (error) {
    process.stderr.write(refusedStart(error))
    return process.exit(1)
  }
}
