/** What somebody else does meanwhile, past the page. */
import { expect } from 'vitest'
import { signInAs } from '#test/server.ts'
import type { App } from './app.ts'

/** POSTs as that person; fails the test where it is not taken. */
export async function postAs(app: App, username: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${app.url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signInAs(app.pool, username)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}
