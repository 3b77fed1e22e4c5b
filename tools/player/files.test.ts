/** A file is imported once, however busy the server is. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { importFile } from './files.ts'
import { patient, personAt } from './person.ts'

test('a request refused as busy is repeated automatically: the file is uploaded and saved once', async () => {
  const requests: string[] = []
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`)
    const busy = requests.length === 3
    const data = { id: '7', state: method === 'GET' ? 'done' : 'read', saved: 5 }
    response.statusCode = busy ? 503 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data, msg: busy ? 'Máy chủ đang bận' : undefined }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const manager = personAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token')
  const file = { target: 'uploadchiadata', name: 'a.xlsx', bytes: new Uint8Array(4) }
  const { saved } = await importFile(patient(manager, 1), file, 1)
  expect(saved).toBe(5)
  expect(requests).toEqual([
    'POST /api/v1/imports/uploadchiadata',
    'POST /api/v1/imports/7/save',
    'GET /api/v1/imports/7',
    'GET /api/v1/imports/7',
  ])
  server.close()
})
