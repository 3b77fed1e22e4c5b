/** Subscriber files for tests: files with numbers, splits, hand-outs, and the balance check. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { FileOptions, TrialSplit } from '#subjects/numbers/contract/calls/split.ts'
import type { Answer, TestServer } from './server.ts'

let next = 900_000_000
/** Phones never used before in this test file. */
export const phones = (count: number): string[] => Array.from({ length: count }, () => String(next++))

type Row = Record<string, unknown>
export const uploadPath = '/api/v1/uploadchiadata'
export const rowsOf = (answer: Answer): Row[] => (answer.data as { values: Row[] }).values

/** Imports unused numbers into a pool file as a manager and returns their phones. */
export async function importUnused(server: TestServer, FileName: string, count: number): Promise<string[]> {
  const imported = phones(count)
  for (let start = 0; start < count; start += 200) {
    const data = imported
      .slice(start, start + 200)
      .map((so_dien_thoai) => ({ so_dien_thoai, goi_cuoc: 'VD89' }))
    const answer = await (await server.as('admin')).post(`${uploadPath}/import`, { FileName, data })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  return imported
}

export const splitFile = async (
  server: TestServer,
  username: string,
  FileName: string,
  assigns: object,
): Promise<Answer> =>
  (await server.as(username)).post(`${uploadPath}/handleFileUserQuantityOption`, { FileName, assigns })

export const trial = async (
  server: TestServer,
  username: string,
  FileName: string,
  assigns: object,
): Promise<TrialSplit> =>
  (await (await server.as(username)).post(`${uploadPath}/chiaThu`, { FileName, assigns })).data as TrialSplit

export const options = async (server: TestServer, username: string, FileName: string): Promise<FileOptions> =>
  (await (await server.as(username)).post(`${uploadPath}/getOptionDataByFile`, { FileName }))
    .data as FileOptions

/** Quantities by username as the manager sees them. */
export async function quantities(server: TestServer, FileName: string): Promise<Record<string, number>> {
  const { values } = await options(server, 'admin', FileName)
  return Object.fromEntries(values.map(({ username, quantity }) => [username, quantity]))
}

export const undoBatch = async (server: TestServer, username: string, batch: string): Promise<Answer> =>
  (await server.as(username)).post(`${uploadPath}/hoanTac`, { batch })

/** Numbers left that are assigned to exactly this account; null is the file itself. */
export async function standsWith(pool: Pool, FileName: string, username: string | null): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(sql`
    SELECT count(*) AS n FROM customer c JOIN data_files f ON f.id = c.file_id LEFT JOIN users u ON u.id = c.holder_id
    WHERE f."FileName" = ${FileName} AND f.deleted_at IS NULL AND c.stage = 'left'
      AND u.username IS NOT DISTINCT FROM ${username}`)
  return rows[0]?.n ?? 0
}

/** Changes numbers of a file like a claim and its result; `from` is the account whose numbers are drawn. */
export async function handOut(
  pool: Pool,
  FileName: string,
  from: string | null,
  to: string,
): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SELECT set_config('vas.movement', 'claim', true)`)
    const { rowCount } = await client.query(sql`
      UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = ${to}), stage = 'open',
        status = 'TAKECARE', claimed_at = now()
      WHERE id = (
        SELECT c.id FROM customer c JOIN data_files f ON f.id = c.file_id LEFT JOIN users u ON u.id = c.holder_id
        WHERE f."FileName" = ${FileName} AND f.deleted_at IS NULL AND c.stage = 'left'
          AND u.username IS NOT DISTINCT FROM ${from} ORDER BY c.rank LIMIT 1 FOR UPDATE OF c)`)
    await client.query(`SELECT set_config('vas.movement', 'result', true)`)
    await client.query(`UPDATE customer SET stage = 'called' WHERE stage = 'open'`)
    await client.query('COMMIT')
    return rowCount ?? 0
  } finally {
    client.release()
  }
}

/** Differences between the ledger's balances and the rows themselves; empty if they match. */
export async function wrongBalances(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query<object>(sql`
    SELECT * FROM (SELECT file_id, holder_id, stage, n FROM node_balances WHERE n <> 0) b
    FULL JOIN (SELECT file_id, holder_id, stage, count(*) AS n FROM customer GROUP BY 1, 2, 3) c
      ON b.file_id = c.file_id AND b.holder_id IS NOT DISTINCT FROM c.holder_id AND b.stage = c.stage
    WHERE b.n IS DISTINCT FROM c.n`)
  return rows
}
