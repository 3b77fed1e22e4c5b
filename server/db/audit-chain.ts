/** The trail of a row as an unbroken chain (D3-TRL-01): which rows it holds, and the statements that look for gaps. */
import { tableOf } from '../../contract/kit/resource.ts'
import { resources } from '../../contract/resources/index.ts'
import { scanKinds } from '../../contract/resources/scans.ts'

type AuditedTable = { table: string; key?: string }

/** The table behind each name in the trail, and the column that names a row there. */
export const auditedTables: Readonly<Record<string, AuditedTable>> = {
  ...Object.fromEntries(resources.map((one) => [one.path, { table: tableOf(one) }])),
  data_options: { table: 'data_options', key: 'user_id' },
  invitation_history: { table: 'invitation_history' },
  uploadchiadata: { table: 'data_files' },
}

/**
 * Columns that an entry shows and does not answer for, because they change without one: triggers and clocks derive them, they count
 * progress, or a ledger of their own tells them.
 */
const unauditedColumns: Readonly<Record<string, string>> = {
  baodo: 'dang_ky_id',
  customer: 'stage,status,holder_id,appointment_at,claimed_at,rank',
  moigoihomsau: 'tkc,hoi_tkc_luc,lan_hoi_tkc',
  // What settle_revenue works out from the reports of a registration, which are compared.
  revenue_line: `line_id,request_id,tien_hoan,username_nv,brand_id,group_id,status,ti_le_doanh_thu,doi_soat_luc,
    deleted_at,deleted_by`,
  ...Object.fromEntries(
    scanKinds.map((kind) => [
      kind,
      'trang_thai,total_numbers,so_da_quet,goi_da_quet,khong_tra_duoc,hoi_luc,xong_luc',
    ]),
  ),
}

/** Tables whose rows leave by their age, without an entry of each. */
const leaveByAge: readonly string[] = ['care_history', 'lstracuu']

type Fields = { resource: string; table: string; key: string; row: string }

/**
 * What is told by the fields of a screen rather than by whole rows: the SQL of what names a row `t` in the trail, and of the row with
 * those fields. A setting that applies from a day on is one for each day.
 */
