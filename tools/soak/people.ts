/** The people of a soak: the demo's accounts with additional salespeople, and customers for them to call. */
import sql from 'sql-template-tag'
import { withTransaction } from '#platform/server/db/pool.ts'
import type { Stage } from './stage.ts'
import { priorities } from '../player/screens.ts'
import { turns, type Hired } from './work.ts'

/** Salespeople in addition to the demo's. */
const hired = 18
/** Their branch, which may call the customers. */
const branch = 'chinhanh1'

/** The levels that work, with their roles' priorities. */
const levels = (Object.keys(turns) as Hired['level'][]).map((level) => ({
  level,
  priority: priorities[level],
}))

async function hire({ pool }: Stage): Promise<void> {
  await pool.query(sql`
    INSERT INTO users (username, fullname, email, role_id, password_hash, brand_id, group_id)
    SELECT 'soak' || n, 'Nguyễn Thị Số ' || n, 'soak' || n || '@vasdesk.example', l.role_id, l.password_hash, l.brand_id, l.group_id
    FROM generate_series(1, ${hired}::int) n, users l WHERE l.username = 'sale111'`)
}

/**
 * Adds a file of customers and permits the branch only this file, from today on; removes permissions below the
 * branch.
 */
const addCustomers = ({ pool }: Stage, customers: number): Promise<void> =>
  withTransaction(pool, async (db) => {
    // Their movements are written too, which takes long on a busy machine.
    await db.query('SET LOCAL statement_timeout = 0')
    const { rows } = await db.query<{ id: string }>(sql`
      INSERT INTO data_files (kind, "FileName", is_activated, nguoi_upload, owner_id)
      SELECT 'pool', 'soak.xlsx', 1, 'admin', id FROM users WHERE username = 'admin' RETURNING id`)
    const file = rows[0]?.id
    await db.query(sql`
      INSERT INTO customer (file_id, phone, package, "packagesCanRegister", rank)
      SELECT ${file}, (200000000 + n)::text, 'VD90', 'VD120; VD150', n FROM generate_series(1, ${customers}::int) n`)
    await db.query(sql`
      INSERT INTO data_options (user_id, files, tu_ngay)
      SELECT id, ARRAY[${file}::uuid], today_vn() FROM users WHERE username = ${branch}
      ON CONFLICT (user_id) DO UPDATE SET files = EXCLUDED.files, tu_ngay = EXCLUDED.tu_ngay, ngay = '{}'`)
    await db.query(sql`
      DELETE FROM data_options WHERE user_id IN (
        SELECT id FROM users WHERE brand_id = (SELECT id FROM users WHERE username = ${branch}))`)
  })

/** Adds people and customers to the demo; returns the people, and a package for requests. */
export async function prepare(
  stage: Stage,
  customers: number,
): Promise<{ staff: Hired[]; packageCode: string }> {
  // A branch imports more numbers a real minute than a masked reader may look up in a day.
  await stage.pool.query(`
    INSERT INTO settings (key, value) VALUES ('phone.searches', '100000') ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
  await hire(stage)
  await addCustomers(stage, customers)
  const { rows: staff } = await stage.pool.query<Hired>(sql`
    SELECT u.username, l.level FROM users u JOIN roles r ON r.id = u.role_id
    JOIN jsonb_to_recordset(${JSON.stringify(levels)}) AS l (level text, priority int) USING (priority)
    WHERE NOT u.is_deleted ORDER BY 1`)
  const { rows } = await stage.pool.query<{ code: string }>(
    `SELECT ten_goi_cuoc AS code FROM giahoantien WHERE gia_gia_han > 0 AND deleted_at IS NULL ORDER BY 1 LIMIT 1`,
  )
  if (!rows[0]) throw new Error('the demo has no refund price')
  return { staff, packageCode: rows[0].code }
}
