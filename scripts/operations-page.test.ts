/** Keeps docs/operations.md true: every variable, every code of a refusal, the limits of uploads. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codes } from '../contract/kit/error.ts'
import { readConfig } from '../server/running/config.ts'
import { limitsTable } from './limits-page.ts'
import { root } from './source-files.ts'

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')

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

test('the limits of the page are the limits of the code, every one of them', () => {
  expect(section('Limits').trim()).toBe(limitsTable())
})
