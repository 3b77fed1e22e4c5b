/** What follows from a write once it is committed: changed rows reach the screens, notices their readers. */
import type { Ctx, Services } from './context.ts'

export type Pending = Pick<Ctx, 'touch' | 'after'> & {
  /** Tells of everything gathered; called after the commit only. */
  settle: () => void
}

/** Gathers for one try of a transaction; a try that is rolled back is simply never settled. */
export function newPending({ publish }: Pick<Services, 'publish'>): Pending {
  const touched = new Map<string, string[]>()
  const works: (() => void)[] = []
  return {
    touch: (resource, ids = []) => {
      touched.set(resource, [...(touched.get(resource) ?? []), ...ids])
    },
    after: (work) => void works.push(work),
    settle: () => {
      for (const [resource, ids] of touched) publish(resource, ids)
      for (const work of works) work()
    },
  }
}
