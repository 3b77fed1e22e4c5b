/** Distributing customers of lists: how many there are, the levels that may receive them, and the call (D1-CUST-52). */
import type { Actor } from '#platform/contract/abilities.ts'
import { operations } from '#kit/contract/operations.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { allBranches, allLeaders, allSales } from '#platform/contract/calls/staff.ts'
import { countAssign, customerListTexts } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { request, send } from '#kit/web/client.ts'
import { showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'

/** Id that means all lists (D1-Q-160). */
export const allLists = '00000000-0000-0000-0000-000000000000'

export type Level = 'branch' | 'leader' | 'sale'

export const levelNames: Record<Level, string> = { branch: 'Chi nhánh', leader: 'Leader', sale: 'Nhân viên' }

/** The call that lists the accounts of a level in the caller's scope. */
export const levelCalls = { branch: allBranches, leader: allLeaders, sale: allSales } as const

/** Levels the caller may distribute to, its own next one first (D1-Q-064). */
export const levelsOf = ({ priority }: Actor): Level[] =>
  priority <= 2 ? ['branch', 'leader', 'sale'] : priority === 3 ? ['leader', 'sale'] : ['sale']

/** The list, or all of them, and how many of its customers may be distributed. */
export type Source = { upload: string; name: string; total: number }

/** Reads how many of a list may be distributed; null after a failure, whose message was shown (D1-CUST-56). */
export async function readSource(upload: string, name: string): Promise<Source | null> {
  try {
    const { total } = await send(countAssign, { id: upload })
    return { upload, name, total }
  } catch (error) {
    showError(error, customerListTexts.countFailed)
    return null
  }
}

export type Item = { user: string; count: number; upload: string }

/** Sends the distribution; with `quiet` the caller shows the messages. */
export async function distribute(items: readonly Item[], key: string, quiet: boolean): Promise<void> {
  const path = `/api/v1/${customer.path}${operations.assign.path}`
  await request('POST', path, { data: items }, { idempotencyKey: key, quiet })
  await Promise.all([refresh(customer.path), refresh('upload')])
}
