/** Only large answers are compressed. */
import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressLarge } from './compress.ts'

test('an answer above 100 kB is compressed for clients that accept it; a page, and other clients, get it uncompressed', async () => {
  const app = fastify()
  compressLarge(app)
  const staff = {
    values: Array.from({ length: 4_000 }, (_, index) => ({
      username: `sale${index}`,
      fullname: 'Nguyễn Văn An',
    })),
  }
  app.get('/staff', async () => staff)
  app.get('/page', async () => ({ values: staff.values.slice(0, 50) }))
  const ask = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

  const large = await ask('/staff', 'gzip, deflate, br, zstd')
  expect(large.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(Number(large.headers['content-length'])).toBe(large.rawPayload.length)
  expect(large.rawPayload.length).toBeLessThan(50_000)
  expect(JSON.parse(brotliDecompressSync(large.rawPayload).toString())).toEqual(staff)

  for (const [url, encoding] of [['/staff', 'gzip'], ['/staff'], ['/page', 'br']] as const) {
    const plain = await ask(url, encoding)
    expect([url, plain.headers['content-encoding']]).toEqual([url, undefined])
    expect(plain.json().values.length).toBe(url === '/staff' ? 4_000 : 50)
  }
})
