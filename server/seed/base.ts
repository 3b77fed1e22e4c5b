/** Initial data of every installation: permissions and the six roles. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { type Priority } from '../../contract/abilities.ts'
import { permissionCatalogue, permissionCodes } from '../../contract/permissions.ts'

/** What brings a package to a customer: without it nobody who sells could invite (D3-SETUP-03). */
const invites: readonly string[] = Object.keys(permissionCatalogue['Mời gói'])

/**
 * The roles of a new installation, a demo's or an own one, and what each may do beyond its priority: the one place
 * where a seeded role gets its permissions (D3-SETUP-03). Costs, revenue columns and decisions on money are with the managers.
 */
export const baseRoles: { name: string; priority: Priority; permissions: readonly string[] }[] = [
  { name: 'Quản trị', priority: 1, permissions: permissionCodes },
  { name: 'Quản lý', priority: 2, permissions: permissionCodes },
  { name: 'Chi nhánh', priority: 3, permissions: ['user.get', ...invites] },
  { name: 'Leader', priority: 4, permissions: invites },
  { name: 'Nhân viên', priority: 5, permissions: invites },
  { name: 'Đối tác', priority: 7, permissions: [] },
]

/** Inserts the catalogue's permissions and, on an empty database, the roles. Safe to run at every start. */
export async function seedBase(pool: Pool): Promise<void> {
  const catalogue = Object.entries(permissionCatalogue).flatMap(([category, codes]) =>
    Object.entries(codes).map(([code, name]) => ({ code, name, category })),
  )
  // A code added by an upgrade goes to administrators, as nobody can grant a code that nobody has.
  await pool.query(sql`
    WITH known AS (
      INSERT INTO permissions AS p (code, name, category)
      SELECT code, name, category FROM jsonb_to_recordset(${JSON.stringify(catalogue)}::jsonb)
        AS c(code text, name text, category text)
      ON CONFLICT (code) DO UPDATE SET name = EXCLUDED.name, category = EXCLUDED.category
      RETURNING p.id, to_jsonb(old) IS NULL AS is_new
    )
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, known.id FROM known, roles r WHERE known.is_new AND r.priority = 1`)
  const { rowCount } = await pool.query('SELECT FROM roles LIMIT 1')
  if (rowCount) return
  for (const role of baseRoles) {
    await pool.query(sql`
      WITH r AS (INSERT INTO roles (name, priority) VALUES (${role.name}, ${role.priority}) RETURNING id)
      INSERT INTO role_permissions (role_id, permission_id)
      SELECT r.id, p.id FROM r, permissions p WHERE p.code = ANY(${[...role.permissions]})`)
  }
}
