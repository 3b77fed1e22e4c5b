/** Calls of the revenue-line lists in addition to the generated ones (D2-RECON, D2-DREV). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { day, pageOf, valuesOf } from '#kit/contract/shapes.ts'
import { dsdttinhluong } from '../lists/dsdttinhluong.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'

/** Refusal of an empty owner (D2-Q-177). */
export const noOwner = 'Chưa chọn nhân viên'

/** Sets the owner of a line, given by source or by id. */
const updateUserOf = (resource: Resource) =>
  defineCall({
    method: 'POST',
    path: `/api/v1/${resource.path}/updateUser`,
    may: 'managesPay',
    decides: 'atOnce',
    summary: 'Gives a line to another staff member; who registered it never changes',
    input: z.object({
      username: z.optional(z.nullable(z.string())),
      track0: z.optional(z.string()),
      track1: z.optional(z.string()),
      id: z.optional(z.string()),
      version: z.optional(z.int()),
    }),
    answer: rowOf(resource),
  })

/** Exports every row of the filter, with the totals of the list. */
const listExportOf = (resource: Resource) =>
  defineCall({
    method: 'GET',
    path: `/api/v1/${resource.path}/listExport`,
    may: 'unrestricted',
    summary: 'All rows of the filter',
    input: z.record(z.string(), z.string()),
    answer: z.extend(
      pageOf(rowOf(resource)),
      Object.fromEntries(Object.keys(resource.totals ?? {}).map((name) => [name, z.int()])),
    ),
  })

export const lineCalls = [dsdttinhluong, report90849332].map((resource) => ({
  resource,
  updateUser: updateUserOf(resource),
  listExport: listExportOf(resource),
}))

const ofDay = z.strictObject({
  ngay: day,
  so_goi: z.int(),
  /** Whole đồng: revenue, price of all packages, matched refunds, and the pay base. */
  doanhThu: z.int(),
  doanh_thu: z.int(),
  tien_hoan: z.int(),
  doanh_thu_tinh_luong: z.int(),
})
export type RevenueDay = z.output<typeof ofDay>

/** Daily sums of the list, which add up to its totals. */
export const revenueByDay = defineCall({
  method: 'GET',
  path: `/api/v1/${dsdttinhluong.path}/theongay`,
  may: 'any',
  summary: 'Revenue and refunds by day over the filter of the list, oldest first',
  input: z.record(z.string(), z.string()),
  answer: valuesOf(ofDay),
})
