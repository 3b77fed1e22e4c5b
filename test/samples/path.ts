/** Location of the sample spreadsheets; their contents are described in README.md next to them. */
import { join } from 'node:path'

/** The path of a sample file by its name. */
export const samplePath = (name: string): string => join(import.meta.dirname, name)
