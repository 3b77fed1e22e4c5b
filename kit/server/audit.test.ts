/** Only two files write to the audit log, with the actions of platform/contract/audit-actions.ts. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8')
const sources = globSync('{kit,platform,subjects}/**/*.{ts,sql}', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/seed\//.test(file),
)

test('only kit/server/audit.ts, with typed actions, and one database function write the audit trail; the demo alone invents its past entries (D2-Q-27, D3-DEC-06)', () => {
  const writers = sources.filter((file) => /INSERT\s+INTO\s+audit_log/i.test(textOf(file)))
  expect(writers.toSorted()).toEqual(['kit/server/audit.ts', 'platform/sql/audit.sql'])
})

test('no UPDATE returns its former row: the row is locked first and its former state read then (D3-TRL-01)', () => {
  const found = sources.flatMap((file) =>
    [
      ...textOf(file).matchAll(
        /(INSERT INTO|DELETE FROM|(?<!DO )\bUPDATE\b(?! OF\b))(?:(?!INSERT INTO|DELETE FROM|(?<!DO )\bUPDATE\b)[^;])*?to_jsonb\(old\)/g,
      ),
    ]
      .filter(([, verb]) => verb === 'UPDATE')
      .map(([text]) => `${file}: ${text.slice(0, 80)}`),
  )
  expect(found).toEqual([])
})
