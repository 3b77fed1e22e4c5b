/** Memory that only a start needs, handed back to the system once the server is up. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Collects everything that can be, which takes some tenths of a second. A start fills the room for short-lived objects to its limit,
 * and V8 gives such room back only in a thorough collection, which a server that waits for work never gets to.
 */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
