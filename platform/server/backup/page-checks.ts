/** Reads every page of a database, so that PostgreSQL verifies its checksum, and runs amcheck on tables and indexes. */
import type { Client } from 'pg'

/** `pages`: pages read; `problems`: one sentence each. */
export type PageChecks = { pages: number; relations: number; problems: string[] }

type Relation = { oid: number; name: string; kind: string; method: string | null; forks: string[] }

/** Installs the checks; as this writes, use it on a copy only, never on the real database. */
async function install(client: Client): Promise<void> {
  await client.query('CREATE SCHEMA vasdesk_verify')
  await client.query('CREATE EXTENSION amcheck SCHEMA vasdesk_verify')
  await client.query('CREATE EXTENSION pg_prewarm SCHEMA vasdesk_verify')
}

async function relationsOf(client: Client): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(`
    SELECT c.oid::int8::int AS oid, c.oid::regclass::text AS name, c.relkind AS kind, m.amname AS method, ARRAY(
      SELECT f FROM unnest(ARRAY['main', 'fsm', 'vm']) f WHERE pg_relation_size(c.oid, f) > 0) AS forks
    FROM pg_class c LEFT JOIN pg_am m ON m.oid = c.relam
    WHERE c.relkind IN ('r', 'm', 't', 'i', 'S') AND c.relpersistence = 'p' ORDER BY c.oid`)
  return rows
}

async function readPages(client: Client, { oid, forks }: Relation): Promise<number> {
  let pages = 0
  for (const fork of forks) {
    // Through the buffers, as checksums are only verified there.
    const { rows } = await client.query<{ n: string }>(
      `SELECT vasdesk_verify.pg_prewarm($1::oid::regclass, 'buffer', $2) AS n`,
      [oid, fork],
    )
    pages += Number(rows[0]?.n ?? 0)
  }
  return pages
}

async function structureProblem(client: Client, { oid, kind, method }: Relation): Promise<string | null> {
  if (kind === 'r' || kind === 'm' || kind === 't') {
    const { rows } = await client.query<{ msg: string; blkno: string }>(
      'SELECT blkno::text, msg FROM vasdesk_verify.verify_heapam($1::oid::regclass, check_toast => true) LIMIT 1',
      [oid],
    )
    return rows[0] ? `block ${rows[0].blkno}: ${rows[0].msg}` : null
  }
  if (method === 'btree')
    await client.query(
      'SELECT vasdesk_verify.bt_index_check($1::oid::regclass, heapallindexed => true, checkunique => true)',
      [oid],
    )
  if (method === 'gin') await client.query('SELECT vasdesk_verify.gin_index_check($1::oid::regclass)', [oid])
  return null
}

/** Checks every relation of the database of `client` (a superuser on a writable copy). */
export async function checkPages(client: Client): Promise<PageChecks> {
  await install(client)
  const relations = await relationsOf(client)
  const result: PageChecks = { pages: 0, relations: relations.length, problems: [] }
  for (const relation of relations) {
    try {
      result.pages += await readPages(client, relation)
      const problem = await structureProblem(client, relation)
      if (problem) result.problems.push(`${relation.name}: ${problem}`)
    } catch (error) {
      result.problems.push(`${relation.name}: ${(error as Error).message}`)
    }
  }
  return result
}
