/** The rules of deploy/alerts.yml, and the watch list of docs/operations.md made from them (D3-RUN-03). */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

export type AlertRule = {
  alert: string
  expr: string
  /** How long the condition holds before the alert: '5m'. */
  for?: string
  severity: string
  summary: string
  cure: string
}

export const rulesFile = join(root, 'deploy/alerts.yml')
const page = join(root, 'docs/operations.md')

/** The rules in order. Throws for one without severity, summary or cure. */
export function readRules(text = readFileSync(rulesFile, 'utf8')): AlertRule[] {
  return text
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((block) => {
      const alert = block.slice(0, block.indexOf('\n'))
      const valueOf = (name: string): string | undefined => {
        const value = new RegExp(`^ {8,}${name}: (.+)$`, 'm').exec(block)?.[1]
        return value?.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value
      }
      const wanted = (name: string): string => {
        const value = valueOf(name)
        if (value === undefined) throw new Error(`${alert} has no ${name}`)
        return value
      }
      const lasts = valueOf('for')
      return {
        alert,
        expr: wanted('expr'),
        ...(lasts !== undefined && { for: lasts }),
        severity: wanted('severity'),
        summary: wanted('summary'),
        cure: wanted('cure'),
      }
    })
}

/** The rules as rows of the page's table. */
function watchTable(): string {
  const rows = readRules().map(
    ({ alert, expr, for: lasts, severity, summary, cure }) =>
      `| \`${alert}\` | ${severity} | \`${expr}\`${lasts === undefined ? '' : ` for ${lasts}`} | ${summary} | ${cure} |`,
  )
  return [
    '| Alert | Severity | When | What it means | What to do |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]
    .join('\n')
    .concat('\n')
}

const table = /^\| Alert \| Severity .*\n(?:\|.*\n)*/m

/** The page with the table of the present rules. */
const renewed = (text: string): string => {
  if (!table.test(text)) throw new Error('docs/operations.md has no table of alerts')
  return text.replace(table, watchTable)
}

/** A problem when the page is outdated. */
export function watchProblems(): string[] {
  const text = readFileSync(page, 'utf8')
  return renewed(text) === text ? [] : ['docs/operations.md: the watch list is out of date: npm run format']
}

if (import.meta.main) writeFileSync(page, renewed(readFileSync(page, 'utf8')))
