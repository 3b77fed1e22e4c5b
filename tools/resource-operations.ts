/** Writes docs/resource-operations.md: every declared resource × every operation of the kit, with overrides. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations, operationsOf, type OperationName } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { overridesOf } from '#platform/app/server/overrides.ts'

/** Highest percentage of offered operations that may be overridden (docs/decisions/resource-operations.md). */
const mostOfHundred = 15

const names = Object.keys(operations) as OperationName[]

type Counted = { offered: number; own: number }
type Cell = '·' | 'own' | '-'

/** Each operation of a resource: plain, overridden, or not offered. */
const cellsOf = (resource: Resource, overrides: Overrides): Cell[] => {
  const offered = new Set(operationsOf(resource).map(({ name }) => name))
  return names.map((name) => (offered.has(name) ? (overrides[name] ? 'own' : '·') : '-'))
}

/** Names of the resource's additions to plain operations on the server. */
const besidesOf = ({ effects = {}, ...overrides }: Overrides): string[] => [
  ...(['extra', 'findId', 'save', 'searches', 'sheetFor'] as const).filter((name) => overrides[name]),
  ...['create', 'remove'].filter((name) => effects[name]).map((name) => `effect of ${name}`),
]

const countOf = (cells: readonly Cell[]): Counted => ({
  offered: cells.filter((cell) => cell !== '-').length,
  own: cells.filter((cell) => cell === 'own').length,
})

const shareOf = ({ offered, own }: Counted): number => (100 * own) / offered

const countText = (counted: Counted): string =>
  `${counted.own} of ${counted.offered} (${shareOf(counted).toFixed(1)} %)`

/** The page for these resources, and the cells that the percentage counts: all except `history`. */
export function operationsPage(
  declared: readonly Resource[],
  overrides: (path: string) => Overrides,
): { text: string; counted: Counted } {
  const rows = declared.map((resource) => {
    const ownOperations = overrides(resource.path)
    return { path: resource.path, cells: cellsOf(resource, ownOperations), besides: besidesOf(ownOperations) }
  })
  const lines = rows.map(
    ({ path, cells, besides }) =>
      `| ${[path, ...cells, countOf(cells).own || '', besides.join(', ')].join(' | ')} |`,
  )
  const counted = countOf(rows.flatMap(({ cells }) => cells.filter((_, index) => names[index] !== 'history')))
  const text = `# Which operations of which resource are overridden

Written by \`npm run format\` from the code: \`·\` is answered by the declaration alone, \`own\` is overridden on the server,
\`-\` is not offered. Beside stands what a resource adds to its plain operations. The check fails when this page is out of
date, and when more than ${mostOfHundred} % of the operations are overridden; \`history\`, which came later than that aim, is not
counted in it. Where packages have no name of their own, \`findPackage\` answers as \`one\`. What is decided stands in [decisions/resource-operations.md](decisions/resource-operations.md).

| resource | ${names.join(' | ')} | own | beside |
|---|${names.map(() => '---|').join('')}---|---|
${lines.join('\n')}

Overridden without \`history\`: **${countText(counted)}**, with it ${countText(countOf(rows.flatMap(({ cells }) => cells)))}.
`
  return { text, counted }
}

/** Problems if the page is outdated, or too much is overridden. */
export function pageProblems(
  written: string,
  { text, counted }: ReturnType<typeof operationsPage>,
): string[] {
  return [
    ...(written === text ? [] : ['docs/resource-operations.md is out of date: npm run format']),
    ...(shareOf(counted) <= mostOfHundred
      ? []
      : [`${countText(counted)} of the operations are overridden, at most ${mostOfHundred} %`]),
  ]
}

const file = join(import.meta.dirname, '../docs/resource-operations.md')

export const operationProblems = (): string[] =>
  pageProblems(readFileSync(file, 'utf8'), operationsPage(resources, overridesOf))

if (import.meta.main) writeFileSync(file, operationsPage(resources, overridesOf).text)
