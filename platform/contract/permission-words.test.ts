/** Every permission has a description. */
import { expect, test } from 'vitest'
import { permissionCodes } from './permissions.ts'
import { opensOf } from './permission-words.ts'

test('each permission has its own sentence that says what it opens (D3-ACC-01, D3-ACC-02)', () => {
  const sentences = permissionCodes.map(opensOf)
  expect(sentences.filter((text) => !text?.endsWith('.'))).toEqual([])
  expect(new Set(sentences).size).toBe(permissionCodes.length)
  expect(opensOf('toString')).toBeUndefined()
})
