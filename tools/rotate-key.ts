/** `npm run rotate-key`: encrypts the secrets in the database with another key (docs/operations-reference.md). */
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { readConfig } from '#platform/server/running/config.ts'
import { createPool, withTransaction } from '#platform/server/db/pool.ts'
import { openLog } from '#platform/server/running/log.ts'
import { serversOn } from '#platform/server/running/servers-on.ts'
import { keyFile, newKeyText, newSecrets, readKey, rotateKey } from '#platform/server/running/secrets.ts'
import { dataDir, openOperated } from './database-url.ts'

process.env.DATA_DIR = dataDir()

async function rotate(): Promise<string> {
  const { databaseUrl, secretsKey } = readConfig()
  const newKey = process.env.SECRETS_KEY_NEW
  const file = keyFile(dataDir())
  // A key file gets a new key, made here; a configured key is replaced by the given one.
  const ofFile = secretsKey === undefined && databaseUrl === undefined
  if (!ofFile && !newKey)
    throw new Error('SECRETS_KEY_NEW is missing: the new key, from: openssl rand -base64 32')
  if (ofFile && !existsSync(file))
    throw new Error(
      `there is no key in ${dataDir()}: set DATA_DIR to the folder of the database, or SECRETS_KEY`,
    )
  const old = secretsKey ?? (ofFile ? readKey(await readFile(file, 'utf8'), file) : undefined)
  if (!old) throw new Error('SECRETS_KEY is missing: the key that the secrets are encrypted with now')
  const text = newKey ?? newKeyText()
  const next = newSecrets(readKey(text, 'SECRETS_KEY_NEW'))
  const database = await openOperated()
  const pool = createPool(database.url, {
    max: 1,
    applicationName: 'vasdesk-rotate-key',
    log: openLog('warn'),
  })
  try {
    const servers = await serversOn(pool)
    if (servers > 0 && ofFile) throw new Error(`a server runs on ${dataDir()}: stop it, then rotate its key`)
    if (ofFile) await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 })
    const count = await withTransaction(pool, (client) => rotateKey(client, newSecrets(old), next))
    if (ofFile) await rename(`${file}.new`, file)
    const running =
      servers > 0 ? `; ${servers} running with the old key show and keep no secrets until then` : ''
    return `${count} records are encrypted with the key ${next.keyId}; start every server with it${running}`
  } finally {
    await pool.end()
    await database.stop()
  }
}

try {
  console.log(await rotate())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
