/** `npm start`: sets the data directory, builds the screens if needed, and starts the server. */
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './source-files.ts'
import { settingsOrEnd } from '#platform/server/running/settings-or-end.ts'
import { isWebStale } from './web-build.ts'

// Modules imported from here on come from the compile cache if unchanged. Worker threads only find it in the
// environment.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
enableCompileCache()

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, 'data'))

// For a first try an empty database gets the demo organisation, never in production.
if (process.env.NODE_ENV !== 'production') process.env.VASDESK_DEMO ??= '1'

// Before building anything.
settingsOrEnd()

if (isWebStale()) {
  console.log('building the screens …')
  // In its own process, so that the bundler's memory is freed before the server starts.
  const build = spawnSync(process.execPath, [join(root, 'tools/web-build.ts')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

const { run } = await import('#platform/app/server/main.ts')
await run(async (...demo) => (await import('./simulators.ts')).startSimulators(...demo))
