/** Filters `username` and `message` of reports by person (D2-SREV-16, D2-BREV-11, D2-CAP-20). */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Query } from '#kit/server/list.ts'

/** Condition: exact username, and part of name or username, ignoring case and accents. */
export function personFilter({ username = '', message = '' }: Query, name: Sql, fullname: Sql): Sql {
  const pattern = message.trim().replace(/[\\%_]/g, '\\$&')
  const conditions = [
    username === '' ? empty : sql`${name} = ${username}`,
    pattern === ''
      ? empty
      : sql`fold(${name} || ' ' || coalesce(${fullname}, '')) LIKE '%' || fold(${pattern}) || '%'`,
  ].filter((one) => one !== empty)
  return conditions.length > 0 ? join(conditions, ' AND ') : sql`true`
}
