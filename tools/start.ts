/** `npm start`: sets the data directory, builds the screens if needed, and starts the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './source-files.ts'
import { settingsOrEnd } from '#platform/server/running/settings-or-end.ts'
import { isWebStale } from './web-build.ts'

// Modules imported from here on come from the compile cache if unchanged. Worker threads find it only in the
// environment.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
enableCompileCache()

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, 'data'))

// For a first try an empty database gets the demo organisation, never in production.
if (process.env.NODE_ENV !== 'production') process.env.VASDESK_DEMO ??= '1'

// Before anything is built.
settingsOrEnd()

/** Builds the screens in a separate process, so that the bundler's memory is freed; rejects if that fails. */
async function buildScreens(): Promise<void> {
  console.log('building the screens …')
  const build = spawn(process.execPath, [join(root, 'tools/web-build.ts')], { stdio: 'inherit' })
  const end = (): unknown => build.kill()
  process.once('exit', end)
  const [status] = (await once(build, 'exit')) as [number | null]
  process.off('exit', end)
  if (status !== 0) throw new Error('the screens could not be built')
}

// The database is created and filled meanwhile.
const screens = isWebStale() ? buildScreens() : undefined
// The failure is also seen where the build is awaited.
screens?.catch(() => undefined)

const { run } = await import('#platform/app/server/main.ts')
await run({
  simulate: async (...demo) => (await import('./simulators.ts')).startSimulators(...demo),
  ...(screens && { screens }),
})
