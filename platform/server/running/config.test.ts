/** Configuration of the carrier: complete or rejected. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '#platform/app/server/main.ts'
import { readConfig } from './config.ts'
import { requireWritable } from './require-writable.ts'

const carrier = { CARRIER_URL: 'https://gateway.example.vn/vas', CARRIER_TOKEN: 'secret' }

test('the carrier is configured by address and token, and is absent without an address (D1-Q-100)', () => {
  expect(readConfig(carrier).carrier).toEqual({
    url: 'https://gateway.example.vn/vas',
    token: 'secret',
    timeoutMs: 10_000,
  })
  expect(readConfig({ CARRIER_TOKEN: 'secret' }).carrier).toBeUndefined()
  expect(
    readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/db' }).carrier,
  ).toBeUndefined()
})

test('a carrier without a token, without a web address or with an impossible time limit stops the start', () => {
  expect(() => readConfig({ ...carrier, CARRIER_TOKEN: '' })).toThrow('CARRIER_TOKEN')
  for (const CARRIER_URL of ['gateway.example.vn', 'ftp://gateway.example.vn', 'javascript:alert(1)']) {
    expect(() => readConfig({ ...carrier, CARRIER_URL })).toThrow('CARRIER_URL')
  }
  for (const CARRIER_TIMEOUT_MS of ['0', '30001', 'ten']) {
    expect(() => readConfig({ ...carrier, CARRIER_TIMEOUT_MS })).toThrow('CARRIER_TIMEOUT_MS')
  }
})

test('screens wait 60 seconds and the log is kept 12 months by default (D1-Q-095)', () => {
  expect(readConfig({}).lookup).toEqual({ logMonths: 12 })
  const env = { LOOKUP_LOG_MONTHS: '6' }
  expect(readConfig(env).lookup).toEqual({ logMonths: 6 })
  for (const name of Object.keys(env)) expect(() => readConfig({ [name]: '0' })).toThrow(name)
})

const bank = { BANK_FEED_URL: 'https://gateway.example.vn/bank', BANK_FEED_TOKEN: 'secret' }

test('the bank feed is configured by address and token; the webhook needs a secret of its own', () => {
  expect(readConfig({}).bank).toEqual({ feed: undefined, webhookSecret: undefined })
  expect(readConfig({ ...bank, BANK_WEBHOOK_SECRET: 'x'.repeat(16) }).bank).toEqual({
    feed: { url: bank.BANK_FEED_URL, token: 'secret', timeoutMs: 10_000, everySeconds: 15 },
    webhookSecret: 'x'.repeat(16),
  })
  const wrong = [
    { BANK_FEED_TOKEN: '' },
    { BANK_FEED_URL: 'ftp://bank' },
    { BANK_FEED_TIMEOUT_MS: '0' },
    { BANK_POLL_SECONDS: '0' },
    { BANK_WEBHOOK_SECRET: 'too short' },
  ]
  for (const env of wrong) expect(() => readConfig({ ...bank, ...env })).toThrow(Object.keys(env)[0])
})

test('all configuration errors are reported at once, one line each, and no secret is printed', () => {
  const wrong = {
    PORT: '70000',
    DB_POOL: 'many',
    LOG_LEVEL: 'loud',
    VASDESK_SIMULATORS: 'yes',
    CARRIER_URL: 'https://gateway.example.vn',
    REFUND_PARTNERS: '{',
    SECRETS_KEY: 'short-secret',
    METRICS_TOKEN: 'short-token',
    DATABASE_URL: 'mysql://db:password-of-it@host/db',
    STOP_SECONDS: '-1',
  }
  let message = ''
  try {
    readConfig(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  const lines = message.split('\n')
  expect(lines).toHaveLength(Object.keys(wrong).length)
  for (const name of Object.keys(wrong)) expect(lines.filter((line) => line.startsWith(name))).toHaveLength(1)
  expect(message).not.toMatch(/short-secret|short-token|password-of-it/)
})

const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://vasdesk:pw@127.0.0.1:5432/vasdesk' }
const partnerAt = (url: string): string => JSON.stringify([{ name: 'doitac.vn', url, token: 'secret' }])

test('production refuses addresses on other machines without TLS, unless the operator allows them (ASVS V12.3.1)', () => {
  const plain: Record<string, string>[] = [
    { ...carrier, CARRIER_URL: 'http://10.0.0.9/vas' },
    { ...bank, BANK_FEED_URL: 'http://127.0.0.1.example.vn/bank' },
    { REFUND_PARTNERS: partnerAt('http://partner.example.vn') },
    { DATABASE_URL: 'postgres://vasdesk:pw@10.0.0.1/vasdesk' },
    { DATABASE_URL: 'postgres://vasdesk:pw@10.0.0.1/vasdesk?sslmode=disable' },
    { DATABASE_URL: 'postgres://vasdesk:pw@127.0.0.1,10.0.0.2/vasdesk' },
    { DATABASE_READ_URL: 'postgres://vasdesk:pw@10.0.0.2/vasdesk' },
    { DATABASE_DIRECT_URL: 'postgres://vasdesk:pw@10.0.0.1/vasdesk' },
  ]
  for (const env of plain) {
    const environment = { ...production, ...env }
    const name = Object.keys(env)[0] ?? ''
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}.* without TLS`))
    expect(() => readConfig({ ...environment, ALLOW_PLAINTEXT: '1' })).not.toThrow()
    expect(() => readConfig({ ...environment, NODE_ENV: '' })).not.toThrow()
  }
  const nowhere = 'postgres://vasdesk:pw-of-it@10.0.0.1/vasdesk?sslmode=verify-full&sslrootcert=/nowhere.pem'
  for (const DATABASE_URL of [nowhere, 'postgres://vasdesk:pw-of-it%ff@10.0.0.1/vasdesk'])
    expect(() => readConfig({ ...production, DATABASE_URL, PORT: 'x' })).toThrow(
      /^PORT[^]*\nDATABASE_URL cannot be read as an address(: ENOENT[^]*)?$/,
    )
  expect(() =>
    readConfig({ ...production, DATABASE_URL: 'postgres:///vasdesk', PGHOST: '10.0.0.1' }),
  ).toThrow('without TLS')
  const encrypted: Record<string, string>[] = [
    carrier,
    { ...carrier, CARRIER_URL: 'http://localhost:4000' },
    { ...carrier, CARRIER_URL: 'http://[::1]:4000' },
    { REFUND_PARTNERS: partnerAt('https://partner.example.vn') },
    { DATABASE_URL: 'postgres://vasdesk:pw@10.0.0.1,10.0.0.2/vasdesk?sslmode=verify-full' },
    { DATABASE_URL: 'postgres:///vasdesk?host=/run/postgresql' },
  ]
  for (const env of encrypted) expect(() => readConfig({ ...production, ...env })).not.toThrow()
})

test('an unknown NODE_ENV stops the start, because it would count as a trial and create the demo (D3-RUN-02)', () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging', 'dev'])
    expect(() => readConfig({ NODE_ENV })).toThrow(
      `NODE_ENV must be one of production, development, test, not '${NODE_ENV}'`,
    )
  for (const NODE_ENV of ['', 'development', 'test']) expect(readConfig({ NODE_ENV }).production).toBe(false)
  const DATABASE_URL = 'postgres://localhost/db'
  expect(readConfig({ NODE_ENV: 'production', DATABASE_URL }).production).toBe(true)
})

test('a DATA_DIR that cannot be written stops the start with a message, before anything is created (D3-RUN-02)', async () => {
  const home = await mkdtemp(join(tmpdir(), 'vasdesk-dir-'))
  const file = join(home, 'file')
  await writeFile(file, '')
  const env = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const refused = startServer(readConfig({ ...env, DATA_DIR: join(file, 'data') }))
  await expect(refused).rejects.toThrow(/^DATA_DIR cannot be written: ENOTDIR/)
  await requireWritable(join(home, 'new', 'data'))
  expect(await readdir(join(home, 'new', 'data'))).toEqual([])
  await rm(home, { recursive: true })
})
