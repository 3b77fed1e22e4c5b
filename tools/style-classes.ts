/** Classes of style modules: those used by a component exist, and those that exist are used. */
import { posix } from 'node:path'
import { isOn } from './sides.ts'

/** Comments and declarations: a dot in them does not begin a class name. */
const asides = /\/\*[\s\S]*?\*\/|(?<=\{)[^{}]*(?=\})/g
const classesIn = (css: string): Set<string> =>
  new Set([...css.replace(asides, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))

/** Classes used by a component and missing in its module, and unused ones. `texts` by file. */
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
      // Named by a variable, or passed on as a whole: any class may be used.
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
