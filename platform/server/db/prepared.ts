/** Statements planned once per connection: for frequent ones whose plan does not depend on their values. */
import { createHash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const existing = names.get(text)
  if (existing) return existing
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

/** The statement with a name, so that it is parsed and planned once. Not for LIKE with a parameter: a generic plan cannot use the prefix index. */
export const prepared = (statement: Sql): { name: string; text: string; values: unknown[] } => {
  const { text, values } = statement
  return { name: nameOf(text), text, values }
}
