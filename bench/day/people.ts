/** The staff of the day: all levels with the roles of a new installation, and their sign-in through the product. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import { hashPassword } from '#subjects/people/server/session/password.ts'
import { signIn } from '#tools/player/person.ts'
import { priorities, type Level, type Reading } from '#tools/player/screens.ts'

export type Person = { username: string; level: Level; token: string } & Reading

export const password = `Ngay-lam-viec-${randomUUID().slice(0, 8)}`

/** Number of people in each level; the first manager is the administrator. */
const share = (people: number) => {
  const branches = Math.max(2, Math.round(people / 62))
  const leaders = branches * 5
  return { managers: 4, office: 4, branches, leaders, sellers: people - 8 - branches - leaders }
}

/** Creates the accounts in a database that has the roles; leaders and salespeople are evenly distributed. */
export async function fillPeople(pool: Pool, people: number): Promise<Omit<Person, 'token'>[]> {
  const { managers, office, branches, leaders, sellers } = share(people)
  const stored = await hashPassword(password)
  const named: Pick<Person, 'username' | 'level'>[] = []
  const add = async (level: Level, count: number, prefix: string): Promise<void> => {
    await pool.query(sql`
      INSERT INTO users (username, fullname, email, role_id, password_hash, brand_id, group_id)
      SELECT ${prefix}::text || n, ${`Nguyễn Văn ${prefix} `}::text || n, ${prefix}::text || n || '@vasdesk.example', r.id, ${stored}, b.id, l.id
      FROM generate_series(1, ${count}::int) n
      JOIN roles r ON r.priority = CASE WHEN ${level}::text = 'manager' AND n = 1 THEN 1 ELSE ${priorities[level]}::int END
      LEFT JOIN users b ON ${level}::text IN ('leader', 'seller') AND b.username = 'cn' || 1 + n % ${branches}::int
      LEFT JOIN users l ON ${level}::text = 'seller' AND l.username = 'ld' || CASE n % ${leaders}::int WHEN 0 THEN ${leaders}::int ELSE n % ${leaders}::int END`)
    for (let n = 1; n <= count; n += 1) named.push({ username: `${prefix}${n}`, level })
  }
  await add('manager', managers, 'ql')
  await add('branch', branches, 'cn')
  await add('leader', leaders, 'ld')
  await add('seller', sellers, 'nv')
  await add('office', office, 'kt')
  // A leader and the leader's people belong to the same branch.
  await pool.query(`UPDATE users u SET brand_id = l.brand_id FROM users l WHERE l.id = u.group_id`)
  await pool.query(`
    INSERT INTO userkenhmoigoi (staff_username, kenh)
    SELECT username, 'ma_xac_nhan_1' FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority = 3`)
  const { rows } = await pool.query<{ username: string; above: string[] }>(`
    SELECT u.username, array_remove(ARRAY[l.username, b.username], NULL) AS above
    FROM users u LEFT JOIN users l ON l.id = u.group_id LEFT JOIN users b ON b.id = u.brand_id WHERE u.username LIKE 'nv%'`)
  return named.map((person) => ({
    ...person,
    under: rows
      .filter(({ above }) => ['manager', 'office'].includes(person.level) || above.includes(person.username))
      .map(({ username }) => username),
  }))
}

/** Signs everybody in by password, `atOnce` at a time; returns them with their tokens. */
export async function signEverybodyIn(
  url: string,
  people: readonly Omit<Person, 'token'>[],
  atOnce = 8,
): Promise<Person[]> {
  const signedIn: Person[] = []
  const waiting = people.values()
  const work = async (): Promise<void> => {
    for (const person of waiting)
      signedIn.push({ ...person, token: await signIn(url, person.username, password) })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return signedIn
}
