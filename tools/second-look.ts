/** Repeats the few failed test files, alone, when the machine is less busy. */
import type { Step } from './steps.ts'

/** With more failures than this, a busy machine is not the reason. */
const mostFiles = 2

const failures = (output: string): { file: string; test: string }[] =>
  [...output.matchAll(/FAIL\s+\|\w+\| (\S+\.test\.tsx?)(?: > (.*))?/g)].map(([, file = '', test = '']) => ({
    file,
    test,
  }))

/** The first failures in the output, a few lines. */
const whyOf = (output: string): string[] =>
  output
    .slice(output.search(/FAIL\s/))
    .split('\n')
    .slice(1, 30)

/** A barrier: each call's promise resolves when `count` calls have been made. */
export function gathering(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === count) resolve()
    return promise
  }
}

/**
 * The step, repeating failed tests of one or two files by `again` once the parallel steps have ended too
 * (`arrive`). If they pass, the step passes with a note that they are unsteady and need fixing; if not, it fails.
 */
export function withSecondLook(step: Step, again: (files: string[]) => Step, arrive = gathering(1)): Step {
  const run: Step['run'] = async () => {
    let quiet: Promise<void> | undefined
    const first = await step.run().finally(() => void (quiet = arrive()))
    const failed = failures(first.problems)
    const files = [...new Set(failed.map(({ file }) => file))]
    if (files.length === 0 || files.length > mostFiles) return first
    await quiet
    const second = await again(files).run()
    if (second.problems !== '')
      return { problems: `${first.problems}\nonce more, alone:\n${second.problems}` }
    const unsteady = failed.map(({ file, test }) => `UNSTEADY, passed alone: ${file} ${test}`)
    const lines = [...unsteady, ...whyOf(first.problems)].map((line) => `\n     ${line}`)
    return { problems: '', note: `${first.note ?? ''}${lines.join('')}` }
  }
  return { name: step.name, run }
}
