/** Who may write into the trail: whoever names the action by the table of contract/audit-actions.ts. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the trail is written in one file, whose actions are typed, and by the SQL of the database where that settles by itself; the demo alone makes up its past (D2-Q-27, D3-DEC-06)', () => {
  const server = new URL('../', import.meta.url)
  const writers = globSync('**/*.{ts,sql}', { cwd: server })
    .filter((file) => !file.endsWith('.test.ts') && !/^(seed|db)\//.test(file))
    .filter((file) => /INSERT\s+INTO\s+audit_log/i.test(readFileSync(new URL(file, server), 'utf8')))
  expect(writers).toEqual(['kit/audit.ts'])
})
