/** Which values an avatar accepts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const png = (bytes: number): string => {
  const head = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1')
  return `data:image/png;base64,${Buffer.concat([head, Buffer.alloc(bytes - head.length)]).toString('base64')}`
}

test('an avatar is an image of the product or an uploaded one, never an external address (D1-ACC-01, D1-Q-008)', async () => {
  const admin = await server.as('admin')
  const account = (await admin.get('/api/v1/users/findByUsername/sale111')).data as Account
  const put = async (avatar: string) => {
    const { fullname, email, role_id, brand_id, group_id } = account
    const body = { fullname, email, role_id, brand_id, group_id, avatar }
    const { status, body: answer } = await admin.put(`/api/v1/users/${account.id}`, body)
    return [status, (answer.fields as Record<string, string> | undefined)?.avatar]
  }
  const wrong = 'Ảnh đại diện phải là ảnh PNG, JPEG, WebP hoặc SVG'
  for (const avatar of [
    'https://evil.example/pixel.png',
    '//evil.example/pixel.png',
    '/api/v1/auth/logout',
    'javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'blob:x',
  ])
    expect([avatar, ...(await put(avatar))]).toEqual([avatar, 400, wrong])
  expect(await put('data:image/png;base64,PHN2Zz4=')).toEqual([400, 'Ảnh đại diện không phải ảnh PNG'])
  expect(await put(png(16 * 1024 + 1))).toEqual([400, 'Ảnh đại diện lớn hơn 16 kB'])
  for (const avatar of [png(16 * 1024), '/avatar.svg', ''])
    expect(await put(avatar)).toEqual([200, undefined])
})
