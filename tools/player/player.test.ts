/** The words of the player: requests by the contract, decisions as the lists declare them, choices in turn and by chance. */
import { expect, test } from 'vitest'
import { recordCare } from '#subjects/calling/contract/calls/care.ts'
import { closingOfMonth } from '#subjects/pay/contract/calls/payroll-close.ts'
import { chanceOf } from '#simulator/random.ts'
import { requestOf } from './asked.ts'
import { pickWeighted, weighted } from './choice.ts'
import { decisionOn } from './decisions.ts'
import { addressOf, listsOn } from './screens.ts'
import { openHandouts, openRequests } from './writes.ts'

test('a request has its parameters in the path, the rest in the body or the query', () => {
  expect(requestOf(recordCare, { id: 'a/b', version: 3 })).toEqual({
    method: 'POST',
    path: '/api/v1/customer/a%2Fb/care',
    body: { version: 3 },
  })
  expect(requestOf(closingOfMonth, { startDate: '10/2026' }).path).toBe(
    '/api/v1/chotluong?startDate=10%2F2026',
  )
  expect(requestOf(closingOfMonth, { startDate: undefined }).path).toBe('/api/v1/chotluong')
})

test('a row is decided as its list declares: by a GET or with the step in the body, with a reason where required', () => {
  expect(decisionOn({ kind: 'tin-ngan-hang', id: '7', version: 2 })).toEqual({
    method: 'GET',
    path: '/api/v1/mesbank/approve/7',
  })
  expect(decisionOn({ kind: 'tin-ngan-hang', id: '7' }, 'Thiếu tiền')?.path).toBe(
    '/api/v1/mesbank/deny/7?ly_do_tu_choi=Thi%E1%BA%BFu+ti%E1%BB%81n',
  )
  expect(decisionOn({ kind: 'hoan-goi', id: '7', version: 2 })).toEqual({
    method: 'PUT',
    path: '/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/7',
    body: { id: '7', version: 2, trang_thai_duyet_hoan_goi: 1 },
  })
  // Filled in or rejected, never approved.
  expect(decisionOn({ kind: 'tin-chua-doc', id: '7' })).toBeNull()
})

test('choices occur by their weights: exactly in turn, roughly by chance, and identically for the same seed', () => {
  const choices = [
    [6, 'list'],
    [3, 'claim'],
    [1, 'report'],
  ] as const
  const count = (all: string[]) =>
    Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([name, { length }]) => [name, length]))
  const next = weighted(choices)
  expect(count(Array.from({ length: 1_000 }, next))).toEqual({ list: 600, claim: 300, report: 100 })
  const draw = (seed: string): string[] => {
    const chance = chanceOf(seed)
    return Array.from({ length: 1_000 }, () => pickWeighted(choices, chance))
  }
  const { list = 0, report = 0 } = count(draw('a'))
  expect(Math.abs(list - 600)).toBeLessThan(60)
  expect(Math.abs(report - 100)).toBeLessThan(40)
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('a customer handed out to a second person is counted and named; the same person may get it again', () => {
  const handouts = openHandouts<string>()
  expect([handouts.note('c1', 'nv1'), handouts.note('c1', 'nv1'), handouts.note('c1', 'nv2')]).toEqual([
    null,
    null,
    'nv1',
  ])
  expect(handouts.counted).toEqual({ n: 3, doubles: 1 })
})

test('each request has a click time of its own, also within a millisecond', () => {
  const requests = openRequests(() => new Date(5_000))
  const clicks = [requests.refund('912345678', 'VD90'), requests.topUp('912345678', 'VD90')].map(
    ({ body }) => (body as { millisecond_created_at?: number }).millisecond_created_at,
  )
  expect(clicks).toEqual([5_000, 5_001])
})

test('screens open with the month and the day of the given clock', () => {
  const lists = listsOn(new Date('2026-11-30T17:30:00Z'))
  const addresses = lists.seller.map(([, path]) => addressOf(path, 1, { under: [] }))
  expect(addresses).toContain('care/history?page=0&count=50&startDate=01%2F12%2F2026&endDate=01%2F12%2F2026')
  expect(addresses).toContain('simso?page=1&count=50&nha_mang=VINAPHONE')
})
