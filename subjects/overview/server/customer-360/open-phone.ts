/** Resolves the opaque key of a URL to its phone; counted, and audited once a day (D3-C360-01, D3-SEC-05). */
import sql from 'sql-template-tag'
import { dayStart, todayVn } from '#kit/contract/dates.ts'
import { phonePage as page } from '#platform/contract/channels.ts'
import { AppError } from '#kit/contract/error.ts'
import { tooManyPhoneSearches } from '#kit/contract/phone.ts'
import { customer360Texts } from '#subjects/overview/contract/calls/customer-360.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { untoldAmong } from '#kit/server/phone-searches.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'

function secretsOf({ secrets }: Services): Secrets {
  if (secrets) return secrets
  throw new AppError('UPSTREAM', customer360Texts.noKey)
}

/** The key of a phone's page, equal for everybody: the page shows no more than the reader's own lists. */
export const keyFor = (phone: string, services: Services): string => secretsOf(services).conceal(page, phone)

/** One entry per day and person; the blocks of a page run concurrently, and a duplicate entry is harmless. */
async function recordView(phone: string, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM audit_log WHERE resource = ${page} AND resource_id = ${phone} AND actor_id = ${ctx.actor.id}
      AND at >= ${dayStart(todayVn())}::timestamptz LIMIT 1`)
  if (!rowCount) await audit(ctx, { action: 'view', resource: page, resourceId: phone })
}

/** The phone of a key. NOT_FOUND for an invalid key, RATE_LIMITED beyond a masked role's daily limit. */
export async function openPhone(key: string, ctx: Ctx): Promise<string> {
  const phone = secretsOf(ctx.services).reveal(page, key)
  if (phone === null) throw new AppError('NOT_FOUND', customer360Texts.unknownKey)
  const untold = await untoldAmong([phone], ctx)
  if (untold.size > 0) throw new AppError('RATE_LIMITED', tooManyPhoneSearches)
  await recordView(phone, ctx)
  return phone
}
