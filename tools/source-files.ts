/** Lists the project's handwritten files, for checks that read text. */
import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

export const root = join(import.meta.dirname, '..')

// By path, not by name: 'data' at the top level belongs to the database, deeper ones are ours.
const SKIPPED = new Set([
  'node_modules',
  'data',
  'dist',
  '.git',
  '.cache',
  '.screenshots',
  'package-lock.json',
])

/** Paths relative to the project, with `/`, of all handwritten files in a folder whose path matches, sorted. */
export function sourceFiles(match: RegExp, folder = ''): string[] {
  const files: string[] = []
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (SKIPPED.has(path)) continue
    if (entry.isDirectory()) files.push(...sourceFiles(match, path))
    else if (match.test(path)) files.push(path)
  }
  return files.toSorted()
}

/** Path from the root of `specifier` as imported by `file`: relative, or by a folder's name ('#kit/…'). */
export const resolved = (file: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(file), specifier)
