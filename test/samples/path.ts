/** Where the sample spreadsheets lie; what is in them says README.md beside them. */
import { join } from 'node:path'

/** The path of a sample file by its name. */
export const samplePath = (name: string): string => join(import.meta.dirname, name)
