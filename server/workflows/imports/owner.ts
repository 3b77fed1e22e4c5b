/** In whose name a background job works, and the context it works in. */
import type { Queryable } from '../../db/pool.ts'
import type { actorOf } from '../../kit/actor.ts'
import type { Ctx, Services } from '../../kit/context.ts'

export type Owner = NonNullable<Awaited<ReturnType<typeof actorOf>>>

/** What a job's transaction asks for after its commit. */
export type Pending = { touched: Set<string>; after: (() => void)[] }

/** The context of a job on one transaction, in the name of `owner`; what is due after the commit goes to `pending`. */
export const jobContext = (
  services: Services,
  owner: Owner,
  db: Queryable,
  id: string,
  pending: Pending,
): Ctx => ({
  db,
  ...owner,
  requestId: `job:${id}`,
  log: services.log,
  services,
  touch: (resource) => void pending.touched.add(resource),
  after: (work) => void pending.after.push(work),
})
