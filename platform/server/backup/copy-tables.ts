/** Contents of a copy of the product's data: tables by root, columns, sequences and partitions. */
import type { Queryable } from '../db/pool.ts'

/** `columns` in name order, without generated ones. Names as in SQL. */
export type Table = { name: string; columns: string[] }
export type Partition = { name: string; parent: string; bound: string }
export type Sequence = { name: string; value: string }

/** The product's own tables; the record of upgrades is created with the tables, the job queue by its library. */
const roots = `
  c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
    AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration'`

/** Tables whose rows are copied, in name order. */
export async function copiedTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(`
    SELECT quote_ident(c.relname) AS name, coalesce(array_agg(quote_ident(a.attname) ORDER BY a.attname)
      FILTER (WHERE a.attgenerated = ''), '{}') AS columns
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE ${roots} GROUP BY c.relname ORDER BY c.relname`)
  return rows
}

/** Partitions of those tables; the schema files do not create the later months. */
export async function partitionsOf(db: Queryable): Promise<Partition[]> {
  const { rows } = await db.query<Partition>(`
    SELECT quote_ident(p.relname) AS name, quote_ident(c.relname) AS parent, pg_get_expr(p.relpartbound, p.oid) AS bound
    FROM pg_class c JOIN pg_inherits i ON i.inhparent = c.oid JOIN pg_class p ON p.oid = i.inhrelid
    WHERE ${roots} AND c.relkind = 'p' ORDER BY p.relname`)
  return rows
}

/** Next values of identities and sequences; unused ones are omitted. */
export async function sequencesOf(db: Queryable): Promise<Sequence[]> {
  const { rows } = await db.query<Sequence>(`
    SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`)
  return rows
}

/** Statements that drop and recreate foreign keys: rows are loaded in the order of table names. */
export async function foreignKeys(db: Queryable): Promise<{ drop: string; add: string }[]> {
  const { rows } = await db.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint
    WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY conname`)
  return rows
}
