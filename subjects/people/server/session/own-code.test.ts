/** Removing a second factor or replacing the device requires a code of the current one (D3-SEC-07). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '#platform/contract/calls/confirm-session.ts'
import { factorTexts } from '#subjects/people/contract/calls/second-factor.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'

const factorPath = '/api/v1/session/second-factor'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Error code of a sign-in with the password alone; undefined when it succeeds. */
const signInCode = async () =>
  (await server.outsider.post('/api/v1/auth/login', { username: 'quanly', password: demoPassword })).body.code

test('the password alone neither removes nor replaces the second factor: a time code or a recovery code does, each once, with counted tries (D3-SEC-07 for a second factor, D3-SEC-06)', async () => {
  const caller = await server.signedIn('quanly')
  const device = await setUpFactor(caller)
  const off = (code?: string) => caller.post(`${factorPath}/off`, { code })
  const begin = (code?: string) => caller.post(factorPath, { code })
  const wanted = { code: 'VALIDATION', fields: { code: factorTexts.ownCode } }
  for (const ask of [off, begin]) {
    expect((await ask()).body).toMatchObject(wanted)
    expect((await ask(' ')).body).toMatchObject(wanted)
    for (const wrong of ['000000', device.code(7), `${device.recovery[0]}x`])
      expect((await ask(wrong)).body).toMatchObject({ code: 'VALIDATION', fields: { code: texts.wrongCode } })
  }
  expect(await signInCode()).toBe('SECOND_FACTOR')
  // The former set-up stays in force, and no new one was started.
  expect((await caller.get(`${factorPath}/new`)).status).toBe(404)
  expect((await begin(device.recovery[0])).status).toBe(200)
  expect((await begin(device.recovery[0])).body).toMatchObject({ code: 'VALIDATION' })
  expect((await off(device.code(0))).status).toBe(200)
  expect(await signInCode()).toBeUndefined()
  const { rows } = await server.pool.query(sql`
    SELECT action FROM audit_log WHERE username = 'quanly' AND resource = 'users' ORDER BY id DESC LIMIT 2`)
  expect(rows).toEqual([{ action: 'factor-off' }, { action: 'recovery-code' }])
  await setUpFactor(caller, -1)
  for (let tries = 0; tries < 12; tries++) await off('000000')
  expect((await off('000000')).body.code).toBe('RATE_LIMITED')
})
