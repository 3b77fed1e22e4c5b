/** Retention of the look-up log, whose entries contain phone numbers. */
import sql from 'sql-template-tag'
import type { Services } from '#kit/server/context.ts'
import { purge } from '#platform/server/running/purge.ts'

/** Nightly job: deletes entries older than the configured months; returns how many. */
export const purgeLookups = ({ pool, lookup }: Pick<Services, 'pool' | 'lookup'>): Promise<number> =>
  purge(pool, 'lstracuu', sql`"createdAt" < now() - make_interval(months => ${lookup.logMonths})`)
