/** Completeness of the audit log (D3-TRL-01): the audited tables, and queries that detect gaps in the chain of changes. */
import { tableOf } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { scanKinds } from '#subjects/scans/contract/lists/scans.ts'

type AuditedTable = { table: string; key?: string }

/** Table behind each subject of the audit log, and its key column. */
export const auditedTables: Readonly<Record<string, AuditedTable>> = {
  ...Object.fromEntries(resources.map((one) => [one.path, { table: tableOf(one) }])),
  chedoxem: { table: 'list_views' },
  data_options: { table: 'data_options', key: 'user_id' },
  invitation_history: { table: 'invitation_history' },
  uploadchiadata: { table: 'data_files' },
}

/** Columns that change without an entry: derived by triggers or time, counting progress, or recorded in another ledger. */
const unauditedColumns: Readonly<Record<string, string>> = {
  baodo: 'dang_ky_id',
  blacklist: 'ended_on',
  customer: 'stage,status,holder_id,appointment_at,claimed_at,rank',
  moigoihomsau: 'tkc,hoi_tkc_luc,lan_hoi_tkc',
  // Computed by settle_revenue from the reports of a registration, which are compared.
  revenue_line: `line_id,request_id,tien_hoan,username_nv,brand_id,group_id,status,ti_le_doanh_thu,doi_soat_luc,
    deleted_at,deleted_by`,
  ...Object.fromEntries(
    scanKinds.map((kind) => [
      kind,
      'trang_thai,total_numbers,so_da_quet,goi_da_quet,khong_tra_duoc,hoi_luc,xong_luc',
    ]),
  ),
}

/** Tables whose rows are deleted by age without an entry each. */
const leaveByAge: readonly string[] = ['care_history', 'lstracuu']

type Fields = { resource: string; table: string; key: string; row: string }

/** Subjects audited by fields of a screen, not by whole rows: SQL of the audited id of a row `t`, and of its fields. A dated setting has one id per day. */
export const auditedByField: readonly Fields[] = [
  { resource: 'users', table: 'users', key: 't.id::text', row: 'to_jsonb(t)' },
  { resource: 'role', table: 'roles', key: 't.id::text', row: 'to_jsonb(t)' },
  // The log only has the size of an image.
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

/** Each field of each entry; a role's name is part of its id, and counters and holders of numbers have their own ledger. */
const fields = `
  SELECT a.id, a.at, a.resource, concat_ws('/', a.resource_id, a.after ->> 'tu_ngay') AS thing, k.field,
    a.before -> k.field AS before, a.after -> k.field AS after
  FROM audit_log a, jsonb_object_keys(coalesce(a.before, '{}') || coalesce(a.after, '{}')) AS k(field)
  WHERE a.resource IN (${auditedByField.map(({ resource }) => `'${resource}'`).join()}) AND k.field <> 'role_name'
    AND a.action IN ('create', 'update', 'lock', 'unlock', 'choose', 'unchoose', 'remove', 'undo')
    AND a.id > (SELECT after_entry FROM trail_chained)`

const rowsByField = auditedByField
  .map(
    ({ resource, table, key, row }) =>
      `SELECT '${resource}' AS resource, ${key} AS thing, ${row} AS state FROM ${table} t`,
  )
  .join(' UNION ALL ')

const tables = Map.groupBy(Object.entries(auditedTables), ([, { table }]) => table)

/** Tables whose chains are checked. */
export const comparedTables: readonly AuditedTable[] = [...tables.values()].flatMap(([one]) =>
  one ? [one[1]] : [],
)

/** Columns of a table that are not compared, such as generated ones, whose values migrations may change. */
const ignoredColumns = (
  table: string,
): string => `'{${['version', unauditedColumns[table] ?? []].flat().join()}}'::text[] || ARRAY(
  SELECT attname::text FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attgenerated <> '')`

/** Whether two states of a row differ in a column that both have; columns added or dropped by a migration exist in only one. */
const differ = (a: string, b: string, but: string): string => `(${a} - ${but} <> ${b} - ${but} AND EXISTS (
  SELECT FROM jsonb_each(${a} - ${but}) x JOIN jsonb_each(${b} - ${but}) y USING (key) WHERE x.value <> y.value))`

/** Entries with whole rows, except those from before the rule. */
const wholeRowEntries = (key: string): string =>
  `a.id > (SELECT after_entry FROM trail_chained) AND a.resource_id IN (a.before ->> ${key}, a.after ->> ${key})`

const nameOf = (path: string, { table, key = 'id' }: AuditedTable): string =>
  `('${path}', '${table}', '${key}', ${ignoredColumns(table)})`

/** Rows of a table that differ from their newest entry. */
const unloggedRows = ({ table, key = 'id' }: AuditedTable): string => `
  SELECT e.id FROM (
    SELECT DISTINCT ON (a.resource_id) a.id, a.resource_id::uuid AS row_id, a.after FROM audit_log a
    WHERE a.resource IN (${tables.get(table)?.map(([name]) => `'${name}'`)}) AND ${wholeRowEntries(`'${key}'`)}
    ORDER BY a.resource_id, a.id DESC) e
  LEFT JOIN ${table} t ON t.${key} = e.row_id, to_jsonb(t) AS now_is, (SELECT ${ignoredColumns(table)} AS but) b
  WHERE CASE
    WHEN e.after IS NULL THEN t.${key} IS NOT NULL AND now_is ->> 'deleted_at' IS NULL AND now_is ->> 'stage' IS DISTINCT FROM 'gone'
    ELSE t.${key} IS NULL AND ${!leaveByAge.includes(table)} OR ${differ('e.after', 'now_is', 'but')} END`

type Invariants = Readonly<Record<string, string>>

/** Invariants of subjects with whole rows, as far as the log has entries of them. */
function rowInvariants(logged: (resource: string) => boolean): Invariants {
  const named = Object.entries(auditedTables).filter(([path]) => logged(path))
  const compared = comparedTables.filter(({ table }) => tables.get(table)?.some(([path]) => logged(path)))
  if (named.length === 0) return {}
  return {
    'the trail of a row has no gap: each entry begins where the last one ended': `
      SELECT id FROM (
        SELECT a.id, a.before, n.but, lag(a.id) OVER w AS former, lag(a.at) OVER w AS since, lag(a.after) OVER w AS left_as
        FROM audit_log a JOIN (VALUES ${named.map((one) => nameOf(...one))}) AS n(resource, table_name, key, but) USING (resource)
        WHERE ${wholeRowEntries('n.key')} WINDOW w AS (PARTITION BY n.table_name, a.resource_id ORDER BY a.id)) e
      -- Changes between two entries may be in an archive file.
      WHERE former IS NOT NULL AND since >= (SELECT archived_until('audit_log')) AND (before IS NULL
        OR CASE WHEN left_as IS NULL THEN before ->> 'deleted_at' IS NULL ELSE ${differ('left_as', 'before', 'but')} END)`,
    'every row is as its newest entry left it': compared.map(unloggedRows).join(' UNION ALL '),
  }
}

const fieldInvariants: Invariants = {
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

/** The queries that can detect a gap if the log only has entries of these subjects: the others are not compared. */
export const auditInvariantsOf = (logged: (resource: string) => boolean): Invariants => ({
  ...rowInvariants(logged),
  ...(auditedByField.some(({ resource }) => logged(resource)) && fieldInvariants),
})

export const auditInvariants: Invariants = auditInvariantsOf(() => true)
