/** A process with TLS of its own, for a proxy on another machine. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificates, type Certificates } from '#test/certificates.ts'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { processEnv } from '#test/process.ts'
import { signInAs } from '#test/server.ts'
import { startServer } from '#platform/app/server/main.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { readConfig } from './config.ts'

let certificates: Certificates
let database: TestDatabase
let server: Awaited<ReturnType<typeof startServer>>
const ofCertificate = () => ({ TLS_CERT_FILE: certificates.certFile, TLS_KEY_FILE: certificates.keyFile })
beforeAll(async () => {
  ;[certificates, database] = await Promise.all([makeCertificates(), organisationDatabase()])
  server = await startServer(readConfig({ ...(await processEnv(database.url)), ...ofCertificate() }))
})
afterAll(async () => {
  await server.close()
  await Promise.all([database.drop(), certificates.remove()])
})

/** Status and cookies of a response, for a client that only trusts the test's CA. */
async function ask(path: string, body?: object): Promise<{ status: number; cookies: string[] }> {
  const sent = request(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    ca: certificates.ca,
    headers: { 'content-type': 'application/json' },
  })
  sent.end(body && JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [] }
}

test('with a certificate the process answers over TLS only, and its cookies are secure (ASVS V12.3.3)', async () => {
  expect(server.url).toMatch(/^https:/)
  expect((await ask('/readyz')).status).toBe(200)
  const { status, cookies } = await ask('/api/v1/auth/login', { username: 'quanly', password: demoPassword })
  expect(status).toBe(200)
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/)
  await expect(fetch(server.url.replace('https:', 'http:'))).rejects.toThrow('fetch failed')
  await expect(fetch(server.url), 'who does not know the authority').rejects.toThrow('fetch failed')
})

test('the live channel uses TLS too (ASVS V12.3.3)', async () => {
  const token = await signInAs(database.pool, 'quanly')
  const socket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    ca: certificates.ca,
  })
  try {
    await once(socket as never, 'connect')
    expect(socket.connected).toBe(true)
  } finally {
    socket.disconnect()
  }
})

test('a certificate without its key, a missing one, and a pair that does not match stop the start with a message', async () => {
  const other = await certificates.client('other')
  const cert = certificates.certFile
  expect(() => readConfig({ TLS_CERT_FILE: cert })).toThrow('TLS_CERT_FILE and TLS_KEY_FILE go together')
  expect(() => readConfig({ TLS_CERT_FILE: cert, TLS_KEY_FILE: '/nowhere.key' })).toThrow(
    /^TLS_KEY_FILE cannot be read/,
  )
  expect(() => readConfig({ TLS_CERT_FILE: cert, TLS_KEY_FILE: other.keyFile })).toThrow(
    /^TLS_CERT_FILE and TLS_KEY_FILE: .*mismatch/,
  )
})
