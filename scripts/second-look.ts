/** A second run of the few test files that failed, by themselves on a machine that has less to do. */
import type { Step } from './steps.ts'

/** More than this is no matter of a busy machine. */
const mostFiles = 2

const failures = (output: string): { file: string; test: string }[] =>
  [...output.matchAll(/FAIL\s+\|\w+\| (\S+\.test\.tsx?)(?: > (.*))?/g)].map(([, file = '', test = '']) => ({
    file,
    test,
  }))

/** What the output says of the first failures, as many lines as one wants to read of what passed in the end. */
const whyOf = (output: string): string[] =>
  output
    .slice(output.search(/FAIL\s/))
    .split('\n')
    .slice(1, 30)

/** Each call is one who has come; its promise resolves when `count` have. */
export function gathering(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here === count) resolve()
    return promise
  }
}

/**
 * The step, and when tests of one or two files failed in it, those files once more as `again` runs them, as soon as the
 * steps that go on beside it have come to their end too (`arrive`). What passes then lets the step pass and is named in
 * its line as unsteady, to be mended; what fails twice has failed.
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
