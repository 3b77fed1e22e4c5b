/** Recall rules for tests: saved by an administrator, with a file of numbers to call. */
import type { RecycleRule, RecycleState } from '#subjects/calling/contract/calls/recycling.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { planAnew } from '#subjects/calling/server/recycling/plan.ts'
import { callsLater } from './care.ts'
import { clearPools, makePool, permitFiles } from './pool.ts'
import type { TestServer } from './server.ts'

export const rulesPath = '/api/v1/luatmoilai'

/** Body of the result 'Không bắt máy'. */
export const noAnswer = { status: 'KBM', note: 'Không ai nghe' }

/** A rule that applies at any time of day, four hours after a call. */
export const anyTime = {
  active: true,
  after_minutes: 240,
  part: 'any',
  caller: 'any',
  within_days: null,
  until_expiry: false,
} as const

/** Removes all numbers and settings, and disables all rules. */
export async function clearRules(pool: Pool): Promise<void> {
  await clearPools(pool)
  await pool.query(`
    DELETE FROM settings; DELETE FROM blacklist; DELETE FROM recycle_files; DELETE FROM recycling;
    DELETE FROM recycle_rules WHERE file_id IS NOT NULL;
    UPDATE recycle_rules SET active = false, active_since = NULL`)
}

export function recycleCalls(server: () => TestServer) {
  const state = async (): Promise<RecycleState> =>
    (await (await server().as('admin')).get(rulesPath)).data as RecycleState
  /** Saves the default rules with some changes; must be accepted. */
  const save = async (
    change: Partial<Record<RecycleRule['status'], Partial<RecycleRule>>>,
  ): Promise<RecycleState> => {
    const { rules, version } = await state()
    const body = { version, rules: rules.map((rule) => ({ ...rule, ...change[rule.status] })) }
    const answer = await (await server().as('admin')).put(rulesPath, body)
    if (answer.status !== 200) throw new Error(answer.text)
    await planAnew(server())
    return answer.data as RecycleState
  }
  /** Creates a file of `rows` numbers, open to branch 1, uploaded after the rules were enabled. */
  const file = async (rows = 1): Promise<string> => {
    const fileId = await makePool(server().pool, { rows })
    await permitFiles(server().pool, 'chinhanh1', [fileId])
    return fileId
  }
  const later = (hours: number) => callsLater(server().pool, hours)
  return { state, save, file, later }
}
