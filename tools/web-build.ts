/** Builds the screens into dist/, compressed, when their sources changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { isOn } from './sides.ts'
import { root, sourceFiles } from './source-files.ts'

/** The first build empties the folder. */
const configs = ['vite.config.ts', 'vite.shop.config.ts']
const reader = ['tools/guide-pages.ts', 'tools/guide-plugin.ts', 'tools/summary-plugin.ts']
const STAMP = join(root, 'dist/.sources')

/** File that identifies a release; only releases have it. */
export const RELEASE = 'release.json'

function sourcesHash(): string {
  const inputs = [
    ...sourceFiles(/./).filter((file) => isOn(file, 'web', 'contract')),
    ...sourceFiles(/./, 'docs/guides'),
  ].filter((file) => !/\.test\.tsx?$/.test(file))
  const hash = createHash('sha256')
  for (const file of [...inputs, 'index.html', ...configs, ...reader, 'package-lock.json'])
    if (existsSync(join(root, file)))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** True if dist/ was not built from the current sources. A release has built screens without their sources. */
export const isWebStale = (): boolean =>
  !existsSync(join(root, RELEASE)) && (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sourcesHash())

/** Writes a .br next to every text file served unchanged, so that the server never compresses while answering. */
function compress(): void {
  for (const file of globSync('**/*.{js,css,svg,webmanifest}', { cwd: join(root, 'dist') })) {
    const path = join(root, 'dist', file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
  }
}

if (import.meta.main && isWebStale()) {
  const hash = sourcesHash()
  const { build } = await import('vite')
  for (const config of configs) await build({ root, configFile: join(root, config), logLevel: 'warn' })
  compress()
  writeFileSync(STAMP, hash)
}
