/** Keeps docs/operations-reference.md true: every variable, every code of a refusal, the limits of uploads; and no link of a page leads nowhere. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { codes } from '#kit/contract/error.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { limitsTable } from './limits-page.ts'
import { root, sourceFiles } from './source-files.ts'

const page = readFileSync(join(root, 'docs/operations-reference.md'), 'utf8')

/** Text of the section with this heading. */
const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** First cells of the rows whose first cell is `code`. */
const firstCells = (text: string): string[] =>
  [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '')

test('the configuration table names exactly the variables that are read', () => {
  const read = new Set<string>()
  readConfig(
    new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void read.add(String(name)) }),
  )
  expect(firstCells(section('Configuration')).toSorted()).toEqual([...read].toSorted())
})

test('the table of refusals has every code with its status', () => {
  const rows = [...section('Refusals').matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)]
  expect(Object.fromEntries(rows.map((row) => [row[1], Number(row[2])]))).toEqual(codes)
})

test('the limits on the page are exactly those of the code', () => {
  expect(section('Limits').trim()).toBe(limitsTable())
})

/** Anchors of a page's headings, as they are made of them where pages are shown. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Text of a page without code, in which links are examples. */
const prose = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '')

/** Links of a page whose page or heading is not there. */
function brokenLinks(file: string): string[] {
  return [...prose(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
    ([link, path = '', anchor]) => {
      const target = path === '' ? file : normalize(join(dirname(file), path))
      if (!existsSync(join(root, target))) return [`${file}: ${link}`]
      if (anchor === undefined || !target.endsWith('.md')) return []
      return anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor) ? [] : [`${file}: ${link}`]
    },
  )
}

test('every link between pages leads to an existing page and heading', () => {
  // Guides lead to screens of the product; their own test holds them.
  const pages = sourceFiles(/\.md$/).filter((file) => !file.startsWith('docs/guides/'))
  expect(pages.flatMap(brokenLinks)).toEqual([])
})
