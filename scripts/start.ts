/** `npm start`: decides where the data lives, builds the screens when needed, and starts the server. */
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './source-files.ts'
import { settingsOrEnd } from '../server/running/settings-or-end.ts'
import { isWebStale } from './web-build.ts'

// What is imported from here on was compiled by the last start, if its source is still the same.
// The threads that read files and hash passwords look for it in the environment alone.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
enableCompileCache()

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, 'data'))

// A first try should show something: an empty database gets the demo organisation, never in production.
if (process.env.NODE_ENV !== 'production') process.env.VASDESK_DEMO ??= '1'

// Before anything is built for it.
settingsOrEnd()

if (isWebStale()) {
  console.log('building the screens …')
  // In a process of its own: the bundler's memory is gone before the server starts.
  const build = spawnSync(process.execPath, [join(root, 'scripts/web-build.ts')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

const { run } = await import('../server/main.ts')
await run(async (config, databaseUrl) =>
  (await import('./simulators.ts')).startSimulators(config, databaseUrl),
)
