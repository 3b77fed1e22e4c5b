/** The notices behind the bell: how many, whose, and how long. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/browser-storage.ts'
import { bell, clearBell, ring, seeAll, restoreBell } from './bell-list.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = stubStorage('sessionStorage')
  restoreBell('sale111')
})
afterEach(() => {
  clearBell()
  vi.unstubAllGlobals()
})

const say = (text: string): void => ring({ at: '2026-11-20T03:00:00Z', text, tone: 'info' })
const texts = (): string[] => bell.get().map(({ text }) => text)

/** What a reload does: the memory is empty, the browser's storage is not. */
function reload(username: string): void {
  const before = new Map(kept)
  clearBell()
  for (const [key, text] of before) kept.set(key, text)
  restoreBell(username)
}

test('the list holds the last 50 notices, newest first, and knows which are new (D1-RT-07, D1-Q-007)', () => {
  for (let n = 1; n <= 51; n++) say(`Thông báo ${n}`)
  expect(texts()).toHaveLength(50)
  expect([texts()[0], texts()[49]]).toEqual(['Thông báo 51', 'Thông báo 2'])
  seeAll()
  say('Thông báo 52')
  expect(bell.get().filter(({ seen }) => !seen)).toHaveLength(1)
})

test('a reload keeps the list of the same person, another person finds none of it (D1-Q-007)', () => {
  say('Đơn đã được duyệt')
  reload('sale111')
  expect(texts()).toEqual(['Đơn đã được duyệt'])
  reload('sale112')
  expect(texts()).toEqual([])
  reload('sale111')
  expect(texts()).toEqual([])
})

test('a logout leaves nothing in memory or in the browser (D1-Q-007)', () => {
  say('Đơn đã được duyệt')
  clearBell()
  expect([texts(), [...kept.values()]]).toEqual([[], []])
})

test('what the browser kept broken counts as none (D1-Q-007)', () => {
  for (const text of ['{', '[]', '{"username":"sale112","notices":[{}]}', '{"username":"sale112"}']) {
    clearBell()
    kept.set('bell', text)
    restoreBell('sale112')
    expect([text, texts()]).toEqual([text, []])
  }
})
