/** Runs the steps of a check concurrently, and prints one line for each and the output of failed ones. */
import { spawn } from 'node:child_process'

/** Result of a step: problems as text, empty when it passed; a note for its line. */
export type StepResult = { problems: string; note?: string }
export type Step = { name: string; run: () => Promise<StepResult> }

const root = new URL('..', import.meta.url).pathname

/** A step that runs a program and passes on exit code 0. `note` reads its output. */
export function program(
  name: string,
  command: string,
  args: string[],
  note?: (output: string) => string,
): Step {
  const run = (): Promise<StepResult> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } })
      let output = ''
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.on('error', reject)
      child.on('close', (code) => {
        const text = note?.(output)
        resolve({ problems: code === 0 ? '' : output || `exit code ${code}`, ...(text && { note: text }) })
      })
    })
  return { name, run }
}

async function runOne(step: Step): Promise<boolean> {
  const start = Date.now()
  const { problems, note } = await step.run().catch((error: Error) => ({ problems: error.message, note: '' }))
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const passed = problems === ''
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${step.name.padEnd(26)} ${seconds.padStart(6)} s  ${note ?? ''}`.trimEnd(),
  )
  if (!passed) console.log(problems.trimEnd().replace(/^/gm, '     '))
  return passed
}

/** Runs all steps, `width` at a time, even after a failure. Resolves to the names of failed ones. */
export async function runSteps(steps: Step[], width: number): Promise<string[]> {
  const failed: string[] = []
  const queue = [...steps]
  const worker = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift())
      if (!(await runOne(step))) failed.push(step.name)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return failed
}
