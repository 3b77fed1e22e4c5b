/** The product itself as an actor: what no person asked for is done and audited in its name. */
import type { Actor } from '../../contract/abilities.ts'
import { withTransaction } from '../db/pool.ts'
import type { Ctx, Services } from './context.ts'
import { newPending, type Pending } from './pending.ts'

/** '__AUTO' stands for what the product did by itself (D1-BAODO-04). */
const systemActor: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  username: '__AUTO',
  fullname: 'Tự động',
  priority: 1,
  roleName: 'Hệ thống',
  permissions: new Set(),
  brandId: null,
  groupId: null,
  restricted: false,
  seesRefunds: true,
}

const contextOf = (services: Services, requestId: string, db: Ctx['db'], pending: Pending): Ctx => ({
  db,
  actor: systemActor,
  scope: { all: true },
  requestId,
  log: services.log,
  services,
  touch: pending.touch,
  after: pending.after,
})

/** Runs `work` in one transaction in the product's own name; changed rows reach the screens after the commit. */
export async function asSystem<T>(
  services: Services,
  requestId: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  let pending = newPending(services)
  const result = await withTransaction(services.pool, (client) => {
    pending = newPending(services)
    return work(contextOf(services, requestId, client, pending))
  })
  pending.settle()
  return result
}
