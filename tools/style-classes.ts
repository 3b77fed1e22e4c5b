/** Classes of style modules: what a component names is in its module, and what a module has is named. */
import { posix } from 'node:path'
import { isOn } from './sides.ts'

/** Comments and declarations: a dot in them begins no class name. */
const asides = /\/\*[\s\S]*?\*\/|(?<=\{)[^{}]*(?=\})/g
const classesIn = (css: string): Set<string> =>
  new Set([...css.replace(asides, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))

/** A class that a component names and its module lacks, and one that no component names. `texts` by file. */
export function classProblems(texts: ReadonlyMap<string, string>): string[] {
  const named = new Map<string, Set<string>>()
  const missing: string[] = []
  for (const [file, text] of texts) {
    if (!/\.tsx?$/.test(file) || !isOn(file, 'web')) continue
    for (const [, local, path = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const module = posix.join(posix.dirname(file), path)
      const has = classesIn(texts.get(module) ?? '')
      const uses = named.get(module) ?? new Set()
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) {
        uses.add(name)
        if (!has.has(name)) missing.push(`${file}: ${module} has no class '${name}'`)
      }
      // Named by a variable, or handed on as a whole: each may be meant.
      if (new RegExp(`(?<!import |[.\\w])${local}\\b(?![.\\w])`).test(text))
        for (const name of has) uses.add(name)
      named.set(module, uses)
    }
  }
  const unused = [...named].flatMap(([module, uses]) =>
    [...classesIn(texts.get(module) ?? '')]
      .filter((name) => !uses.has(name) && !name.startsWith('mantine-'))
      .map((name) => `${module}: nothing names the class '${name}'`),
  )
  return [...new Set([...missing, ...unused])]
}
