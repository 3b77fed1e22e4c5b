/** Secrets at rest: AES-256-GCM with a key that is not in the database (D3-SEC-01, subjects/settings/decisions/system-accounts.md). */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Queryable } from '../db/pool.ts'

export type Secrets = {
  /** Tells keys apart; nobody gets the key from it. */
  keyId: string
  /** `text` encrypted; `field` must be the same when it is opened, so that nothing is passed off as something else. */
  seal: (field: string, text: string) => string
  /** The text again. Throws when it was sealed with another key, for another field, or was changed. */
  open: (field: string, sealed: string) => string
  /** Nine digits as an opaque key of 22 characters, always the same one; nobody makes one without our key. */
  conceal: (field: string, digits: string) => string
  /** The digits again; null for a text that `conceal` did not make for this field with this key. */
  reveal: (field: string, concealed: string) => string | null
}

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32]

/** One block of AES: nine digits and seven zero bytes, so that a guessed key opens with a chance below 2^-98. */
const blockBytes = 16
const concealing = 'aes-256-ecb'
const blockKey = (key: Buffer, field: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `vasdesk ${field}`, keyBytes))

export const otherKey = (): AppError =>
  new AppError('UPSTREAM', 'Khoá mã hoá đã được thay, cần khởi động lại máy chủ với khoá mới')

/** The key that a sealed text says it was sealed with. */
export const keyIdOf = (sealed: string): string => sealed.split('.')[1] ?? ''

/** Seals with `key`, 32 bytes. */
export function newSecrets(key: Buffer): Secrets {
  const keyId = createHash('sha256').update('vasdesk key').update(key).digest('hex').slice(0, 16)
  return {
    keyId,
    seal(field, text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(field))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`
    },
    open(field, sealed) {
      if (keyIdOf(sealed) !== keyId) throw otherKey()
      const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(field))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    conceal(field, digits) {
      const cipher = createCipheriv(concealing, blockKey(key, field), null).setAutoPadding(false)
      const block = Buffer.alloc(blockBytes)
      block.write(digits)
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
    },
    reveal(field, concealed) {
      const bytes = Buffer.from(concealed, 'base64url')
      if (bytes.length !== blockBytes || bytes.toString('base64url') !== concealed) return null
      const decipher = createDecipheriv(concealing, blockKey(key, field), null).setAutoPadding(false)
      const block = Buffer.concat([decipher.update(bytes), decipher.final()]).toString('latin1')
      return /^(\d{9})\0{7}$/.exec(block)?.[1] ?? null
    },
  }
}

/** A key as it is configured: 32 bytes in base64 or hex. Throws an Error that names `where` for anything else. */
export function readKey(text: string, where: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (key.length !== keyBytes)
    throw new Error(
      `${where} must be 32 random bytes in base64 or hex, for example from: openssl rand -base64 32`,
    )
  return key
}

export const newKeyText = (): string => randomBytes(keyBytes).toString('base64')

/** The key of a database that comes with the product lies beside it, unless it is configured. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secrets.key')

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Makes the file whole or not at all: a machine that stops meanwhile leaves no half of a key that secrets were sealed with. */
async function makeKeyFile(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${newKeyText()}\n`)
    await file.sync()
    await file.close()
    // Two processes that start together: a link does not replace, so that the second finds the first one's.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

/** The key of the file, made when there is none and `mayMake`. */
async function keyOfFile(dataDir: string, mayMake: boolean): Promise<Buffer | undefined> {
  const path = keyFile(dataDir)
  if (!(await exists(path))) {
    if (!mayMake) return undefined
    await mkdir(dataDir, { recursive: true })
    await makeKeyFile(path)
  }
  return readKey(await readFile(path, 'utf8'), path)
}

/** The key that the secrets of a database are sealed with, locked against a rotation; undefined before the first. */
export async function lockedKeyId(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ key_id: string }>('SELECT key_id FROM secret_key FOR SHARE')
  return rows[0]?.key_id
}

/** What the configuration says of the key. */
type KeySource = { secretsKey: Buffer | undefined; databaseUrl: string | undefined; dataDir: string }

