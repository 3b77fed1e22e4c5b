/** The rows of the declared resources in the database, and how they are created. */
import sql, { raw } from 'sql-template-tag'
import { sourceOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { ident } from '#kit/server/kinds.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { fixtures } from './fixtures.ts'
import { createRows } from './samples.ts'
import type { Stage } from './stage.ts'

/** Fills every resource with rows of several owners: through its own POST, or by fixtures.ts. */
export async function fillAll(stage: Stage, resources: readonly Resource[]): Promise<void> {
  for (const resource of resources) await (fixtures[resource.path] ?? createRows)(stage, resource)
}

const live = (resource: Resource) => raw(resource.softDelete ? 'deleted_at IS NULL' : 'true')

/** Ids of all live rows, read from the database. */
export async function allIds(pool: Pool, resource: Resource): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    sql`SELECT id FROM ${ident(sourceOf(resource))} WHERE ${live(resource)} ORDER BY id`,
  )
  return rows.map((row) => row.id)
}

/** A row as stored, with all columns. */
export async function storedRow(
  pool: Pool,
  resource: Resource,
  id: string,
): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>(sql`
    SELECT to_jsonb(t) AS row FROM ${ident(tableOf(resource))} t WHERE id = ${id}`)
  const row = rows[0]?.row
  if (!row) throw new Error(`${resource.path}: no row ${id}`)
  return row
}

/** All rows as one text: equal before and after if nothing changed. */
export async function imprint(pool: Pool, resource: Resource): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(sql`
    SELECT coalesce(string_agg(to_jsonb(t)::text, E'\n' ORDER BY id), '') AS text FROM ${ident(tableOf(resource))} t`)
  return rows[0]?.text ?? ''
}

/** Every phone stored in a declared resource: none of them may reach users who may not see it. */
export async function storedPhones(pool: Pool, resources: readonly Resource[]): Promise<string[]> {
  const phones: string[] = []
  for (const resource of resources) {
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'phone') continue
      const { rows } = await pool.query<{ phone: string }>(sql`
        SELECT DISTINCT ${ident(field.from ?? name)}::text AS phone FROM ${ident(sourceOf(resource))}`)
      phones.push(...rows.map((row) => row.phone).filter((phone) => phone !== null))
    }
  }
  return [...new Set(phones)]
}
