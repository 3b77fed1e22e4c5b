/** The database folds text exactly as server and browser do (D3-TXT-01). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#kit/contract/text.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let db: TestDatabase
beforeAll(async () => void (db = await testDatabase()))
afterAll(() => db.drop())

/** Latin letters with diacritics, digits and signs in wide form, dashes and quotes. */
const compared = /[\p{Script=Latin}\u00a0-\u00bf\u02b9-\u036f\u2010-\u205e\uff01-\uff5e]/u

test('Latin letters, dashes, quotes and wide forms fold alike in database, server and browser (D3-TXT-01)', async () => {
  const characters = Array.from({ length: 0x1_ffff }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => compared.test(character))
  // Combining marks follow a letter; capitals are only compared if this version of the database knows their lower case.
  const texts = characters.map((character) => (/\p{M}/u.test(character) ? `e${character}` : character))
  const { rows } = await db.pool.query<{ text: string; folded: string; small: string }>(
    `SELECT text, fold(text) AS folded, to_lower(text) AS small FROM unnest($1::text[]) text`,
    [texts],
  )
  const comparable = rows.filter(({ text, folded }) => text.toLowerCase() === text || folded !== text)
  expect(comparable.length).toBeGreaterThan(1_500)
  expect(comparable.filter(({ text, folded }) => foldText(text) !== folded)).toEqual([])
})

test.each([
  'Ðặng Hồng Nhung',
  'ĐẶNG HỒNG',
  'Ɖông Á',
  'ﬁne',
  'Œuvre',
  'CN–2',
  '“90”',
  'ＶＤ９０',
  'e\u0323\u0302 ngày',
])('%s folds alike in database, server and browser (D3-TXT-01)', async (text) => {
  const { rows } = await db.pool.query<{ folded: string }>('SELECT fold($1) AS folded', [text])
  expect(foldText(text)).toBe(rows[0]?.folded)
})
