/**
 * Naive second implementation of which rows a user may see: from accounts and tables only, following D1-Q-003
 * literally. Shares nothing with the tested code, neither the declared owner nor the scope of a session.
 */
import { codeTabs } from '#platform/contract/code-tabs.ts'
import type { Pool } from '#platform/server/db/pool.ts'

type Account = {
  id: string
  username: string
  priority: number
  brand_id: string | null
  group_id: string | null
}
/**
 * A live row and its owner's username; null without an owner. `brand` and `leader` for rows with a unit, wherever their
 * people are now; absent if rows follow their people.
 */
type Owned = { id: string; whose: string | null; brand?: string | null; leader?: string | null }

/** Rows visible to every reader of the list. */
const open = 'open'
const named = (table: string, column: string, where = 'true') =>
  `SELECT id, ${column} AS whose FROM ${table} WHERE ${where}`
const invitations = (source: string) => named('invitation_history', 'username_nv', `source = '${source}'`)

const lines = `
  SELECT id, username_nv AS whose, brand_id AS brand, group_id AS leader FROM revenue_line
  WHERE line_id = id AND deleted_at IS NULL`
const requests = `
  SELECT id, staff_username AS whose, brand_id AS brand, group_id AS leader FROM requestrefund WHERE deleted_at IS NULL`

/** Path of a resource → its live rows with their people. */
const statements: Readonly<Record<string, string>> = {
  blacklist: open,
  mesbank: open,
  giahoantien: open,
  giagoimfy: open,
  chiphihoantien: open,
  chiphiquanly: open,
  chiphihotro: open,
  chiphikhac: open,
  doanhthutinhluong: open,
  khr: named('khr', 'username_nv', 'deleted_at IS NULL'),
  requestrefund: requests,
  requestrefundreport: requests,
  dsdttinhluong: lines,
  report90849332: lines,
  baodo: named('baodo', 'username_nv', 'deleted_at IS NULL'),
  moigoihomsau: named('moigoihomsau', 'username', 'deleted_at IS NULL'),
  mfy: `
    SELECT id, username_nv AS whose, brand_id AS brand, group_id AS leader FROM mfy WHERE deleted_at IS NULL`,
  lstracuu: named('lstracuu', 'username'),
  'customer-message-9084': `
    SELECT id, username_nv AS whose, brand_id AS brand, group_id AS leader FROM customer_message_9084`,
  'care/history': `
    SELECT h.id, u.username AS whose, h.brand_id AS brand, h.group_id AS leader
    FROM care_history h JOIN users u ON u.id = h.user_id`,
  // By holder; an unassigned number belongs to its list, a subscriber file has no owner.
  customer: `
    SELECT c.id, CASE WHEN c.holder_id IS NOT NULL THEN h.username
      WHEN f.kind = 'list' AND f.deleted_at IS NULL THEN o.username END AS whose
    FROM customer c JOIN data_files f ON f.id = c.file_id
    LEFT JOIN users h ON h.id = c.holder_id LEFT JOIN users o ON o.id = f.owner_id
    WHERE c.stage <> 'gone'`,
  ...Object.fromEntries(codeTabs.map(({ type }) => [`report-${type}/search`, invitations(type)])),
  'report-9332/search': invitations('9332'),
}

/** Rows of which partners only see their own, and all other users all (D3-ACC-06). */
const partnersOwn: Readonly<Record<string, string>> = {
  order: named('sim_order', 'username_nv', 'deleted_at IS NULL'),
}

/** Permission code → lists of which its holders see every row, except partners for those of pay (D3-ACC-01, D3-ACC-02, D3-ACC-06). */
const ofAllUnits: Readonly<Record<string, readonly string[]>> = {
  'pay.manage': ['dsdttinhluong', 'report90849332'],
  'desk.decide': ['requestrefund', 'requestrefundreport', 'mfy', 'baodo'],
}

/** Whether one of the reader's codes gives access to the whole list. */
async function seesWhole(pool: Pool, path: string, { id, priority }: Account): Promise<boolean> {
  const { rows } = await pool.query<{ code: string }>(
    `SELECT p.code FROM permissions p JOIN role_permissions rp ON rp.permission_id = p.id JOIN users u USING (role_id) WHERE u.id = $1
     UNION SELECT p.code FROM permissions p JOIN user_permissions up ON up.permission_id = p.id WHERE up.user_id = $1`,
    [id],
  )
  return rows.some(
    ({ code }) => ofAllUnits[code]?.includes(path) && !(code === 'pay.manage' && priority === 7),
  )
}

/** Whether visibility depends on the reader; resources without a line above must have no owner. */
export const isScoped = ({ path, owner }: { path: string; owner?: string }): boolean =>
  path in partnersOwn || (statements[path] ?? (owner === undefined ? open : undefined)) !== open

/** The live rows of a scoped resource; throws for a path without a line above. */
async function ownedRows(pool: Pool, path: string): Promise<Owned[]> {
  const statement = partnersOwn[path] ?? statements[path]
  if (statement === undefined || statement === open)
    throw new Error(`whose rows of '${path}' are they? Say so in test/conformance/oracle.ts`)
  return (await pool.query<Owned>(statement)).rows
}

/** Every account with its position in the hierarchy. */
export async function accountsOf(pool: Pool): Promise<ReadonlyMap<string, Account>> {
  const { rows } = await pool.query<Account>(`
    SELECT u.id, u.username, r.priority, u.brand_id, u.group_id FROM users u JOIN roles r ON r.id = u.role_id`)
  return new Map(rows.map((row) => [row.username, row]))
}

/** Whether `reader` may see rows of `owner` (D1-Q-003). */
export function reaches(reader: Account, owner: Account | undefined): boolean {
  if (reader.priority <= 2) return true
  if (!owner) return false
  if (owner.id === reader.id) return true
  switch (reader.priority) {
    case 3:
      return owner.brand_id === reader.id
    case 4:
      return owner.group_id === reader.id
    case 7:
      return reader.brand_id !== null && [owner.id, owner.brand_id].includes(reader.brand_id)
    default:
      return false
  }
}

/** Whether `reader` may see a row of `owner`: by its unit if it has one, else by the owner. */
function sees(reader: Account, { brand, leader }: Owned, owner: Account | undefined): boolean {
  if (brand === undefined || reader.priority <= 2 || owner?.id === reader.id) return reaches(reader, owner)
  if (reader.priority === 4) return leader === reader.id
  const branch = reader.priority === 3 ? reader.id : reader.priority === 7 ? reader.brand_id : null
  return branch !== null && brand === branch
}

export type Split = { seen: string[]; hidden: string[] }

/** Ids of a resource's rows in order, split into those the account may see and the others. */
export async function splitFor(pool: Pool, path: string, username: string): Promise<Split> {
  const accounts = await accountsOf(pool)
  const reader = accounts.get(username)
  if (!reader) throw new Error(`no account '${username}'`)
  const whole = await seesWhole(pool, path, reader)
  const split: Split = { seen: [], hidden: [] }
  for (const row of await ownedRows(pool, path)) {
    const may =
      path in partnersOwn
        ? reader.priority !== 7 || row.whose === reader.username
        : sees(reader, row, row.whose === null ? undefined : accounts.get(row.whose))
    split[may || whole ? 'seen' : 'hidden'].push(row.id)
  }
  return { seen: split.seen.toSorted(), hidden: split.hidden.toSorted() }
}
