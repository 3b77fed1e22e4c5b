/** Runs the steps of a drill in order and prints the table of results. */

/** `run` returns what was observed, and throws if it is wrong. */
export type DrillStep = { name: string; run: () => Promise<string> }

/** Runs the steps until one fails, printing each as it ends; true when all passed. */
export async function runDrill(steps: DrillStep[]): Promise<boolean> {
  console.log(`${'step'.padEnd(44)} ${'s'.padStart(6)}  result`)
  for (const [index, { name, run }] of steps.entries()) {
    const started = Date.now()
    const line = (verdict: string): string =>
      `${name.padEnd(44)} ${((Date.now() - started) / 1000).toFixed(1).padStart(6)}  ${verdict}`
    try {
      console.log(line(`ok: ${await run()}`))
    } catch (error) {
      console.log(line(`FAILED: ${(error as Error).message}`))
      for (const skipped of steps.slice(index + 1))
        console.log(`${skipped.name.padEnd(44)} ${'-'.padStart(6)}  not run`)
      return false
    }
  }
  return true
}
