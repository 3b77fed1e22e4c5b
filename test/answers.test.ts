/** The check of answers detects every kind of deviation. */
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { careToday } from '#subjects/calling/contract/calls/care.ts'
import { watchAnswers } from './answers.ts'

const right = {
  since: '2026-11-20T17:00:00Z',
  da_nhan_so: 2,
  so_tra_ket_qua: 1,
  gap_khach: 1,
  chap_nhan: 0,
  hen: 0,
}
const wrong = {
  'a value of another type': { ...right, hen: '0' },
  'a day where a moment is promised': { ...right, since: '2026-11-20' },
  'a field too many': { ...right, phone: '912000001' },
  'a field too few': { since: right.since },
  null: null,
}

async function found(body: object, url: string = careToday.path): Promise<string[]> {
  const app = fastify()
  app.get(url, (_request, reply) => reply.type('application/json').send(JSON.stringify(body)))
  const problems = watchAnswers(app)
  await app.inject(url)
  await app.close()
  return problems()
}

test('an answer that matches its declaration has no problem', async () => {
  expect(await found({ status: 'success', data: right })).toEqual([])
})

test.each(Object.entries(wrong))('%s in an answer is detected', async (_, data) => {
  expect(await found({ status: 'success', data })).toEqual([expect.stringContaining(careToday.path)])
})

test('an envelope with an extra field, an undeclared notice and an undescribed route are detected', async () => {
  expect(await found({ status: 'success', data: right, count: 1 })).toHaveLength(1)
  expect(await found({ channel: 'a', message: 'b', status: 'c', data: right })).toHaveLength(1)
  expect(await found({ status: 'success', data: right }, '/api/v1/nowhere')).toHaveLength(1)
})
