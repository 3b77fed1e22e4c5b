/** How far back results may be edited. */
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { setSettings } from '#test/settings.ts'

test('results may be edited back to the first of the Vietnamese month, or as many days as set (D1-CARE-51)', async () => {
  const database = await testDatabase()
  const since = async (daysBack: number | '') => {
    await setSettings(database.pool, { 'care.editDaysBack': daysBack })
    // In Vietnam it is already the first of August.
    const { rows } = await database.pool.query<{ since: Date }>(
      `SELECT editable_since('2026-07-31T17:30:00Z') AS since`,
    )
    return rows[0]?.since.toISOString()
  }
  expect(await since('')).toBe('2026-07-31T17:00:00.000Z')
  expect(await since(0)).toBe('2026-07-31T17:00:00.000Z')
  expect(await since(31)).toBe('2026-06-30T17:00:00.000Z')
  await database.drop()
})
