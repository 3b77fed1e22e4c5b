/**
 * Walls that lint patterns cannot express (docs/architecture.md): which layer imports which, a subject's door, and
 * the arrows between subjects.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { sideOf, subjectOf, type Side } from './sides.ts'
import { resolved, root } from './source-files.ts'

/** Sides on which subjects use each other through doors; the contract is data, which any subject may read. */
type Doored = 'server' | 'web'

/**
 * Which subjects each subject uses through their doors. They lead downwards, so that a subject can be read with
 * those below it; one pair uses each other on screens: a call shows look-ups, and an invitation records the call's
 * result.
 */
export const arrows: Readonly<Record<Doored, Readonly<Record<string, readonly string[]>>>> = {
  server: {
    calling: ['numbers', 'people'],
    money: ['numbers', 'registrations'],
    overview: ['money', 'numbers', 'pay', 'registrations'],
    pay: ['money', 'people'],
    people: ['numbers', 'settings'],
    registrations: ['people'],
    scans: ['numbers'],
    sims: ['money', 'people'],
  },
  web: {
    calling: ['registrations'],
    numbers: ['calling'],
    overview: ['calling', 'numbers', 'pay', 'sims'],
    pay: ['people'],
    registrations: ['calling'],
    sims: ['money'],
  },
}
const bothWays = ['web: calling', 'web: registrations']

/** Sides that each side may import. */
const reach: Readonly<Record<Side, readonly Side[]>> = {
  contract: ['contract'],
  server: ['contract', 'server'],
  sql: [],
  web: ['contract', 'web'],
}

/** Used by the kit and the figures; the rest of the platform uses those. */
const below =
  /^platform\/(contract\/|server\/(db|gateways|running|sheet)\/|server\/floor-changes\.ts$|web\/theme\/)/

/** The layers, lowest first; each may import itself and those before it. */
const layers: readonly RegExp[] = [
  below,
  /^kit\//,
  /^figures\//,
  /^platform\/(?!app\/)/,
  /^subjects\//,
  /^platform\/app\//,
]
const layerOf = (file: string): number => layers.findIndex((layer) => layer.test(file))

/** The start of the program may import everything, and nothing else imports it. */
const program = /^platform\/app\/(?:server|web)\/(?:main|app)\.tsx?$/

/** The door of a side of a subject. */
const door = /^subjects\/[^/]+\/[^/]+\/index\.ts$/

const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$/.test(file)

/** The folder that relative paths may not leave: one side of kit, platform or a subject. */
const homeOf = (file: string): string =>
  /^(?:figures|(?:kit|platform\/app|platform|subjects\/[^/]+)\/[^/]+)\//.exec(file)?.[0] ?? ''

const specifiers = /\bfrom '([.#][^']+)'|\bimport\(\s*['"`]([.#][^'"`]*)['"`]/g

/** The imports of a file, static, dynamic or of types, with their targets. */
const importsOf = (file: string, text: string): { specifier: string; target: string }[] =>
  Array.from(text.matchAll(specifiers), ([, now, later]) => {
    const specifier = now ?? later ?? ''
    return { specifier, target: resolved(file, specifier) }
  })

/** Why `file` may not import `target`; null if it may. */
function breach(file: string, specifier: string, target: string): string | null {
  const side = sideOf(file)
  const other = sideOf(target)
  if (side === null || other === null) return null
  if (!reach[side].includes(other)) return `${side} reaches ${reach[side].join(' and ')} alone`
  if (homeOf(file) !== homeOf(target) && !specifier.startsWith('#'))
    return 'what is outside of the own side is imported by name: #…'
  if (homeOf(file) === homeOf(target) && specifier.startsWith('#'))
    return 'what is beside is imported by its path'
  if (isTest(file)) return null
  if (other === 'contract')
    return file.startsWith('kit/contract/') && subjectOf(target) ? 'the kit knows no subject' : null
  if (program.test(target) && posix.dirname(file) !== posix.dirname(target))
    return 'nothing imports the start of the program'
  // The platform's lower half may use types of the kit, and the platform itself.
  const upwards = below.test(file) && /^(kit|platform)\/(?!app\/)/.test(target)
  if (layerOf(target) > layerOf(file) && !upwards)
    return 'imports go kit <- figures <- platform <- subjects <- platform/app, never back'
  const [from, to] = [subjectOf(file), subjectOf(target)]
  if (from === null || to === null || from === to) return null
  return door.test(target) ? null : 'one subject uses another through its index.ts'
}

