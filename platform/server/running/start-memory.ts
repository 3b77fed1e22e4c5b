/** Memory of the server: what only a start needs is handed back, and garbage is collected before it has piled up. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** By how many per cent the heap grows between full collections; V8 lets a quiet one grow to four times its size. */
const growth = 75

/**
 * Runs a full garbage collection, which takes some tenths of a second. A start fills the young generation to its limit,
 * and V8 only releases that memory in a full collection, which an idle server never reaches. From then on the heap is
 * collected once it has grown by `growth`.
 */
export function returnStartMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
