/** Bank accounts of the demo's people; two have none yet. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'

const banks = ['Vietcombank', 'BIDV', 'Techcombank', 'MB', 'ACB', 'VPBank', 'TPBank']
const without = ['leader21', 'sale212', 'doitac1']

/** Invented numbers, some with a leading 0. */
export async function savePayoutAccounts(client: PoolClient): Promise<void> {
  await client.query(sql`
    UPDATE users u SET ngan_hang = (${banks}::text[])[1 + n.n % ${banks.length}::int],
      so_tai_khoan = lpad((n.n * 7919 % 100)::text, 2, '0') || lpad((n.n * 104729 % 100000000)::text, 8, '0')
    FROM (SELECT id, row_number() OVER (ORDER BY username) AS n FROM users) n
    WHERE n.id = u.id AND u.username <> ALL(${without})`)
}