/** Imports of a file that cross a wall, one sentence each. */
export const wallBreaches = (file: string, text: string): string[] =>
  importsOf(file, text).flatMap(({ specifier, target }) => {
    const reason = breach(file, specifier, target)
    return reason === null ? [] : [`${file}: '${specifier}': ${reason}`]
  })

/** The arrows used by the files, by side and subject, sorted. */
export function arrowsOf(texts: ReadonlyMap<string, string>): typeof arrows {
  const drawn: Record<Doored, Record<string, string[]>> = { server: {}, web: {} }
  for (const [file, text] of texts) {
    const [side, from] = [sideOf(file), subjectOf(file)]
    if ((side !== 'server' && side !== 'web') || from === null || isTest(file)) continue
    for (const { target } of importsOf(file, text)) {
      const to = subjectOf(target)
      if (to === null || to === from || !door.test(target)) continue
      drawn[side][from] = [...new Set([...(drawn[side][from] ?? []), to])].toSorted()
    }
  }
  return drawn
}

/** Subjects that a side's arrows lead back to. */
function inCircles(side: Doored, drawn: typeof arrows): string[] {
  const reached = (from: string): Set<string> => {
    const reached = new Set<string>()
    const open = [...(drawn[side][from] ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(...(drawn[side][next] ?? []))
    }
    return reached
  }
  return Object.keys(drawn[side])
    .filter((from) => reached(from).has(from))
    .map((from) => `${side}: ${from}`)
}

/** Arrows used but missing in the table, the reverse, and circles of subjects. */
export function arrowProblems(drawn: typeof arrows, declared: typeof arrows = arrows): string[] {
  const lines = (all: typeof arrows): string[] =>
    Object.entries(all).flatMap(([side, of]) =>
      Object.entries(of).flatMap(([from, to]) => to.map((one) => `${side}: ${from} -> ${one}`)),
    )
  const [are, said] = [lines(drawn), lines(declared)]
  return [
    ...are.filter((line) => !said.includes(line)).map((line) => `${line} is not in arrows of tools/walls.ts`),
    ...said.filter((line) => !are.includes(line)).map((line) => `${line}: no file draws this arrow`),
    ...[...inCircles('server', drawn), ...inCircles('web', drawn)]
      .filter((one) => !bothWays.includes(one))
      .map((one) => `${one} leads back to itself`),
  ]
}

const page = 'docs/architecture.md'
const [begin, end] = ['<!-- arrows: npm run format -->', '<!-- end of arrows -->']

/** The page with the present table of arrows. */
function pageText(): string {
  const text = readFileSync(join(root, page), 'utf8')
  const rows = [...new Set([...Object.keys(arrows.server), ...Object.keys(arrows.web)])].toSorted()
  const table = [
    '| subject | uses on the server | and on screens |',
    '|---|---|---|',
    ...rows.map((from) => {
      const [server, web] = [arrows.server[from] ?? [], arrows.web[from] ?? []]
      return `| ${from} | ${server.join(', ') || '·'} | ${web.join(', ') || '·'} |`
    }),
  ].join('\n')
  const [start, until] = [text.indexOf(begin), text.indexOf(end)]
  if (start < 0 || until < start) throw new Error(`${page}: where are the arrows?`)
  return `${text.slice(0, start + begin.length)}\n\n${table}\n\n${text.slice(until)}`
}

/** Problems of the arrows of the project, and of the page that shows them. */
export const arrowProblemsOf = (texts: ReadonlyMap<string, string>): string[] => [
  ...arrowProblems(arrowsOf(texts)),
  ...(readFileSync(join(root, page), 'utf8') === pageText()
    ? []
    : [`${page} is out of date: npm run format`]),
]

if (import.meta.main) writeFileSync(join(root, page), pageText())
