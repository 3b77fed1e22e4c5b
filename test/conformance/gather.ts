/** Collects all faults before a test fails, so that one run reports every faulty role and operation. */
import { isDeepStrictEqual } from 'node:util'

export type Gathered = {
  /** One line per fault. */
  faults: string[]
  /** Adds `label` if the condition is false. */
  must: (holds: boolean, label: string) => void
  /** Adds `label` with both values if they differ. */
  same: (is: unknown, expected: unknown, label: string) => void
}

const textOf = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300)

/** An empty collection; a test ends with `expect(faults).toEqual([])`. */
export function gather(): Gathered {
  const faults: string[] = []
  return {
    faults,
    must: (holds, label) => {
      if (!holds) faults.push(label)
    },
    same: (is, expected, label) => {
      if (!isDeepStrictEqual(is, expected))
        faults.push(`${label}: ${textOf(is)} instead of ${textOf(expected)}`)
    },
  }
}
