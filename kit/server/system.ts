/** The product as an actor: automatic work runs and is audited in its name. */
import { noAccount, type Actor } from '#platform/contract/abilities.ts'
import type { Ctx, Services } from './context.ts'
import { inTransaction } from './transaction.ts'

/** '__AUTO' is the author of automatic work (D1-BAODO-04). */
const systemActor: Actor = {
  ...noAccount,
  username: '__AUTO',
  fullname: 'Tự động',
  permissions: new Set(),
}

/** Runs `work` in one transaction as the product; changes are published after the commit. */
export const asSystem = <T>(
  services: Services,
  requestId: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  inTransaction(services, { actor: systemActor, scope: { all: true }, requestId, act: '' }, work)
