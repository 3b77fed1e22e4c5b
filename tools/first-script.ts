/** Compressed scripts that a browser loads until the first row of a list: sign-in, shell and a plain list. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

/** Where the build puts its scripts. */
export const dist = join(root, 'dist/assets')

/** Sum of the compressed sizes in bytes. */
export const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)

/** The files, with all their imports, and the sum of their compressed sizes in bytes. Needs a build. */
export function firstScript(): { files: string[]; bytes: number } {
  const html = readFileSync(join(dist, '../index.html'), 'utf8')
  const entries = [...html.matchAll(/assets\/([\w.~-]+\.js)/g)].map(([, file = '']) => file)
  const screens = globSync('*.js', { cwd: dist }).filter((file) =>
    /^(outside-screens|plain-screen|blacklist)-/.test(file),
  )
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    const code = readFileSync(join(dist, file), 'utf8')
    for (const [, other = ''] of code.matchAll(/(?:from|import)"\.\/([\w.~-]+\.js)"/g)) load(other)
  }
  for (const file of [...entries, ...screens]) load(file)
  return { files: [...loaded], bytes: sizeOf([...loaded]) }
}
