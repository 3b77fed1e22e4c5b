/** Phones as people write them, in free text of every table, and the list of all phones in a database. */
import sql, { join } from 'sql-template-tag'
import { tableOf, type Resource } from '#kit/contract/resource.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { ident } from '#kit/server/kinds.ts'
import { knownElsewhere } from './samples.ts'

type Column = { table: string; column: string; kind: 'phone' | 'text' | 'json' }

/** Columns that can hold a phone: of the domain, of text and of documents; computed ones excluded. */
async function columnsOf(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    SELECT c.table_name AS table, c.column_name AS column,
      CASE WHEN domain_name = 'phone' THEN 'phone' WHEN data_type = 'jsonb' THEN 'json' ELSE 'text' END AS kind
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND is_generated = 'NEVER'
      AND (domain_name = 'phone' OR data_type IN ('text', 'jsonb'))`)
  return rows
}

const spelledAs = ['\\1 \\2 \\3', '\\1.\\2.\\3', '\\1\\2\\3']

/** Writes a distinct phone into every free text of every row of the declared resources, in several spellings. */
export async function plantPhones(pool: Pool, resources: readonly Resource[]): Promise<void> {
  const columns = await columnsOf(pool)
  for (const resource of resources) {
    const table = tableOf(resource)
    const free = Object.entries(resource.fields)
      .filter(([, { kind, options }]) => kind === 'note' || (kind === 'text' && !options))
      .filter(([name]) => !(name in knownElsewhere))
      .map(([name, field]) => field.from ?? name)
      .filter((name) => columns.some((one) => one.table === table && one.column === name))
    if (free.length === 0) continue
    const changes = [...new Set(free)].map(
      (name) => sql`
      ${ident(name)} = substring(${ident(name)} FROM '^\\D{0,12}') || ' ' || regexp_replace(
        '0' || 700000000 + (hashtext(id::text || ${name})::bigint & 268435455), '(\\d{4})(\\d{3})(\\d{3})',
        (${spelledAs}::text[])[1 + (hashtext(id::text) & 1023) % 3])`,
    )
    // With triggers disabled: a package that is a number has no price, and decided rows are closed.
    await pool.query(sql`ALTER TABLE ${ident(table)} DISABLE TRIGGER USER`)
    await pool.query(sql`UPDATE ${ident(table)} SET ${join(changes)}`)
    await pool.query(sql`ALTER TABLE ${ident(table)} ENABLE TRIGGER USER`)
  }
}

/** A written number: not part of a longer one, of an id or of a date; with or without 0 or 84. */
export const writtenNumbers = /(?<![\w.-])(?:\+?84[ .]?|0)?[1-9]\d{2}[ .]?\d{3}[ .]?\d{3}(?![\w-]|\.\d)/g

/** The phones written in a text, as 9 digits. */
export const writtenPhones = (text: string): string[] =>
  (text.match(writtenNumbers) ?? []).map((run) => run.replace(/\D/g, '').slice(-9))

/** Every phone of the database: of each column of the domain, and written in any text or document. */
export async function everyPhone(pool: Pool): Promise<Set<string>> {
  const phones = new Set<string>()
  for (const { table, column, kind } of await columnsOf(pool)) {
    const { rows } = await pool.query<{ value: string }>(sql`
      SELECT DISTINCT ${ident(column)}::text AS value FROM ${ident(table)}
      WHERE ${ident(column)}::text ~ '[0-9][0-9 .]{8}'`)
    for (const { value } of rows)
      for (const phone of kind === 'phone' ? [value] : writtenPhones(value)) phones.add(phone)
  }
  // Numbers for sale are goods and public (D2-Q-125).
  const { rows: goods } = await pool.query<{ phone: string }>(`
    SELECT right(so_dien_thoai, 9) AS phone FROM simso
    UNION SELECT right(row->>'so_dien_thoai', 9) FROM audit_log, unnest(ARRAY[before, after]) row WHERE resource = 'simso'`)
  for (const { phone } of goods) phones.delete(phone)
  return phones
}