/**
 * The secrets of this configuration, or undefined when it has no key and the database none either. Throws an Error in
 * words for whoever starts the server when the key is missing or is not the one that the database was sealed with.
 */
export async function openSecrets(
  pool: Pool,
  { secretsKey, databaseUrl, dataDir }: KeySource,
): Promise<Secrets | undefined> {
  const known = await pool.query<{ key_id: string }>('SELECT key_id FROM secret_key')
  const stored = known.rows[0]?.key_id
  const own = databaseUrl === undefined
  const where = secretsKey || !own ? 'SECRETS_KEY' : keyFile(dataDir)
  const key = secretsKey ?? (own ? await keyOfFile(dataDir, stored === undefined) : undefined)
  if (!key && stored === undefined) return undefined
  const why = `the secrets in this database are encrypted with the key ${stored}`
  if (!key) throw new Error(`${where} is missing: ${why}. Put the key back; without it they cannot be read.`)
  const secrets = newSecrets(key)
  const { rows } = await pool.query<{ key_id: string }>(sql`
    INSERT INTO secret_key (key_id) VALUES (${secrets.keyId}) ON CONFLICT (one) DO UPDATE SET one = true
    RETURNING key_id`)
  if (rows[0]?.key_id === secrets.keyId) return secrets
  const next = (await exists(`${keyFile(dataDir)}.new`))
    ? ` A rotation was interrupted: rename ${keyFile(dataDir)}.new to ${keyFile(dataDir)}.`
    : ''
  throw new Error(`${where} is the wrong key (${secrets.keyId}): ${why}.${next}`)
}

/** What the secret of an account's second factor is sealed as: one of another account does not open in its place. */
export const factorField = (userId: string): string => `second factor ${userId}`

/** What one-time passwords are made from is sealed too, until their file is taken. */
export const seedField = 'one-time passwords'

type SealedTable = {
  table: string
  id: string
  columns: readonly string[]
  field: (column: string, id: string) => string
}

/** Every column that holds sealed texts. */
const sealedTables: readonly SealedTable[] = [
  {
    table: 'systemaccount_secret',
    id: 'account_id',
    columns: ['password', 'api'],
    field: (column) => column,
  },
  { table: 'staff_imports', id: 'import_id', columns: ['sealed'], field: () => seedField },
  { table: 'second_factors', id: 'user_id', columns: ['secret', 'next'], field: (_, id) => factorField(id) },
]

type SealedRow = { id: string } & Record<string, string | null>

/** Seals the texts of one table anew; returns how many rows it has. */
async function resealed(
  { table, id, columns, field }: SealedTable,
  { db, from, to }: { db: Queryable; from: Secrets; to: Secrets },
): Promise<number> {
  const { rows } = await db.query<SealedRow>(`SELECT ${id} AS id, ${columns.join(', ')} FROM ${table}`)
  const anew = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(
      columns.map((column) => {
        const text = row[column] ?? null
        const of = field(column, row.id)
        return [column, text === null ? null : to.seal(of, from.open(of, text))]
      }),
    ),
  }))
  await db.query(
    `UPDATE ${table} s SET ${columns.map((column) => `${column} = n.${column}`).join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS n(id uuid, ${columns.map((column) => `${column} text`).join(', ')})
    WHERE s.${id} = n.id`,
    [JSON.stringify(anew)],
  )
  return rows.length
}

/** Seals every secret anew in one transaction of `db`; servers that run refuse secrets until they have the new key. */
export async function rotateKey(db: Queryable, from: Secrets, to: Secrets): Promise<number> {
  const { rows: keys } = await db.query<{ key_id: string }>('SELECT key_id FROM secret_key FOR UPDATE')
  const stored = keys[0]?.key_id
  if (stored !== undefined && stored !== from.keyId)
    throw new Error(`the old key is wrong (${from.keyId}): the secrets are encrypted with the key ${stored}`)
  let count = 0
  for (const table of sealedTables) count += await resealed(table, { db, from, to })
  await db.query(sql`
    INSERT INTO secret_key (key_id) VALUES (${to.keyId}) ON CONFLICT (one) DO UPDATE SET key_id = excluded.key_id`)
  return count
}
