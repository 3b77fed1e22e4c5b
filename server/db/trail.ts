/** The trail of a row as an unbroken chain (D3-TRL-01): which rows it holds, and the statements that look for gaps. */
import { tableOf } from '../../contract/kit/resource.ts'
import { resources } from '../../contract/resources/index.ts'
import { scanKinds } from '../../contract/resources/scans.ts'

type Trailed = { table: string; key?: string }

/** The table behind each name in the trail, and the column that names a row there. */
export const trailed: Readonly<Record<string, Trailed>> = {
  ...Object.fromEntries(resources.map((one) => [one.path, { table: tableOf(one) }])),
  data_options: { table: 'data_options', key: 'user_id' },
  invitation_history: { table: 'invitation_history' },
  uploadchiadata: { table: 'data_files' },
}

/**
 * Columns that an entry shows and does not answer for, because they change without one: triggers and clocks derive them, they count
 * progress, or a ledger of their own tells them.
 */
const besideTrail: Readonly<Record<string, string>> = {
  baodo: 'dang_ky_id',
  customer: 'stage,status,holder_id,appointment_at,claimed_at,rank',
  moigoihomsau: 'tkc,hoi_tkc_luc,lan_hoi_tkc',
  revenue_line: `line_id,request_id,tien_hoan,username_nv,status,ti_le_doanh_thu,doi_soat_luc,own_username,
    so_dien_thoai_cs,goi_cuoc,doanh_thu,chenh_lech,ngay_thanh_cong,deleted_at,deleted_by`,
  ...Object.fromEntries(
    scanKinds.map((kind) => [
      kind,
      'trang_thai,total_numbers,so_da_quet,goi_da_quet,khong_tra_duoc,hoi_luc,xong_luc',
    ]),
  ),
}

/** Tables whose rows leave by their age, without an entry of each. */
const leaveByAge: readonly string[] = ['care_history', 'lstracuu']

/** The tables that the chains are of. */
export const trailedTables = [...new Map(Object.values(trailed).map((one) => [one.table, one])).values()]

const names = Object.entries(trailed)
  .map(([path, { table, key = 'id' }]) => `('${path}', '${table}', '${key}')`)
  .join(', ')

/** Whether two states of a row differ in a column that both have: one that a migration added or dropped is in one of them alone. */
function differ(a: string, b: string, table: string): string {
  const [left, right] = [a, b].map(
    (state) => `(${state} - '{${['version', besideTrail[table] ?? []].flat().join()}}'::text[] - ARRAY(
      SELECT attname::text FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attgenerated <> ''))`,
  )
  return `(${left} <> ${right} AND EXISTS (
    SELECT FROM jsonb_each(${left}) x JOIN jsonb_each(${right}) y USING (key) WHERE x.value <> y.value))`
}

/** Entries with whole rows, each with the one before it; what came before the rule is not among them. */
const entries = `
  SELECT a.id, n.table_name, a.resource_id, a.before, a.after, lag(a.id) OVER w AS former, lag(a.at) OVER w AS since,
    lag(a.after) OVER w AS left_as, lead(a.id) OVER w IS NULL AS newest
  FROM audit_log a JOIN (VALUES ${names}) AS n(resource, table_name, key) USING (resource)
  WHERE a.id > (SELECT after_entry FROM trail_chained) AND a.resource_id IN (a.before ->> n.key, a.after ->> n.key)
  WINDOW w AS (PARTITION BY n.table_name, a.resource_id ORDER BY a.id)`

const ofEachTable = (which: string, of: (one: Trailed) => string): string => `
  WITH e AS MATERIALIZED (SELECT * FROM (${entries}) w WHERE ${which})
  ${trailedTables.map(of).join(' UNION ALL ')}`

export const trailInvariants: Readonly<Record<string, string>> = {
  'the trail of a row has no gap: each entry begins where the last one ended': ofEachTable(
    // What came between two entries may be in the file of an archived month.
    `former IS NOT NULL AND since >= archived_until('audit_log')`,
    ({ table }) => `SELECT id FROM e WHERE table_name = '${table}' AND (before IS NULL
      OR CASE WHEN left_as IS NULL THEN before ->> 'deleted_at' IS NULL ELSE ${differ('left_as', 'before', table)} END)`,
  ),
  'every row is as its newest entry left it': ofEachTable(
    'newest',
    ({ table, key = 'id' }) => `
    SELECT e.id FROM e LEFT JOIN ${table} t ON t.${key} = e.resource_id::uuid, to_jsonb(t) AS row_now
    WHERE table_name = '${table}' AND CASE
      WHEN e.after IS NULL THEN t.${key} IS NOT NULL AND row_now ->> 'deleted_at' IS NULL AND row_now ->> 'stage' IS DISTINCT FROM 'gone'
      ELSE t.${key} IS NULL AND ${!leaveByAge.includes(table)} OR ${differ('e.after', 'row_now', table)} END`,
  ),
}
