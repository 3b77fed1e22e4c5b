/** A new price whose name exists is offered as a change of that row (D3-PRC-01). */
import { expect, test } from 'vitest'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { stubCalls } from '#test/sent.ts'
import { saver } from './resource-actions.ts'

/** What the form sends for `typed` once the server has answered with the row of the same name. */
async function sent(typed: string, current: Record<string, unknown> | null): Promise<string> {
  const calls = stubCalls(() => ({ id: 'x' }))
  await saver(giahoantien, null, {})({ ten_goi_cuoc: typed }, { key: 'k', version: undefined, current })
  return calls.map(({ method, path }) => `${method} ${path}`).join(', ')
}

test('saving again after the refusal changes the row of that name, however it is written, and no other row (D3-PRC-01)', async () => {
  const current = { id: '018f', ten_goi_cuoc: 'VD90' }
  const change = 'PUT /api/v1/giahoantien/018f'
  for (const typed of ['VD90', 'VD 90', 'vd90', 'VD\u200b90', '\uff36\uff24\uff19\uff10'])
    expect([typed, await sent(typed, current)]).toEqual([typed, change])
  const create = 'POST /api/v1/giahoantien'
  expect(await sent('VD90', null)).toBe(create)
  // Another name was typed after the refusal.
  expect(await sent('VD91', current)).toBe(create)
})
