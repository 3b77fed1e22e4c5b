/** `npm run rotate-key`: seals the secrets in the database with another key (docs/operations.md). */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { startEmbedded } from '../server/db/embedded.ts'
import { createPool, withTransaction } from '../server/db/pool.ts'
import { openLog } from '../server/log.ts'
import { keyFile, newKeyText, newSecrets, readKey, rotateKey } from '../server/secrets.ts'
import { root } from './source-files.ts'

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, 'data'))

async function rotate(): Promise<string> {
  const { databaseUrl, databaseDirectUrl, dataDir, secretsKey } = readConfig()
  const given = process.env.SECRETS_KEY_NEW
  const file = keyFile(dataDir)
  // The key of the file is replaced by one made here; a configured key by the one that is given beside it.
  const ofFile = secretsKey === undefined && databaseUrl === undefined
  if (!ofFile && !given)
    throw new Error('SECRETS_KEY_NEW is missing: the new key, from: openssl rand -base64 32')
  const old = secretsKey ?? (ofFile ? readKey(await readFile(file, 'utf8'), file) : undefined)
  if (!old) throw new Error('SECRETS_KEY is missing: the key that the secrets are encrypted with now')
  const text = given ?? newKeyText()
  const next = newSecrets(readKey(text, 'SECRETS_KEY_NEW'))
  if (ofFile) await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 })
  const embedded = databaseUrl ? null : await startEmbedded(join(dataDir, 'pg'))
  const pool = createPool(databaseDirectUrl ?? databaseUrl ?? embedded?.url ?? '', {
    max: 1,
    applicationName: 'vasdesk-rotate-key',
    log: openLog('warn'),
  })
  try {
    const count = await withTransaction(pool, (client) => rotateKey(client, newSecrets(old), next))
    if (ofFile) await rename(`${file}.new`, file)
    return `${count} accounts are encrypted with the key ${next.keyId}; start every server with it`
  } finally {
    await pool.end()
    await embedded?.stop()
  }
}

try {
  console.log(await rotate())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
