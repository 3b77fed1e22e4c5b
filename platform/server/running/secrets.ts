/** Secrets at rest: AES-256-GCM with a key that is not in the database (D3-SEC-01, subjects/settings/decisions/system-accounts.md). */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Queryable } from '../db/pool.ts'

export type Secrets = {
  /** Identifies the key without revealing it. */
  keyId: string
  /** Encrypts `text`; `field` must be the same for `open`, so that a value cannot be used in another place. */
  seal: (field: string, text: string) => string
  /** Decrypts. Throws if the text was encrypted with another key, for another field, or was changed. */
  open: (field: string, sealed: string) => string
  /** Nine digits as an opaque key of 22 characters, always the same one; it cannot be created without our key. */
  conceal: (field: string, digits: string) => string
  /** The digits; null for a text that `conceal` did not create for this field with this key. */
  reveal: (field: string, concealed: string) => string | null
}

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32]

/** One block of AES: nine digits and seven zero bytes, so that a guessed text decrypts to a valid one with a chance below 2^-98. */
const blockBytes = 16
const concealing = 'aes-256-ecb'
const blockKey = (key: Buffer, field: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `vasdesk ${field}`, keyBytes))

export const otherKey = (): AppError =>
  new AppError('UPSTREAM', 'Khoá mã hoá đã được thay, cần khởi động lại máy chủ với khoá mới')

/** Id of the key that a text was encrypted with. */
export const keyIdOf = (sealed: string): string => sealed.split('.')[1] ?? ''

/** Encrypts with `key`, 32 bytes. */
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

/** A configured key: 32 bytes in base64 or hex. Throws an Error with `source` for anything else. */
export function readKey(text: string, source: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (key.length !== keyBytes)
    throw new Error(
      `${source} must be 32 random bytes in base64 or hex, for example from: openssl rand -base64 32`,
    )
  return key
}

export const newKeyText = (): string => randomBytes(keyBytes).toString('base64')

/** Key file of an embedded database, next to its data, used if no key is configured. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secrets.key')

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Creates the file atomically: a crash leaves no partial key that secrets were encrypted with. */
async function makeKeyFile(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${newKeyText()}\n`)
    await file.sync()
    await file.close()
    // Two processes that start together: a link does not replace, so the second finds the first one's key.
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

/** The key in the file, created if there is none and `mayMake`. */
async function keyOfFile(dataDir: string, mayMake: boolean): Promise<Buffer | undefined> {
  const path = keyFile(dataDir)
  if (!(await exists(path))) {
    if (!mayMake) return undefined
    await mkdir(dataDir, { recursive: true })
    await makeKeyFile(path)
  }
  return readKey(await readFile(path, 'utf8'), path)
}

/** Id of the key that the secrets of a database are encrypted with, locked against a rotation; undefined before the first. */
export async function lockedKeyId(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ key_id: string }>('SELECT key_id FROM secret_key FOR SHARE')
  return rows[0]?.key_id
}

/** Configuration of the key. */
type KeySource = { secretsKey: Buffer | undefined; databaseUrl: string | undefined; dataDir: string }

/**
 * The secrets of this configuration, or undefined if neither the configuration nor the database has a key. Throws an
 * Error with a message for the operator if the key is missing or does not match the database.
 */
export async function openSecrets(
  pool: Pool,
  { secretsKey, databaseUrl, dataDir }: KeySource,
): Promise<Secrets | undefined> {
  const keyRows = await pool.query<{ key_id: string }>('SELECT key_id FROM secret_key')
  const stored = keyRows.rows[0]?.key_id
  const isEmbedded = databaseUrl === undefined
  const source = secretsKey || !isEmbedded ? 'SECRETS_KEY' : keyFile(dataDir)
  const key = secretsKey ?? (isEmbedded ? await keyOfFile(dataDir, stored === undefined) : undefined)
  if (!key && stored === undefined) return undefined
  const reason = `the secrets in this database are encrypted with the key ${stored}`
  if (!key)
    throw new Error(`${source} is missing: ${reason}. Put the key back; without it they cannot be read.`)
  const secrets = newSecrets(key)
  const { rows } = await pool.query<{ key_id: string }>(sql`
    INSERT INTO secret_key (key_id) VALUES (${secrets.keyId}) ON CONFLICT (one) DO UPDATE SET one = true
    RETURNING key_id`)
  if (rows[0]?.key_id === secrets.keyId) return secrets
  const next = (await exists(`${keyFile(dataDir)}.new`))
    ? ` A rotation was interrupted: rename ${keyFile(dataDir)}.new to ${keyFile(dataDir)}.`
    : ''
  throw new Error(`${source} is the wrong key (${secrets.keyId}): ${reason}.${next}`)
}

/** Field name of an account's second factor: it cannot be decrypted for another account. */
export const factorField = (userId: string): string => `second factor ${userId}`

/** Field name of the seeds of one-time passwords, which are encrypted until their file is downloaded. */
export const seedField = 'one-time passwords'

type SealedTable = {
  table: string
  id: string
  columns: readonly string[]
  field: (column: string, id: string) => string
}

/** Every column with encrypted texts. */
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

/** Re-encrypts the texts of one table; returns how many rows it has. */
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
        const fieldName = field(column, row.id)
        return [column, text === null ? null : to.seal(fieldName, from.open(fieldName, text))]
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

/** Re-encrypts every secret in one transaction of `db`; running servers refuse secrets until they have the new key. */
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
