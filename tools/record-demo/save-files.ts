/** Writes the demo's files, customers, ledger and balances, with their times. */
import sql from 'sql-template-tag'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { monthsOf } from '#platform/app/server/seed/demo-days.ts'
import type { DemoFile, DemoNumber, Ledger } from './ledger.ts'

/** Account id by username; throws for an unknown one. */
export type IdOf = (username: string) => string

/** An instant in milliseconds in PostgreSQL's format. */
export const iso = (time: number): string => new Date(time).toISOString()
export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

function copyFiles(files: readonly DemoFile[], now: Date, client: PoolClient, idOf: IdOf): Promise<void> {
  const stopped = (file: DemoFile): boolean => file.stoppedAt < now.getTime()
  return copyRows(client, 'data_files', files, {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    FileName: ({ name }) => name,
    is_activated: (file) => (file.kind === 'pool' && !stopped(file) ? 1 : 0),
    stopped_at: (file) => (stopped(file) ? iso(file.stoppedAt) : null),
    nguoi_upload: ({ owner }) => owner,
    owner_id: ({ owner }) => idOf(owner),
    ngay_upload: ({ uploadedAt }) => iso(uploadedAt),
  })
}

/** The first of `count` ranks, from the same sequence as imports. */
async function reserveRanks(count: number, client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ first: number }>(sql`
    SELECT setval('customer_rank', nextval('customer_rank') + ${count}) - ${count} AS first`)
  return rows[0]?.first ?? 0
}

function copyNumbers(
  numbers: readonly DemoNumber[],
  firstRank: number,
  client: PoolClient,
  idOf: IdOf,
): Promise<void> {
  return copyRows(client, 'customer', numbers, {
    id: ({ id }) => id,
    file_id: ({ file }) => file.id,
    phone: ({ phone }) => phone,
    type: ({ type }) => type,
    package: (number) => number.package.code,
    packageRegisterAt: ({ registeredAt }) => registeredAt,
    packageExpiredAt: ({ expiresAt }) => expiresAt,
    packageCycle: ({ cycle }) => cycle,
    state: ({ state }) => state,
    status: ({ status }) => status,
    packagesCanRegister: ({ canRegister }) => canRegister.join(', '),
    so_chu_ky_mien_phi_con_lai: ({ freeCycles }) => freeCycles,
    holder_id: ({ holder }) => (holder === null ? null : idOf(holder)),
    stage: ({ stage }) => stage,
    rank: ({ rank }) => (rank < 0 ? rank : firstRank + rank),
    claimed_at: ({ claimedAt }) => isoOrNull(claimedAt),
    appointment_at: ({ appointmentAt }) => isoOrNull(appointmentAt),
    version: ({ version }) => version,
    createdAt: ({ file }) => iso(file.uploadedAt),
  })
}

function copyLedger(ledger: Ledger, client: PoolClient, idOf: IdOf): Promise<void> {
  const lines = ledger.toSorted((a, b) => a.at - b.at)
  return copyRows(client, 'movements', lines, {
    customer_id: ({ number }) => number.id,
    file_id: ({ number }) => number.file.id,
    from_holder: ({ fromHolder }) => (fromHolder === null ? null : idOf(fromHolder)),
    from_stage: ({ fromStage }) => fromStage,
    to_holder: ({ toHolder }) => (toHolder === null ? null : idOf(toHolder)),
    to_stage: ({ toStage }) => toStage,
    kind: ({ kind }) => kind,
    batch_id: ({ batch }) => batch,
    by_username: ({ by }) => by,
    at: ({ at }) => iso(at),
  })
}

async function copySplits(files: readonly DemoFile[], client: PoolClient, idOf: IdOf): Promise<void> {
  const quotas = files.flatMap((file) =>
    Object.entries(file.quotas).map(([username, n]) => ({ file, username, n })),
  )
  await copyRows(client, 'data_quotas', quotas, {
    file_id: ({ file }) => file.id,
    user_id: ({ username }) => idOf(username),
    quantity: ({ n }) => n,
    updatedAt: ({ file }) => iso(file.batches.at(-1)?.at ?? file.uploadedAt),
  })
  const byId = (named: Record<string, number>): string =>
    JSON.stringify(Object.fromEntries(Object.entries(named).map(([username, n]) => [idOf(username), n])))
  const batches = files.flatMap((file) => file.batches.map((batch) => ({ ...batch, file })))
  await copyRows(client, 'split_batches', batches, {
    id: ({ id }) => id,
    file_id: ({ file }) => file.id,
    by_username: ({ by }) => by,
    quotas_before: ({ before }) => byId(before),
    quotas_after: ({ after }) => byId(after),
    moved: ({ moved }) => moved,
    at: ({ at }) => iso(at),
  })
}

/** Each branch may draw from every active file, from the first day of the quarter until a month from now. */
async function permitBranches(files: readonly DemoFile[], now: Date, client: PoolClient): Promise<void> {
  const open = files
    .filter((file) => file.kind === 'pool' && file.stoppedAt > now.getTime())
    .map(({ id }) => id)
  const today = todayVn(now)
  const days: string[] = []
  for (let day = monthsOf(now)[0]; day <= addDays(today, 30); day = addDays(day, 1)) days.push(day)
  await client.query(sql`
    INSERT INTO data_options (user_id, files, ngay)
    SELECT u.id, ${open}::uuid[], ${days}::date[] FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority = 3`)
}

/**
 * Writes all of it. The ledger's trigger would date every movement now, so it is disabled for one statement; the
 * invariants of the tests check the result.
 */
export async function saveFiles(
  files: readonly DemoFile[],
  ledger: Ledger,
  now: Date,
  client: PoolClient,
  idOf: IdOf,
): Promise<void> {
  await copyFiles(files, now, client, idOf)
  const numbers = files.flatMap((file) => file.numbers)
  const firstRank = await reserveRanks(numbers.length, client)
  await client.query('ALTER TABLE customer DISABLE TRIGGER customer_arrives')
  await copyNumbers(numbers, firstRank, client, idOf)
  await client.query('ALTER TABLE customer ENABLE TRIGGER customer_arrives')
  await copyLedger(ledger, client, idOf)
  await client.query(`
    INSERT INTO balances (file_id, holder_id, stage, n)
    SELECT file_id, holder_id, stage, count(*) FROM customer GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  await copySplits(files, client, idOf)
  await permitBranches(files, now, client)
}
