/** Rules for new passwords, and for the first one of a production database. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { seed } from '#platform/app/server/seed/seed.ts'
import { passwordFault } from './password-rule.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

const common = 'Mật khẩu này quá dễ đoán, chọn mật khẩu khác'
const long = 'Mật khẩu mới phải có ít nhất 12 ký tự'

test('the administrator in production needs a password of 12 characters that is not common (D3-SEC-04)', async () => {
  const admin = { username: 'admin', priority: 1, least: 6, production: true }
  expect(await passwordFault('ngan-qua-11', admin)).toBe(long)
  expect(await passwordFault('qwerty123456', admin)).toBe(common)
  expect(await passwordFault('Administrator', admin)).toBe(common)
  expect(await passwordFault('mot-cau-rat-dai', admin)).toBeNull()
  expect(await passwordFault('ngan-qua-11', { ...admin, priority: 2 })).toBeNull()
  expect(await passwordFault('ngan-qua-11', { ...admin, production: false })).toBeNull()
})

test('sequences of letters, digits and keys, and repetitions, are refused for everybody, however long (D3-SEC-04)', async () => {
  const anybody = { least: 6, production: false }
  const rows = [
    'abcdefghijkl',
    'lkjihgfedcba',
    'abcdef123456',
    'qwertasdfgzxcvb',
    '0987654321qwert',
    'aaaabbbbcccc',
    '123abc',
    'aaaaaaax',
  ]
  const again = ['matmatmatmat', '123123123123', 'xyxyxyxyxyxy']
  for (const password of [...rows, ...again])
    expect([password, await passwordFault(password, anybody)]).toEqual([password, common])
  for (const password of ['matkhau1', 'tre-xanh-xanh', 'hk9 hk9 mua xuan', 'abcdef-cua-toi'])
    expect([password, await passwordFault(password, anybody)]).toEqual([password, null])
})

test('names of product, company, carriers and account are refused, also with digits and leet around them (D3-SEC-04)', async () => {
  const whose = { username: 'sale111', title: 'CSKH Thành Đạt', least: 6, production: false }
  const refused = [
    'vasdesk',
    'VasDesk2026',
    '2026@vasdesk!',
    'v@sd3sk',
    'mobifone',
    'M0b1f0n3',
    'mobi-fone-99',
    'Admin@123456',
    'P@ssw0rd#2026',
    'QuanTri@2026',
    'Welcome@VASDesk1',
  ]
  const withOwnName = [
    'sale111',
    'S@le111!',
    'sale2026',
    '5ale.111',
    'thanhdat',
    'Thành Đạt 88',
    'cskh1234',
    'vasdesk-sale111',
  ]
  for (const password of [
    ...refused,
    ...withOwnName,
    'viettel$$',
    'vinaphone0912',
    'mobifone vinaphone',
    'v.a.s.d.e.s.k',
  ])
    expect([password, await passwordFault(password, whose)]).toEqual([password, common])
  const usedBefore = [
    'vasdesk của nhà tôi',
    'mobifan-hk',
    'desk-vas-tre',
    'ban-hang-111',
    'thanhdatban',
    '1a2b3c4d5e6',
  ]
  for (const password of usedBefore)
    expect([password, await passwordFault(password, whose)]).toEqual([password, null])
})

test('an empty production database starts only with an uncommon administrator password, and its people need 8 characters (D3-SEC-04, ASVS 6.2.1)', async () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: database.url, ADMIN_USERNAME: 'chu' }
  expect(() => readConfig({ ...env, ADMIN_PASSWORD: 'ngan-qua-11' })).toThrow('ADMIN_PASSWORD')
  const pool = createPool(database.url, { max: 2, applicationName: 'test', log: pino({ level: 'silent' }) })
  try {
    const start = (ADMIN_PASSWORD: string) => seed(pool, readConfig({ ...env, ADMIN_PASSWORD }))
    await expect(start('abcdefghijkl')).rejects.toThrow(`ADMIN_PASSWORD: ${common}`)
    await expect(start('QWERTY123456')).rejects.toThrow(`ADMIN_PASSWORD: ${common}`)
    expect((await pool.query('SELECT FROM users')).rowCount).toBe(0)
    await start('mot-cau-rat-dai')
    expect((await pool.query('SELECT FROM users')).rowCount).toBe(1)
    expect(await readSettings(pool, ['password.length'])).toEqual({ 'password.length': 8 })
  } finally {
    await pool.end()
  }
})
