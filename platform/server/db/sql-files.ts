/**
 * Locations of a version's SQL: upgrades at the root of its tree, and in each `sql/` folder the routines and, under
 * `tables/`, the tables of an empty database.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export type SqlFile = { name: string; text: string; checksum: string }

/** The tree of this version. */
export const ownTree: string = join(import.meta.dirname, '../../..')

/** The `.sql` files of `dir` in name order, each name prefixed with `prefix`; empty without such a folder. */
export async function sqlFiles(dir: string, prefix: string): Promise<SqlFile[]> {
  if (!existsSync(dir)) return []
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line endings must not look like a changed migration.
      const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name: prefix + name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The `sql/` folders of a tree: that of the platform and one per subject. */
async function sqlFolders(tree: string): Promise<string[]> {
  const subjects = join(tree, 'subjects')
  const names = existsSync(subjects) ? await readdir(subjects) : []
  return ['platform', ...names.map((name) => join('subjects', name))].map((name) => join(tree, name, 'sql'))
}

/** The files of one kind in order of their names, whatever their folder; throws if two have the same name. */
async function inNameOrder(tree: string, below: string, prefix: string): Promise<SqlFile[]> {
  const folders = await Promise.all(
    (await sqlFolders(tree)).map((folder) => sqlFiles(join(folder, below), prefix)),
  )
  const files = folders.flat().toSorted((a, b) => (basename(a.name) < basename(b.name) ? -1 : 1))
  const twice = files.find(({ name }, index) => name === files[index + 1]?.name)
  if (twice) throw new Error(`two files of a version are called ${twice.name}`)
  return files
}

/** The upgrades of each version since 1.0.0, in order; databases record them by name. */
export const upgradeFiles = (tree: string): Promise<SqlFile[]> => sqlFiles(join(tree, 'upgrades'), '')

/** Functions, triggers and views, which run again when their text changes. */
export const routineFiles = (tree: string): Promise<SqlFile[]> => inNameOrder(tree, '', 'routines/')

/** The tables of an empty database, in the order of the numbers their names start with. */
export const tableFiles = (tree: string): Promise<SqlFile[]> => inNameOrder(tree, 'tables', 'schema/')
