/** Audit entries for the demo's rows, so that every row has a history. */
import sql, { raw } from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'

/** Author and time of each row of the plain tables. */
const created = [
  { table: 'blacklist', by: 'quanly' },
  { table: 'chiphiquanly', by: 'quanly' },
] as const

async function entered(table: string, by: string, client: PoolClient): Promise<void> {
  await client.query(sql`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, after)
    SELECT t."createdAt", u.id, u.username, r.name, 'create', ${table}, t.id::text, to_jsonb(t)
    FROM ${raw(table)} t, users u JOIN roles r ON r.id = u.role_id WHERE u.username = ${by} ORDER BY t."createdAt", t.id`)
}

/** Quantities by username instead of account id, as readers of the log expect. */
const byUsername = (column: string): string =>
  `(SELECT jsonb_object_agg(n.username, q.value) FROM jsonb_each(${column}) q JOIN users n ON n.id::text = q.key)`

/** Writes the audit entries of plain rows, files and results. */
export async function saveAudit(client: PoolClient): Promise<void> {
  for (const { table, by } of created) await entered(table, by, client)
  await client.query(`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, before, after)
    SELECT b.at, u.id, u.username, r.name, b.action, 'uploadchiadata', b.file_id::text, b.before, b.after FROM (
      SELECT ngay_upload + interval '2 hours' AS at, nguoi_upload AS by, 'activate' AS action, id AS file_id,
        '{"is_activated": 0}'::jsonb AS before, '{"is_activated": 1}'::jsonb AS after
      FROM data_files WHERE kind = 'pool'
      UNION ALL
      SELECT stopped_at, nguoi_upload, 'stop', id, '{"is_activated": 1}', '{"is_activated": 0}'
      FROM data_files WHERE stopped_at IS NOT NULL
      UNION ALL
      SELECT at, by_username, 'split', file_id, ${byUsername('quotas_before')}, ${byUsername('quotas_after')} FROM split_batches
    ) b JOIN users u ON u.username = b.by JOIN roles r ON r.id = u.role_id ORDER BY b.at`)
  await client.query(`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, after)
    SELECT h.created_at, h.user_id, h.username, r.name, 'care', 'care/history', h.id::text, jsonb_build_object(
      'status', h.status, 'package', h.package, 'appointment_at', h.appointment_at, 'note', h.note)
    FROM care_history h JOIN users u ON u.id = h.user_id JOIN roles r ON r.id = u.role_id
    ORDER BY h.created_at, h.id`)
}
