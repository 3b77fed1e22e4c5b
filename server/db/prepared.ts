/** Statements that PostgreSQL plans once per connection: for the hot ones, whose plan does not hang on their values. */
import { createHash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

/**
 * The statement under a name of its own, so that parsing and planning are paid once. Not for LIKE with a parameter:
 * a plan made without the value cannot use the index of its beginning.
 */
export const prepared = (statement: Sql): { name: string; text: string; values: unknown[] } => {
  const { text, values } = statement
  return { name: nameOf(text), text, values }
}