export const auditedByField: readonly Fields[] = [
  { resource: 'users', table: 'users', key: 't.id::text', row: 'to_jsonb(t)' },
  { resource: 'role', table: 'roles', key: 't.id::text', row: 'to_jsonb(t)' },
  // Of an image the trail has its size.
  {
    resource: 'setting',
    table: 'settings',
    key: 't.key',
    row: `CASE WHEN t.value::text NOT LIKE '"data:%' THEN to_jsonb(t) - 'version' ELSE '{}' END`,
  },
  { resource: 'setting', table: 'dated_setting', key: `t.key || '/' || t.tu_ngay`, row: 'to_jsonb(t)' },
  {
    resource: 'tinhluong',
    table: 'payroll_input',
    key: `t.username || ':' || to_char(t.thang, 'MM-YYYY')`,
    row: `to_jsonb(t) || jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  },
  {
    resource: 'userkenhmoigoi',
    table: 'userkenhmoigoi',
    key: `t.staff_username || '/' || t.kenh`,
    row: 'to_jsonb(t)',
  },
  { resource: 'radatruythu', table: 'radar_seen', key: 't.id', row: 'to_jsonb(t)' },
]

/** Each field of each entry; a role's name follows the role, and counters and hands of numbers have a ledger of their own. */
const fields = `
  SELECT a.id, a.at, a.resource, concat_ws('/', a.resource_id, a.after ->> 'tu_ngay') AS thing, k.field,
    a.before -> k.field AS before, a.after -> k.field AS after
  FROM audit_log a, jsonb_object_keys(coalesce(a.before, '{}') || coalesce(a.after, '{}')) AS k(field)
  WHERE a.resource IN (${auditedByField.map(({ resource }) => `'${resource}'`).join()}) AND k.field <> 'role_name'
    AND a.action IN ('create', 'update', 'lock', 'unlock', 'choose', 'unchoose', 'remove')
    AND a.id > (SELECT after_entry FROM trail_chained)`

const rowsByField = auditedByField
  .map(
    ({ resource, table, key, row }) =>
      `SELECT '${resource}' AS resource, ${key} AS thing, ${row} AS state FROM ${table} t`,
  )
  .join(' UNION ALL ')

const tables = Map.groupBy(Object.entries(auditedTables), ([, { table }]) => table)

/** The tables that the chains are of. */
export const comparedTables: readonly AuditedTable[] = [...tables.values()].flatMap(([one]) =>
  one ? [one[1]] : [],
)

/** Columns of a table that are not compared: computed ones follow from others, maybe differently after a migration. */
const ignoredColumns = (
  table: string,
): string => `'{${['version', unauditedColumns[table] ?? []].flat().join()}}'::text[] || ARRAY(
  SELECT attname::text FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attgenerated <> '')`

/** Whether two states of a row differ in a column that both have: one that a migration added or dropped is in one of them alone. */
const differ = (a: string, b: string, but: string): string => `(${a} - ${but} <> ${b} - ${but} AND EXISTS (
  SELECT FROM jsonb_each(${a} - ${but}) x JOIN jsonb_each(${b} - ${but}) y USING (key) WHERE x.value <> y.value))`

/** Entries with whole rows; what came before the rule is not among them. */
const wholeRowEntries = (key: string): string =>
  `a.id > (SELECT after_entry FROM trail_chained) AND a.resource_id IN (a.before ->> ${key}, a.after ->> ${key})`

const names = Object.entries(auditedTables)
  .map(([path, { table, key = 'id' }]) => `('${path}', '${table}', '${key}', ${ignoredColumns(table)})`)
  .join(', ')

/** Rows of a table whose newest entry says something else. */
const unloggedRows = ({ table, key = 'id' }: AuditedTable): string => `
  SELECT e.id FROM (
    SELECT DISTINCT ON (a.resource_id) a.id, a.resource_id::uuid AS row_id, a.after FROM audit_log a
    WHERE a.resource IN (${tables.get(table)?.map(([name]) => `'${name}'`)}) AND ${wholeRowEntries(`'${key}'`)}
    ORDER BY a.resource_id, a.id DESC) e
  LEFT JOIN ${table} t ON t.${key} = e.row_id, to_jsonb(t) AS now_is, (SELECT ${ignoredColumns(table)} AS but) b
  WHERE CASE
    WHEN e.after IS NULL THEN t.${key} IS NOT NULL AND now_is ->> 'deleted_at' IS NULL AND now_is ->> 'stage' IS DISTINCT FROM 'gone'
    ELSE t.${key} IS NULL AND ${!leaveByAge.includes(table)} OR ${differ('e.after', 'now_is', 'but')} END`

export const auditInvariants: Readonly<Record<string, string>> = {
  'the trail of a row has no gap: each entry begins where the last one ended': `
    SELECT id FROM (
      SELECT a.id, a.before, n.but, lag(a.id) OVER w AS former, lag(a.at) OVER w AS since, lag(a.after) OVER w AS left_as
      FROM audit_log a JOIN (VALUES ${names}) AS n(resource, table_name, key, but) USING (resource)
      WHERE ${wholeRowEntries('n.key')} WINDOW w AS (PARTITION BY n.table_name, a.resource_id ORDER BY a.id)) e
    -- What came between two entries may be in the file of an archived month.
    WHERE former IS NOT NULL AND since >= (SELECT archived_until('audit_log')) AND (before IS NULL
      OR CASE WHEN left_as IS NULL THEN before ->> 'deleted_at' IS NULL ELSE ${differ('left_as', 'before', 'but')} END)`,
  'every row is as its newest entry left it': comparedTables.map(unloggedRows).join(' UNION ALL '),
  'the trail of a field has no gap: each entry begins with what the last one wrote': `
    SELECT DISTINCT id FROM (
      SELECT f.*, lag(after) OVER w AS left_as, lag(at) OVER w AS since FROM (${fields}) f
      WINDOW w AS (PARTITION BY resource, thing, field ORDER BY id)) e
    WHERE since >= (SELECT archived_until('audit_log')) AND before <> left_as`,
  'every field is as its newest entry left it': `
    SELECT DISTINCT e.id FROM (
      SELECT DISTINCT ON (resource, thing, field) * FROM (${fields}) f ORDER BY resource, thing, field, id DESC) e
    LEFT JOIN (${rowsByField}) r USING (resource, thing)
    WHERE CASE WHEN e.after IS NULL THEN r.thing IS NOT NULL ELSE r.thing IS NULL OR r.state -> e.field <> e.after END`,
}
