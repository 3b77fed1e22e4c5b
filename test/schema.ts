/** Describes the schema of a database, so that two can be compared line by line. */
import type { Queryable } from '#platform/server/db/pool.ts'
import { servingRole } from './serving.ts'

/** Grants except those of the role of test servers, which databases of earlier versions do not have. */
const grantsOf = (acl: string): string =>
  `ARRAY(SELECT g::text FROM unnest(${acl}) g WHERE g::text NOT LIKE '${servingRole.name}=%' ORDER BY 1)`
const relationGrants = grantsOf(
  `coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))`,
)

/** Kinds of relations with a line of their own; TOAST tables and composite types are created implicitly. */
const relations = `
  SELECT format('relation %s: kind %s, persistence %s, options %s, owner %s, grants %s, row security %s, comment %s',
    c.relname, c.relkind, c.relpersistence, c.reloptions, c.relowner::regrole, ${relationGrants}, c.relrowsecurity,
    obj_description(c.oid, 'pg_class')) AS line
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind NOT IN ('c', 't')`

// Renumbered: a dropped column leaves an irrelevant gap.
const columns = `
  SELECT format('column %s.%s: %s of %s, collation %s, not null %s, default %s, identity %s, generated %s, storage %s, '
    'compression %s, statistics %s, grants %s, comment %s', c.relname, a.attname,
    row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod),
    a.attcollation::regcollation, a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated,
    a.attstorage, a.attcompression, a.attstattarget, a.attacl, col_description(c.oid, a.attnum))
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'c')`

const constraints = `
  SELECT format('constraint %s of %s%s: %s, validated %s, comment %s', conname, nullif(conrelid, 0)::regclass,
    nullif(contypid, 0)::regtype, pg_get_constraintdef(oid), convalidated, obj_description(oid, 'pg_constraint'))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace`

const indexes = `
  SELECT format('index %s: %s, valid %s, clustered %s', indexrelid::regclass, pg_get_indexdef(indexrelid), indisvalid,
    indisclustered)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace`

const inheritance = `
  SELECT format('%s is part of %s %s', inhrelid::regclass, inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relnamespace = 'public'::regnamespace`

const views = `
  SELECT format('view %s: %s', oid::regclass, pg_get_viewdef(oid))
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')`

const triggers = `
  SELECT format('trigger %s, enabled %s, comment %s', pg_get_triggerdef(t.oid), t.tgenabled,
    obj_description(t.oid, 'pg_trigger'))
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`

// Members of an extension depend on its version, which has a line of its own.
const notOfExtension = (catalogue: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalogue}'::regclass AND e.objid = x.oid AND e.deptype = 'e')`

const functions = `
  SELECT format('function %s, owner %s, grants %s, comment %s', pg_get_functiondef(x.oid), x.proowner::regrole, x.proacl,
    obj_description(x.oid, 'pg_proc'))
  FROM pg_proc x WHERE x.pronamespace = 'public'::regnamespace AND x.prokind <> 'a' AND ${notOfExtension('pg_proc')}`

const types = `
  SELECT format('type %s: kind %s of %s, collation %s, default %s, not null %s, owner %s, grants %s, values %s, comment %s',
    x.typname, x.typtype, nullif(x.typbasetype, 0)::regtype, nullif(x.typcollation, 0)::regcollation, x.typdefault,
    x.typnotnull, x.typowner::regrole, x.typacl,
    ARRAY(SELECT enumlabel FROM pg_enum e WHERE e.enumtypid = x.oid ORDER BY enumsortorder),
    obj_description(x.oid, 'pg_type'))
  FROM pg_type x WHERE x.typnamespace = 'public'::regnamespace AND x.typtype IN ('d', 'e', 'r') AND ${notOfExtension('pg_type')}`

const sequences = `
  SELECT format('sequence %s: %s', seqrelid::regclass, to_jsonb(s) - 'seqrelid')
  FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE c.relnamespace = 'public'::regnamespace`

const others = `
  SELECT format('extension %s %s', extname, extversion) FROM pg_extension
  UNION ALL SELECT format('schema %s, grants %s', nspname, ${grantsOf('nspacl')}) FROM pg_namespace WHERE nspname = 'public'
  UNION ALL SELECT format('default grants of %s: %s', defaclrole::regrole, defaclacl) FROM pg_default_acl
    WHERE cardinality(${grantsOf('defaclacl')}) > 0
  UNION ALL SELECT format('policy %s', to_jsonb(p)) FROM pg_policies p
  UNION ALL SELECT format('statistics %s', pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext
  UNION ALL SELECT format('event trigger %s', evtname) FROM pg_event_trigger`

const statement = [
  relations,
  columns,
  constraints,
  indexes,
  inheritance,
  views,
  triggers,
  functions,
  types,
  sequences,
  others,
].join(' UNION ALL ')

/** One line for every object in schema `public`, with its definition, owner, grants and comment, in a fixed order. */
export async function schemaOf(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `SELECT line FROM (${statement}) all_lines ORDER BY line COLLATE "C"`,
  )
  return rows.map((row) => row.line)
}
