/** How long the look-up log is kept: entries name people's phones and go when nobody needs them any more. */
import sql from 'sql-template-tag'
import type { Services } from '../../kit/context.ts'
import { purge } from '../../kit/purge.ts'

/** The nightly job: deletes entries older than the configured months; answers how many went. */
export const purgeLookups = ({ pool, lookup }: Pick<Services, 'pool' | 'lookup'>): Promise<number> =>
  purge(pool, 'lstracuu', sql`"createdAt" < now() - make_interval(months => ${lookup.logMonths})`)
