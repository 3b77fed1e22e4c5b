/** Rules that a linter cannot check: walls around `import()`, paths, lengths, and forbidden words. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { riskyCode } from './risky-code.ts'
import { wordProblems } from './shown-words.ts'
import { root, sourceFiles } from './source-files.ts'
import { classProblems } from './style-classes.ts'

const LONGEST_FILE = 400

/** Line budgets of the kits, without tests: declarations, workflows and screens may grow instead (docs/decisions/kit.md). */
export const kitBudget: Readonly<Record<string, number>> = {
  'contract/kit': 1_570,
  'server/kit': 5_210,
  'web/kit': 12_230,
}

/** Folders that a folder may reach by `import()`; unlisted ones may reach anything. */
const reach: Record<string, string[]> = {
  contract: ['contract'],
  server: ['contract', 'server'],
  web: ['contract', 'web'],
  simulator: ['contract', 'simulator'],
}

// Written so that this file does not match its own rules.
const forbidden: [RegExp, string][] = [
  [/\b(TO[D]O|FIX[M]E|XX[X])\b/, 'unfinished work: finish it or open an issue'],
  [/(^|[^a-z])\/(work|farm|root|home)\/[a-z.]/, 'a path of one machine'],
  [/https?:\/\/(registry|deb|security|mirror)\./, 'a registry address'],
  [/\bvi\.(doM|m)oc[k]\(/, 'a stand-in for a module, which other test files share'],
  [/@ts-(ignore|nocheck)/, 'a switched-off type check'],
]

/**
 * Members of closed sets that only their table in the contract names: SQL asks by the functions of codes.sql, screens and statements by
 * those of the contract, so that a new member is one row.
 */
const closedSets: { of: string; member: RegExp; beside: readonly string[] }[] = [
  {
    of: 'contract/care-results.ts',
    // Also in what a screen says: a heading, a note.
    member: /(?<=['"`>])(KBM|KLLĐ|KEEP|RE-REGISTER|APPOINTMENT)(?=['"`<,])/g,
    // The icons of those that there are, and the rules that an organisation begins with.
    beside: ['web/workflows/care/result-icon.tsx', 'server/db/schema/99-rows.sql'],
  },
  {
    of: 'contract/code-tabs.ts',
    member: /'(9084new[12]?|ma_xac_nhan_\d|codeTab\d|care\.otp\w*|report_9084\w*)'/g,
    // Views of the same rows, which are generated.
    beside: ['server/db/routines/code-tabs.sql'],
  },
  {
    of: 'contract/permissions.ts',
    member: /'(pay\.manage|desk\.decide|requestrefund\.duyet-don-chuyen-khoan)'/g,
    beside: [],
  },
  { of: 'contract/factor-rules.ts', member: /'"?(offered|everybody)"?'/g, beside: [] },
]

/** Literals of closed sets in SQL, on the server and on screens. */
export function membersByHand(file: string, text: string): string[] {
  if (
    !/^(server|web)\/.*\.(tsx?|sql)$/.test(file) ||
    /\.(test|fixture)\.|\/(upgrades|seed)\/|codes\.sql$/.test(file)
  )
    return []
  return closedSets
    .filter(({ beside }) => !beside.includes(file))
    .flatMap(({ of, member }) =>
      [...text.matchAll(member)].map(([found]) => `${file}: ${found} is a row of ${of}: ask by what it is`),
    )
}

/** Upgrades up to this one ran before copies brought their tables (server/backup/load-copy.ts). */
const LAST_BESIDE_ROUTINES = 208

/**
 * Upgrades that name what routines make: they run on the tables of a loaded copy too, which has no view, trigger or function of
 * the routines until all upgrades are done.
 */
export function upgradesBesideRoutines(file: string, text: string): string[] {
  const [, number = '0'] = /^server\/db\/upgrades\/(\d+)-/.exec(file) ?? []
  if (Number(number) <= LAST_BESIDE_ROUTINES) return []
  const named =
    /\bDROP\s+(?:VIEW|TRIGGER|FUNCTION|PROCEDURE)\b(?!\s+IF\s+EXISTS\b)|\b(?:DISABLE|ENABLE)\s+TRIGGER\s+(?!USER\b|ALL\b)\w+/gi
  return [...text.matchAll(named)].map(
    ([found]) =>
      `${file}: '${found}': a loaded copy has no routines yet: DROP … IF EXISTS, DISABLE TRIGGER USER`,
  )
}

/** Screens that read the machine's clock, which may be wrong. */
export function browserClock(file: string, text: string): string[] {
  if (!/^web\/(workflows|shell|figures|resources)\//.test(file) || file.includes('.test.')) return []
  return [...text.matchAll(/\bDate\.now\(\)|new Date\(\)/g)].map(
    ([found]) =>
      `${file}: ${found}: present() of contract/dates.ts goes by the server, performance.now() measures a while`,
  )
}

/** Suffix of a folder's name for a path from `file` to `specifier`. */
const folderOf = (file: string, specifier: string): string =>
  posix.normalize(posix.join(posix.dirname(file), specifier)).split('/')[0] ?? ''

/** Violations by `import('…')`, in types or at run time, that crosses a wall. */
export function wallBreaches(file: string, text: string): string[] {
  const allowed = reach[file.split('/')[0] ?? '']
  if (!allowed) return []
  return [...text.matchAll(/\bimport\(\s*['"`](\.[^'"`]*)['"`]/g)]
    .map((match) => match[1] ?? '')
    .filter((specifier) => !allowed.includes(folderOf(file, specifier)))
    .map((specifier) => `${file}: import('${specifier}') crosses a wall (may reach ${allowed.join(', ')})`)
}

/** Code of a page, whose paths are those of the files that it names; scripts/samples.ts compiles it. */
const samples = /^```(?:ts|diff)\n[\s\S]*?^```/gm

/** Relative paths that leave the project, where a fresh clone has nothing. */
export function pathsOutside(file: string, text: string): string[] {
  const own = file.endsWith('.md') ? text.replaceAll(samples, '') : text
  return [...own.matchAll(/['"`(](\.\.(?:\/[^'"`)\s]*)?)['"`)]/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => folderOf(file, path) === '..')
    .map((path) => `${file}: '${path}' lies outside the project`)
}

export function forbiddenWords(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      forbidden.filter(([pattern]) => pattern.test(line)).map(([, why]) => `${file}:${at + 1}: ${why}`),
    )
}

/** A problem when a file is too long. */
export function tooLong(file: string, text: string): string[] {
  const lines = text.split('\n').length - 1
  if (lines <= LONGEST_FILE || !/\.(tsx?|css)$/.test(file)) return []
  return [`${file}: ${lines} lines; which noun or verb in it wants its own file? (at most ${LONGEST_FILE})`]
}

/** Kits over their line budget; `lines` by file, without tests. */
export const overBudget = (lines: ReadonlyMap<string, number>): string[] =>
  Object.entries(kitBudget).flatMap(([kit, most]) => {
    const all = [...lines].filter(([file]) => file.startsWith(`${kit}/`)).reduce((sum, [, n]) => sum + n, 0)
    if (all <= most) return []
    return [`${kit}: ${all} lines, at most ${most}; what fewer than three things use stays with them`]
  })

/** All violations in the project, one sentence each. */
export function textProblems(): { files: number; problems: string[] } {
  const files = sourceFiles(/\.(tsx?|js|sql|css|html|json|sh|md)$/)
  const lines = new Map<string, number>()
  const texts = new Map<string, string>()
  const problems = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
    if (/(?<!\.test)\.tsx?$/.test(file)) lines.set(file, text.split('\n').length - 1)
    return [
      wallBreaches,
      pathsOutside,
      forbiddenWords,
      browserClock,
      membersByHand,
      upgradesBesideRoutines,
      tooLong,
      riskyCode,
      wordProblems,
    ].flatMap((rule) => rule(file, text))
  })
  return { files: files.length, problems: [...problems, ...overBudget(lines), ...classProblems(texts)] }
}
