/** Names of the staff for pickers, separate from the other account calls because every list needs them. */
import * as z from 'zod/mini'
import { priorities } from '../abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { pageOf } from '#kit/contract/shapes.ts'

/** An account with its name, for the branch or leader of others. */
export const accountRef = z.strictObject({ id: z.string(), username: z.string() })

/** One account as pickers show it. */
export const staff = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  role_priority: z.literal(priorities),
  brand_id: z.nullable(z.string()),
  brand: z.nullable(accountRef),
  group_id: z.nullable(z.string()),
})
export type Staff = z.output<typeof staff>
const staffPage = pageOf(staff)

/** Query of a list; pickers accept and ignore it (D1-Q-038). */
export const pages = { page: z.optional(z.string()), count: z.optional(z.string()) }

export const allStaff = defineCall({
  method: 'GET',
  path: '/api/v1/users/findAllNoLimit',
  may: 'any',
  summary: 'Every active account of the scope, in the order of the hierarchy',
  input: z.object(pages),
  answer: staffPage,
})

export const allBranches = defineCall({
  method: 'GET',
  path: '/api/v1/users/findAllBranchNoLimit',
  may: 'any',
  summary: 'Every active branch of the scope',
  input: z.object(pages),
  answer: staffPage,
})

export const allLeaders = defineCall({
  method: 'GET',
  path: '/api/v1/users/findAllLeaderNoLimit',
  may: 'any',
  summary: 'Every active leader of the scope',
  input: z.object(pages),
  answer: staffPage,
})

export const allSales = defineCall({
  method: 'GET',
  path: '/api/v1/users/findAllSaleNoLimit',
  may: 'any',
  summary: 'Every active salesperson of the scope',
  input: z.object(pages),
  answer: staffPage,
})

export const myBrands = defineCall({
  method: 'GET',
  path: '/api/v1/users/me/brands',
  may: 'any',
  summary: "The caller's branches: those of the scope, and its own",
  input: z.object(pages),
  answer: staffPage,
})

export const leadersOfBrand = defineCall({
  method: 'GET',
  path: '/api/v1/users/:brandId/leaders',
  may: 'any',
  summary: 'The active leaders of a branch, within the scope',
  input: z.object({ brandId: z.string(), ...pages }),
  answer: staffPage,
})

export const salesOfBrand = defineCall({
  method: 'GET',
  path: '/api/v1/users/saleman',
  may: 'any',
  summary: 'The active salespeople of a branch, or of the whole scope',
  input: z.object({ brand: z.optional(z.string()), ...pages }),
  answer: staffPage,
})
