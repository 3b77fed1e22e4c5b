/** Eight salespeople who started on the last working day, to fill the demo's floor (D3-FLR-01). */
import sql from 'sql-template-tag'
import { todayVn } from '#kit/contract/dates.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { instantAt, workdayBefore } from './demo-days.ts'
import { newcomers } from './organisation.ts'

/** The day on which the accounts were created and got their numbers. */
export const createdDay = (now: Date): string => workdayBefore(workdayBefore(todayVn(now)))

/** Creates the accounts, with the password of the others; they belong to the leader from then on. */
export async function addNewcomers(now: Date, client: PoolClient): Promise<void> {
  const createdAt = new Date(instantAt(createdDay(now), 9))
  for (const { username, fullname, brand, group } of newcomers)
    await client.query(sql`
      INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash, "createdAt")
      SELECT ${username}, ${fullname}, ${`${username}@vasdesk.example`}, l.role_id, b.id, g.id, l.password_hash, ${createdAt}
      FROM users l, users b, users g WHERE l.username = 'sale111' AND b.username = ${brand} AND g.username = ${group}`)
  await client.query(sql`
    UPDATE user_places p SET since = u."createdAt" FROM users u
    WHERE u.id = p.user_id AND u.username = ANY(${newcomers.map(({ username }) => username)})`)
}
