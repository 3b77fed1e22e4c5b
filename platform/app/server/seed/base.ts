/** Initial data of every installation: permissions and the seven roles. */
import { recycledResults } from '#subjects/calling/contract/care-results.ts'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { type Priority } from '#platform/contract/abilities.ts'
import { permissionCatalogue, permissionCodes } from '#platform/contract/permissions.ts'

type BaseRole = { name: string; priority: Priority; permissions: readonly string[] }

/** Calls to invite a customer to a package, without which sellers could not work (D3-SETUP-03). */
const invites: readonly string[] = Object.keys(permissionCatalogue['Mời gói'])

/** Permissions of the accountant: pay, the approvals desk, the registers of costs and revenue with all columns (D3-ACC-01). */
const accountant: readonly string[] = [
  ...Object.keys(permissionCatalogue['Kế toán']),
  ...Object.keys(permissionCatalogue['Chi phí và doanh thu']),
  ...Object.keys(permissionCatalogue['Cột doanh thu tính lương']),
]

/**
 * The roles of a new installation, demo or not, and what each may do beyond its priority: the only place where a seeded
 * role gets its permissions (D3-SETUP-03). Managers and accountants have costs, revenue columns and decisions on money.
 */
export const baseRoles: readonly BaseRole[] = [
  { name: 'Quản trị', priority: 1, permissions: permissionCodes },
  { name: 'Quản lý', priority: 2, permissions: permissionCodes },
  { name: 'Chi nhánh', priority: 3, permissions: ['user.get', ...invites] },
  { name: 'Leader', priority: 4, permissions: invites },
  { name: 'Nhân viên', priority: 5, permissions: invites },
  { name: 'Kế toán', priority: 6, permissions: accountant },
  { name: 'Đối tác', priority: 7, permissions: [] },
]

/** Inserts the catalogue's permissions and, on an empty database, the roles. Safe to run at every start. */
export async function seedBase(pool: Pool): Promise<void> {
  const catalogue = Object.entries(permissionCatalogue).flatMap(([category, codes]) =>
    Object.entries(codes).map(([code, name]) => ({ code, name, category })),
  )
  // A code added by an upgrade goes to administrators, as a code can only be granted by a role that has it.
  const { rows: added } = await pool.query<{ code: string }>(sql`
    WITH known AS (
      INSERT INTO permissions AS p (code, name, category)
      SELECT code, name, category FROM jsonb_to_recordset(${JSON.stringify(catalogue)}::jsonb)
        AS c(code text, name text, category text)
      ON CONFLICT (code) DO UPDATE SET name = EXCLUDED.name, category = EXCLUDED.category
      RETURNING p.id, p.code, to_jsonb(old) IS NULL AS is_new
    ), given AS (
      INSERT INTO role_permissions (role_id, permission_id)
      SELECT r.id, known.id FROM known, roles r WHERE known.is_new AND r.priority = 1
    ) SELECT code FROM known WHERE is_new`)
  const { rowCount } = await pool.query('SELECT FROM roles LIMIT 1')
  // Existing installations get the accountant's role with its codes (D3-ACC-01).
  const upgraded = added.some(({ code }) => code === 'pay.manage')
  const missing = rowCount ? baseRoles.filter(({ priority }) => upgraded && priority === 6) : baseRoles
  for (const role of missing) await addRole(role, pool)
  await addRules(pool)
}

/** A call result added by this version gets a recall rule like the others, disabled (D3-REC-01). */
async function addRules(pool: Pool): Promise<void> {
  await pool.query(sql`
    INSERT INTO recycle_rules (status) SELECT unnest(${recycledResults}::text[]) ON CONFLICT DO NOTHING`)
}

/** Adds the role; an existing one of the same name is not changed. */
async function addRole({ name, priority, permissions }: BaseRole, pool: Pool): Promise<void> {
  await pool.query(sql`
    WITH r AS (
      INSERT INTO roles (name, priority) VALUES (${name}, ${priority}) ON CONFLICT (to_lower(name)) DO NOTHING RETURNING id
    ) INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM r, permissions p WHERE p.code = ANY(${[...permissions]})`)
}
