/** What a copy of the product's data consists of: its tables by root, their columns, sequences and partitions. */
import type { Queryable } from '../db/pool.ts'

/** `columns` in the order of their names, without those that make themselves. Names are as SQL writes them. */
export type Table = { name: string; columns: string[] }
export type Partition = { name: string; parent: string; bound: string }
export type Sequence = { name: string; value: string }

/** The product's own tables: the record of migrations comes from running them, the job queue from its library. */
const roots = `
  c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
    AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration'`

/** Every table that rows are copied of, in the order of their names. */
export async function copiedTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(`
    SELECT quote_ident(c.relname) AS name, coalesce(array_agg(quote_ident(a.attname) ORDER BY a.attname)
      FILTER (WHERE a.attgenerated = ''), '{}') AS columns
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE ${roots} GROUP BY c.relname ORDER BY c.relname`)
  return rows
}

/** Partitions of those tables; later months are made while the product runs, so migrations alone do not make them. */
export async function partitionsOf(db: Queryable): Promise<Partition[]> {
  const { rows } = await db.query<Partition>(`
    SELECT quote_ident(p.relname) AS name, quote_ident(c.relname) AS parent, pg_get_expr(p.relpartbound, p.oid) AS bound
    FROM pg_class c JOIN pg_inherits i ON i.inhparent = c.oid JOIN pg_class p ON p.oid = i.inhrelid
    WHERE ${roots} AND c.relkind = 'p' ORDER BY p.relname`)
  return rows
}

/** The next values of identities and sequences; those that gave none yet are left out. */
export async function sequencesOf(db: Queryable): Promise<Sequence[]> {
  const { rows } = await db.query<Sequence>(`
    SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`)
  return rows
}

/** Foreign keys as statements that take them away and put them back: rows arrive in the order of table names. */
export async function foreignKeys(db: Queryable): Promise<{ drop: string; add: string }[]> {
  const { rows } = await db.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint
    WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY conname`)
  return rows
}
