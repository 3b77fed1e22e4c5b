/** No circle of imports, also by way of parts that are loaded later, which lint does not follow. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOn } from './sides.ts'
import { resolved, root, sourceFiles } from './source-files.ts'

const imported = /^(?:import|export) (?!type)(?:[^'"]*? from )?'([.#][^']+)'|\bimport\('([.#][^']+)'\)/gm

/** Files that each file loads, at once or later; types load nothing. */
function imports(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const of = (file: string, text: string): string[] =>
    Array.from(text.matchAll(imported), ([, now, later]) => resolved(file, now ?? later ?? '')).filter(
      (other) => texts.has(other),
    )
  return new Map(Array.from(texts, ([file, text]) => [file, of(file, text)]))
}

/** Files that come back to themselves. */
function inCircles(texts: ReadonlyMap<string, string>): string[] {
  const next = imports(texts)
  const comesBack = (start: string): boolean => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (file === start) return true
      if (seen.has(file)) continue
      seen.add(file)
      open.push(...(next.get(file) ?? []))
    }
    return false
  }
  return [...texts.keys()].filter(comesBack)
}

test('no file of the product imports itself through others, at once or later', () => {
  const files = sourceFiles(/\.tsx?$/).filter(
    (file) => isOn(file, 'contract', 'server', 'web') && !/\.(test|fixture)\./.test(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(inCircles(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))).toEqual([])
})

test('an import cycle is detected, also one closed by a dynamic import; a cycle of types is none', () => {
  const lazy = ["import { b } from './b.ts'", "const part = () => import('./a.ts')"] as const
  const circle = (b: string) =>
    inCircles(
      new Map([
        ['kit/web/a.ts', lazy[0]],
        ['kit/web/b.ts', b],
      ]),
    )
  expect(circle(lazy[1])).toEqual(['kit/web/a.ts', 'kit/web/b.ts'])
  expect(circle("import type { A } from './a.ts'")).toEqual([])
})
