/** Who is picked in a report by person: the filters `username` and `message` (D2-SREV-16, D2-BREV-11, D2-CAP-20). */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Query } from '../kit/list.ts'

/** The condition of the one of that name, and of part of name or username, blind to case and marks. */
export function personFilter({ username = '', message = '' }: Query, name: Sql, fullname: Sql): Sql {
  const part = message.trim().replace(/[\\%_]/g, '\\$&')
  const parts = [
    username === '' ? empty : sql`${name} = ${username}`,
    part === ''
      ? empty
      : sql`fold(${name} || ' ' || coalesce(${fullname}, '')) LIKE '%' || fold(${part}) || '%'`,
  ].filter((one) => one !== empty)
  return parts.length > 0 ? join(parts, ' AND ') : sql`true`
}
