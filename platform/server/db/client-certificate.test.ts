/** A server that authenticates with a client certificate, not a password (ASVS V13.2.1). */
import { appendFile, copyFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificates, type Certificates } from '#test/certificates.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { createPool, type Pool } from './pool.ts'

let certificates: Certificates
let dataDir: string
let embedded: Embedded
const pools: Pool[] = []
const poolOf = (url: string): Pool => {
  const pool = createPool(url, { max: 1, applicationName: 'certificate', log: console })
  pools.push(pool)
  return pool
}

beforeAll(async () => {
  certificates = await makeCertificates()
  dataDir = await mkdtemp(join(tmpdir(), 'vasdesk-cert-'))
  await (await startEmbedded(dataDir)).stop()
  const cluster = join(dataDir, 'postgres')
  const files = [
    [certificates.certFile, 'server.crt'],
    [certificates.keyFile, 'server.key'],
    [certificates.caFile, 'root.crt'],
  ] as const
  for (const [from, name] of files) {
    await copyFile(from, join(cluster, name))
    await chmod(join(cluster, name), 0o600)
  }
  const hba = join(cluster, 'pg_hba.conf')
  await writeFile(hba, `hostssl all serving 127.0.0.1/32 cert\n${await readFile(hba, 'utf8')}`)
  await appendFile(join(cluster, 'postgresql.conf'), "\nssl = on\nssl_ca_file = 'root.crt'\n")
  embedded = await startEmbedded(dataDir)
  await poolOf(embedded.url).query('CREATE ROLE serving LOGIN')
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await embedded.stop()
  await Promise.all([certificates.remove(), rm(dataDir, { recursive: true, force: true })])
})

/** The database address for the role, with the certificate of a name. */
async function addressAs(name: string): Promise<string> {
  const { certFile, keyFile } = await certificates.client(name)
  const { port, pathname } = new URL(embedded.url)
  const files = new URLSearchParams({
    sslmode: 'verify-full',
    sslrootcert: certificates.caFile,
    sslcert: certFile,
    sslkey: keyFile,
  })
  return `postgres://serving@127.0.0.1:${port}${pathname}?${files}`
}

test('a database that requires a certificate accepts that of the role and no other, over verified TLS (ASVS V13.2.1)', async () => {
  const { rows } = await poolOf(await addressAs('serving')).query<{ who: string; ssl: boolean }>(
    'SELECT current_user AS who, ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  )
  expect(rows).toEqual([{ who: 'serving', ssl: true }])
  await expect(poolOf(await addressAs('someone')).query('SELECT 1')).rejects.toThrow(
    'certificate authentication failed',
  )
  const { port, pathname } = new URL(embedded.url)
  await expect(
    poolOf(`postgres://serving:guess@127.0.0.1:${port}${pathname}`).query('SELECT 1'),
  ).rejects.toThrow(/pg_hba.conf|authentication failed/)
})
