/** `npm start`: sets the data directory, builds the screens if needed, and starts the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** Builds the screens in a process of its own, so that the bundler's memory is free again; rejects when they cannot be built. */
async function buildScreens(): Promise<void> {
  console.log('building the screens …')
  const build = spawn(process.execPath, [join(root, 'tools/web-build.ts')], { stdio: 'inherit' })
  const end = (): unknown => build.kill()
  process.once('exit', end)
  const [status] = (await once(build, 'exit')) as [number | null]
  process.off('exit', end)
  if (status !== 0) throw new Error('the screens could not be built')
}

// The database is made and filled meanwhile.
const screens = isWebStale() ? buildScreens() : undefined
// Whoever waits for them hears of a failure too.
screens?.catch(() => undefined)

const { run } = await import('#platform/app/server/main.ts')
await run({
  simulate: async (...demo) => (await import('./simulators.ts')).startSimulators(...demo),
  ...(screens && { screens }),
})
