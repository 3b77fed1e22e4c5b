/** Faults on request: the next answers are late, broken, for another number, or never sent. */
import * as z from 'zod/mini'

const times = z.optional(z.int().check(z.positive()))

/** One fault; without `times` it lasts until removed. */
export const faultSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('slow'), ms: z.int().check(z.nonnegative(), z.lte(60_000)), times }),
  z.object({ mode: z.literal('status'), status: z.int().check(z.gte(300), z.lte(599)), times }),
  z.object({ mode: z.literal('garbage'), times }),
  z.object({ mode: z.literal('wrong-shape'), times }),
  z.object({ mode: z.literal('endless'), times }),
  z.object({ mode: z.literal('hang'), times }),
  z.object({ mode: z.literal('half'), times }),
  z.object({ mode: z.literal('drop'), times }),
  z.object({ mode: z.literal('wrong-number'), times }),
  z.object({ mode: z.literal('wrong-request'), times }),
  z.object({ mode: z.literal('lose'), times }),
  z.object({ mode: z.literal('pending'), times }),
])
export type Fault = z.infer<typeof faultSchema>

export type Faults<F = Fault> = {
  set: (fault: F | undefined) => void
  /** The fault of the next answer, if any; counts it. */
  next: () => F | undefined
  /** The fault for background polls, which must not use up counted ones. */
  lasting: () => F | undefined
}

/** Faults, initially none. */
export function newFaults<F extends { times?: number | undefined } = Fault>(): Faults<F> {
  let fault: F | undefined
  let remaining = 0
  return {
    set(next) {
      fault = next
      remaining = next?.times ?? Infinity
    },
    next() {
      if (!fault || remaining <= 0) return undefined
      remaining--
      return fault
    },
    lasting: () => (remaining === Infinity ? fault : undefined),
  }
}
