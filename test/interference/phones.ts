/** Changes the hidden digits of phones of which a reader only sees the last five, consistently everywhere. */
import type { ClientBase } from 'pg'
import sql, { join } from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import { ident } from '#kit/server/kinds.ts'
import { everyPhone, writtenNumbers, writtenPhones } from '../conformance/planted.ts'
import type { Reader } from './hidden.ts'

/** Digits that a mask hides. */
const hiddenDigits = 4

/** Numbers already shown to the reader in full, and those of colleagues: unchanged. */
async function knownTo(pool: Pool, { actor, name }: Reader): Promise<Set<string>> {
  const { rows } = await pool.query<{ phone: string }>(sql`
    SELECT c.phone::text AS phone FROM disclosed d JOIN customer c ON c.id = d.customer_id WHERE d.user_id = ${actor.id}
    UNION SELECT phone::text FROM customer WHERE holder_id = ${actor.id} AND appointment_at IS NOT NULL
    UNION SELECT phone::text FROM moigoihomsau WHERE username = ${name}
    UNION SELECT right(regexp_replace(phone, '\\D', '', 'g'), 9) FROM users WHERE phone IS NOT NULL
    UNION SELECT right(so_dien_thoai, 9) FROM simso`)
  // The card of an assigned number shows its texts unmasked.
  const { rows: cards } = await pool.query<{ text: string }>(sql`
    SELECT concat(c.package, ' ', c."packagesCanRegister", ' ', (SELECT string_agg(concat(h.package, ' ', h.note), ' ')
      FROM care_history h WHERE h.customer_id = c.id)) AS text
    FROM customer c WHERE holder_id = ${actor.id}`)
  return new Set([...rows.map(({ phone }) => phone), ...cards.flatMap(({ text }) => writtenPhones(text))])
}

/** Phone → its replacement, which is unused; `random` returns a number from 0 to 1. */
export async function otherPhones(
  pool: Pool,
  reader: Reader,
  random: () => number,
): Promise<ReadonlyMap<string, string>> {
  const [all, knownPhones] = [await everyPhone(pool), await knownTo(pool, reader)]
  const usedPhones = new Set([...all, ...knownPhones])
  const others = new Map<string, string>()
  for (const phone of [...all].toSorted()) {
    if (knownPhones.has(phone)) continue
    let other = phone
    while (usedPhones.has(other))
      other = `${1000 + Math.floor(random() * 9000)}`.slice(0, hiddenDigits) + phone.slice(hiddenDigits)
    usedPhones.add(other)
    others.set(phone, other)
  }
  return others
}

/** The text with the replaced digits, in the same spelling. */
function renumbered(text: string, others: ReadonlyMap<string, string>): string {
  return text.replace(writtenNumbers, (run) => {
    const other = others.get(run.replace(/\D/g, '').slice(-9))
    if (other === undefined) return run
    let position = other.length
    return [...run]
      .toReversed()
      .map((sign) => (/\d/.test(sign) && position > 0 ? (other[--position] ?? sign) : sign))
      .toReversed()
      .join('')
  })
}

type Column = { name: string; type: string }

/** Tables with rows of their own, and their columns that can contain a phone. */
async function columnsByTable(db: ClientBase): Promise<Map<string, Column[]>> {
  const { rows } = await db.query<Column & { table: string }>(`
    SELECT c.relname AS table, attname AS name, t.typname AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' AND t.typname IN ('phone', 'text', 'jsonb', 'json')`)
  return Map.groupBy(rows, ({ table }) => table)
}

/** Replaces the digits in every column of every row, without triggers. */
export async function renumber(db: ClientBase, others: ReadonlyMap<string, string>): Promise<void> {
  await db.query('BEGIN')
  await db.query('SET LOCAL session_replication_role = replica')
  for (const [table, columns] of await columnsByTable(db)) {
    const values = join(columns.map(({ name }) => sql`${ident(name)}::text AS ${ident(name)}`))
    const { rows } = await db.query<Record<string, string | null> & { place: string }>(
      sql`SELECT ctid::text AS place, ${values} FROM ${ident(table)}`,
    )
    for (const row of rows) {
      const changes = columns.flatMap(({ name, type }) => {
        const text = row[name]
        const other = typeof text === 'string' ? renumbered(text, others) : text
        return other === text ? [] : [sql`${ident(name)} = ${other}::text::${ident(type)}`]
      })
      if (changes.length > 0)
        await db.query(sql`UPDATE ${ident(table)} SET ${join(changes)} WHERE ctid = ${row.place}::tid`)
    }
  }
  await db.query('COMMIT')
}
