/** The heap of a running server stays near what is in use. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const script = `
  const { returnStartMemory } = await import(${JSON.stringify(new URL('./start-memory.ts', import.meta.url).href)})
  const rows = (n) => Array.from({ length: n }, (_, i) => ({ i, text: 'row ' + i }))
  const inUse = rows(400_000)
  returnStartMemory()
  const used = process.memoryUsage().heapUsed
  let most = 0
  // Rows that outlive the young generation, as those of a chunk being saved, at a pace at which V8 lets the heap grow to
  // four times its size.
  const held = []
  for (let n = 0; n < 500; n++) {
    held[n % 16] = rows(8_000)
    most = Math.max(most, process.memoryUsage().heapUsed)
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  console.log(inUse.length, most / used)`

test('garbage is collected before it grows to a multiple of the used memory', () => {
  const args = ['--max-semi-space-size=16', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(Number(stdout.split(' ')[1])).toBeLessThan(3)
})
