/** Routes of the revenue-line lists in addition to the generated ones. */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import * as calls from '#subjects/pay/contract/calls/revenue.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import { unpaged } from '#kit/server/export-slots.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { ident } from '#kit/server/kinds.ts'
import { conditions, list, requireId, type Query } from '#kit/server/list.ts'
import { countPhoneSearches } from '#kit/server/phone-searches.ts'
import { update } from '#kit/server/write.ts'
import { lineOfTrack } from './line-of.ts'

type LineCalls = (typeof calls.lineCalls)[number]
type Sent = ParsedOf<LineCalls['updateUser']>

/** Sets the owner of a line; all sums follow (D2-DREV-32, D3-LINE-03). */
async function giveTo(resource: Resource, { username, track0, track1, id, version }: Sent, ctx: Ctx) {
  if (!username?.trim())
    throw new AppError('VALIDATION', calls.noOwner, { fields: { username: calls.noOwner } })
  const line = track0 && track1 ? await lineOfTrack(track0, track1, ctx) : requireId(id)
  return update(resource, line, { username_nv: username, ...(version !== undefined && { version }) }, ctx)
}

/** Exports all rows of the filter: with its own refusals, an export slot, and an audit entry (D2-Q-12). */
const listExport = (api: Api, resource: Resource, { method, path, may }: LineCalls['listExport']) =>
  register(api, {
    method,
    path,
    may: may === 'public' ? [] : may,
    mode: 'read',
    refusal: refusals.noExport,
    parse: ({ query }) => query,
    run: async (ctx, query) => {
      await countPhoneSearches(resource, query, ctx)
      return unpaged({ resource, query }, ctx, (within) =>
        list(resource, { ...query, page: '0', count: '9999999999' }, within),
      )
    },
  })

/** Revenue and refunds per Vietnamese day of the filter. Uses the offset in hours, as the zone's name would double the time. */
async function byDay(query: Query, ctx: Ctx) {
  await countPhoneSearches(dsdttinhluong, query, ctx)
  const { rows } = await ctx.db.query<calls.RevenueDay>(sql`
    SELECT day::text AS ngay, so_goi, "doanhThu", doanh_thu, tien_hoan, doanh_thu_tinh_luong FROM (
      SELECT (ngay_thanh_cong AT TIME ZONE interval '7 hours')::date AS day, count(*)::int AS so_goi,
        sum("doanhThu")::bigint AS "doanhThu", sum(doanh_thu)::bigint AS doanh_thu, sum(tien_hoan)::bigint AS tien_hoan,
        sum(doanh_thu_tinh_luong)::bigint AS doanh_thu_tinh_luong
      FROM ${ident(dsdttinhluong.view)} WHERE ${conditions(dsdttinhluong, query, ctx).where} GROUP BY 1) d
    ORDER BY day`)
  return { values: rows }
}

export function serveRevenue(api: Api): void {
  for (const { resource, updateUser, listExport: whole } of calls.lineCalls) {
    handle(api, updateUser, (ctx, sent) => giveTo(resource, sent, ctx))
    listExport(api, resource, whole)
  }
  handle(api, calls.revenueByDay, (ctx, query) => byDay(query, ctx))
}
