/** Memory that only a start needs, handed back to the system once the server is up. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Runs a full garbage collection, which takes some tenths of a second. A start fills the young generation to its limit,
 * and V8 only releases that memory in a full collection, which an idle server never reaches.
 */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
