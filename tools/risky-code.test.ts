/** Each rule finds its planted line and leaves honest ones alone. */
import { expect, test } from 'vitest'
import { riskyCode } from './risky-code.ts'

// Written so that a search for the words does not find this file.
const word = (...parts: string[]): string => parts.join('')

test('text run as code, or written into a page as markup, is reported (V1.3.2, V3.2.2)', () => {
  expect(riskyCode('kit/contract/a.ts', word('ev', 'al(rule)'))).toEqual([
    'kit/contract/a.ts:1: text is never run as code (V1.3.2)',
  ])
  expect(riskyCode('kit/server/a.ts', word('new Func', "tion('x', body)"))).toHaveLength(1)
  for (const line of [
    word('box.inner', 'HTML = name'),
    word('dangerously', 'SetInnerHTML={{ __html: name }}'),
  ])
    expect(riskyCode('kit/web/a.tsx', line)).toHaveLength(1)
  expect(riskyCode('kit/web/a.ts', 'box.textContent = name')).toEqual([])
})

test('a program started through a shell is reported (V1.2.5)', () => {
  const from = "from 'node:child_process'"
  expect(riskyCode('kit/server/a.ts', `import { exec } ${from}`)).toHaveLength(1)
  expect(riskyCode('kit/server/a.ts', `import { execSync, spawn } ${from}`)).toHaveLength(1)
  expect(riskyCode('kit/server/a.ts', 'spawn(file, args, { shell: true })')).toHaveLength(1)
  expect(riskyCode('kit/server/a.ts', `import { execFile, spawn } ${from}`)).toEqual([])
  expect(riskyCode('kit/server/a.ts', '/x/.exec(text)')).toEqual([])
})

test('a weak hash, an unauthenticated cipher, guessable randomness and unchecked certificates are reported (V11.3.1, V11.3.2, V11.4.1, V11.5.1, V12.3.2)', () => {
  for (const line of [
    `createHash('md5')`,
    `createHmac('sha1', key)`,
    `createCipheriv('aes-256-cbc', key, iv)`,
    'const token = Math.random().toString(36)',
    'tls: { rejectUnauthorized: false }',
  ])
    expect([line, riskyCode('kit/server/a.ts', line)]).toEqual([line, [expect.any(String)]])
  for (const line of [
    `createHash('sha256')`,
    `createHmac('sha512', key)`,
    `createCipheriv('aes-256-gcm', key, iv)`,
    'await sleep(Math.random() * 20)',
  ])
    expect([line, riskyCode('kit/server/a.ts', line)]).toEqual([line, []])
})

test('tests and files outside the product are not checked', () => {
  expect(riskyCode('kit/server/a.test.ts', `createHash('md5')`)).toEqual([])
  expect(riskyCode('tools/a.ts', `createHash('md5')`)).toEqual([])
})
