/** Script and styles of the shop by the build's manifest; empty when the screens are not built. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const entry = 'platform/app/web/shop/shop.ts'
const manifest = join(import.meta.dirname, '../../../../dist/.vite/shop.json')

type Chunk = { file: string; css?: string[]; imports?: string[] }
export type Assets = { script: string | null; styles: string[] }

export function readAssets(): Assets {
  if (!existsSync(manifest)) return { script: null, styles: [] }
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
  const styles = new Set<string>()
  const visited = new Set<string>()
  const gather = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    const { css = [], imports = [] } = chunks[name] ?? {}
    imports.forEach(gather)
    for (const file of css) styles.add(`/${file}`)
  }
  gather(entry)
  const file = chunks[entry]?.file
  return { script: file === undefined ? null : `/${file}`, styles: [...styles] }
}
