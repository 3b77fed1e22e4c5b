/** Writes the demo into the database, with the times at which things happened. */
import sql from 'sql-template-tag'
import { addDays, todayVn } from '../../contract/dates.ts'
import type { PoolClient } from '../db/pool.ts'
import type { Care } from './demo-care.ts'
import { copyRows, type Cell } from './demo-copy.ts'
import type { DemoFile, DemoNumber, Ledger } from './demo-ledger.ts'

/** Account id by username; throws for an unknown one. */
export type IdOf = (username: string) => string

const iso = (time: number): string => new Date(time).toISOString()
const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

function fileRow(file: DemoFile, now: number, idOf: IdOf): Cell[] {
  const stopped = file.stoppedAt < now
  const active = file.kind === 'pool' && !stopped ? 1 : 0
  const { id, kind, name, owner, uploadedAt } = file
  return [id, kind, name, active, stopped ? iso(file.stoppedAt) : null, owner, idOf(owner), iso(uploadedAt)]
}

const customerColumns = [
  ...['id', 'file_id', 'phone', 'type', 'package', 'packageRegisterAt', 'packageExpiredAt', 'packageCycle', 'state'],
  ...['status', 'packagesCanRegister', 'so_chu_ky_mien_phi_con_lai', 'holder_id', 'place', 'rank', 'claimed_at'],
  ...['appointment_at', 'version', 'createdAt'],
]

function customerRow(number: DemoNumber, firstRank: number, idOf: IdOf): Cell[] {
  const { id, file, phone, type, registeredAt, expiresAt, cycle, state, status, freeCycles, holder, place, rank } = number
  return [
    ...[id, file.id, phone, type, number.package.code, registeredAt, expiresAt, cycle, state, status],
    ...[number.canRegister.join(', '), freeCycles, holder === null ? null : idOf(holder), place],
    ...[rank < 0 ? rank : firstRank + rank, isoOrNull(number.claimedAt), isoOrNull(number.appointmentAt)],
    ...[number.version, iso(file.uploadedAt)],
  ]
}

const movementColumns = [
  ...['customer_id', 'file_id', 'from_holder', 'from_place', 'to_holder', 'to_place', 'kind', 'batch_id', 'by_username', 'at'],
]

function movementRows(ledger: Ledger, idOf: IdOf): Cell[][] {
  const holder = (name: string | null): string | null => (name === null ? null : idOf(name))
  return ledger
    .toSorted((a, b) => a.at - b.at)
    .map(({ number, fromHolder, fromPlace, toHolder, toPlace, kind, batch, by, at }) => [
      ...[number.id, number.file.id, holder(fromHolder), fromPlace, holder(toHolder), toPlace, kind, batch, by, iso(at)],
    ])
}

async function saveQuotas(files: readonly DemoFile[], client: PoolClient, idOf: IdOf): Promise<void> {
  const quantities = (named: Record<string, number>): string =>
    JSON.stringify(Object.fromEntries(Object.entries(named).map(([name, n]) => [idOf(name), n])))
  await copyRows(
    client,
    'data_quotas',
    ['file_id', 'user_id', 'quantity', 'updatedAt'],
    files.flatMap((file) =>
      Object.entries(file.quotas).map(([name, n]) => [file.id, idOf(name), n, iso(file.batches.at(-1)?.at ?? file.readyAt)]),
    ),
  )
  await copyRows(
    client,
    'split_batches',
    ['id', 'file_id', 'by_username', 'quotas_before', 'quotas_after', 'moved', 'at'],
    files.flatMap((file) =>
      file.batches.map(({ id, by, before, after, moved, at }) => [
        ...[id, file.id, by, quantities(before), quantities(after), moved, iso(at)],
      ]),
    ),
  )
}

/** Each branch may draw from every file that is handed out, from a month ago until a month from now. */
async function permitBranches(files: readonly DemoFile[], now: Date, client: PoolClient): Promise<void> {
  const open = files.filter((file) => file.kind === 'pool' && file.stoppedAt > now.getTime()).map(({ id }) => id)
  const days = Array.from({ length: 61 }, (_, n) => addDays(todayVn(now), n - 30))
  await client.query(sql`
    INSERT INTO data_options (user_id, files, ngay)
    SELECT u.id, ${open}::uuid[], ${days}::date[] FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority = 3`)
}

/** The file's place in the order of all numbers: ranks come from the same sequence as those of imports. */
async function reserveRanks(count: number, client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ first: number }>(sql`
    SELECT setval('customer_rank', nextval('customer_rank') + ${count}) - ${count} AS first`)
  return rows[0]?.first ?? 0
}

/**
 * Files, customers, ledger and balances. The trigger that writes ledger and balances gives every line the time of
 * now; it is set aside for this one statement, and the invariants of the tests hold for what is written instead.
 */
export async function saveFiles(files: readonly DemoFile[], ledger: Ledger, now: Date, client: PoolClient, idOf: IdOf): Promise<number> {
  const fileColumns = ['id', 'kind', 'FileName', 'is_activated', 'stopped_at', 'nguoi_upload', 'owner_id', 'ngay_upload']
  await copyRows(client, 'data_files', fileColumns, files.map((file) => fileRow(file, now.getTime(), idOf)))
  const numbers = files.flatMap((file) => file.numbers)
  const firstRank = await reserveRanks(numbers.length, client)
  await client.query('ALTER TABLE customer DISABLE TRIGGER customer_arrives')
  await copyRows(client, 'customer', customerColumns, numbers.map((number) => customerRow(number, firstRank, idOf)))
  await client.query('ALTER TABLE customer ENABLE TRIGGER customer_arrives')
  await copyRows(client, 'movements', movementColumns, movementRows(ledger, idOf))
  await client.query(`
    INSERT INTO balances (file_id, holder_id, place, n)
    SELECT file_id, holder_id, place, count(*) FROM customer GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  await saveQuotas(files, client, idOf)
  await permitBranches(files, now, client)
  return numbers.length
}

/** Results of calls, and the disclosure that went with every hand-out. */
export async function saveCares(cares: readonly Care[], client: PoolClient, idOf: IdOf): Promise<number> {
  const columns = [
    ...['id', 'customer_id', 'user_id', 'username', 'phone', 'package', 'status', 'appointment_at', 'note'],
    ...['reinvited_at', 'reinvited_by', 'version', 'created_at'],
  ]
  const rows = cares.map((care): Cell[] => [
    ...[care.id, care.number.id, idOf(care.username), care.username, care.number.phone, care.package, care.status],
    ...[isoOrNull(care.appointmentAt), care.note, isoOrNull(care.reinvitedAt)],
    ...(care.reinvitedAt === null ? [null, 1] : [care.username, 2]),
    iso(care.at),
  ])
  const count = await copyRows(client, 'care_history', columns, rows)
  await client.query(`
    INSERT INTO disclosures (customer_id, user_id, reason, at)
    SELECT customer_id, to_holder, 'claim', at FROM movements WHERE kind IN ('claim', 'appointment') ORDER BY id`)
  return count
}
