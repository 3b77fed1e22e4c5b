/** Which answers on the live channel belong to a question. */
import { expect, test } from 'vitest'
import { readReply } from './send-lookup.ts'

const mine = { client_id: 'c-1', data: { NUMBER_PHONE: '912345678', values: [] } }

test('an answer is accepted only for its own client id and its own last 9 digits (D1-LOOK-59, D1-Q-095)', () => {
  expect(readReply(mine, 'c-1', '912345678')).toEqual({ ok: true, data: mine.data })
  expect(readReply({ ...mine, data: { NUMBER_PHONE: '84912345678' } }, 'c-1', '912345678')?.ok).toBe(true)
  expect(readReply(mine, 'c-2', '912345678')).toBeNull()
  expect(readReply(mine, 'c-1', '912345679')).toBeNull()
  for (const other of [null, 'x', {}, { client_id: 'c-1' }, { client_id: 'c-1', data: {} }]) {
    expect(readReply(other, 'c-1', '912345678')).toBeNull()
  }
})

test("a refusal is accepted for its client id with the server's message (D1-LOOK-62)", () => {
  const refusal = {
    client_id: 'c-1',
    code: 'RATE_LIMITED',
    msg: 'Bạn đã vượt quá 60 lượt tra cứu trong 1 giờ',
  }
  expect(readReply(refusal, 'c-1', '912345678')).toMatchObject({
    ok: false,
    error: { code: 'RATE_LIMITED', message: refusal.msg },
  })
  expect(readReply(refusal, 'c-2', '912345678')).toBeNull()
  expect(readReply({ client_id: 'c-1', code: 'x' }, 'c-1', '1')).toMatchObject({
    error: { code: 'INTERNAL' },
  })
})
