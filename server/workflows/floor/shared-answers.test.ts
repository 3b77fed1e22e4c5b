import { expect, test } from 'vitest'
import { bodyOf } from '../../kit/answer.ts'
import { openSharedAnswers } from './shared-answers.ts'

/** A list that changes when asked to, and how often its answer was made. */
function open() {
  let changes = 0
  let made = 0
  const { share } = openSharedAnswers(() => changes)
  return {
    change: () => void (changes += 1),
    made: () => made,
    read: (key: readonly unknown[], make = () => Promise.resolve((made += 1))) =>
      share('floor', key, make).then((answer) => JSON.parse(bodyOf(answer)).data as unknown),
  }
}

test('readers of the same rights share an answer until their list changes; others get their own (D3-FLR-05)', async () => {
  const { read, change, made } = open()
  expect(await Promise.all([read(['a']), read(['a']), read(['b'])])).toEqual([1, 1, 2])
  expect(await read(['a'])).toBe(1)
  change()
  expect(await Promise.all([read(['a']), read(['a'])])).toEqual([3, 3])
  expect(made()).toBe(3)
})

test('a change while an answer is made leaves it to those who asked before (D3-FLR-05)', async () => {
  const { read, change } = open()
  const before = read(['a'], () => new Promise((done) => setTimeout(() => done('old' as never), 20)))
  change()
  expect(await read(['a'], () => Promise.resolve('new' as never))).toBe('new')
  expect(await before).toBe('old')
  expect(await read(['a'])).toBe('new')
})

test('a failure is not shared: who waited for it asks by itself, and the next one too (D3-FLR-05)', async () => {
  const { read } = open()
  const failed = read(['a'], () => Promise.reject(new Error('gone')))
  const other = read(['a'])
  await expect(failed).rejects.toThrow('gone')
  expect(await other).toBe(1)
  expect(await read(['a'])).toBe(2)
})
