/** The invitation histories: each row brings its invitation as the documents nest it (D2-INVIT-51). */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import type { Resource } from '../../contract/kit/resource.ts'
import { invitationReports } from '../../contract/resources/invitation-reports.ts'
import { sqlKinds } from '../kit/kinds.ts'
import { list } from '../kit/list.ts'
import type { ListExtra } from '../kit/operation-answers.ts'
import type { Overrides } from '../kit/routes.ts'

const overridesOf = (resource: Resource): Overrides => ({
  list: (ctx, raw) =>
    list(
      resource,
      raw.query,
      ctx,
      sql`json_build_object('username_nv', username_nv, 'ten_nv', ${sqlKinds.text.masked(sql`ten_nv`, ctx.actor)},
        'result', ${sqlKinds.note.masked(sql`result`, ctx.actor)}) AS invitation`,
    ),
})

const invitation = z.strictObject({
  username_nv: z.nullable(z.string()),
  ten_nv: z.nullable(z.string()),
  result: z.nullable(z.string()),
})

export const reportExtras: Readonly<Record<string, ListExtra>> = Object.fromEntries(
  invitationReports.map(({ path }) => [path, { invitation }]),
)

export const reportOverrides: Readonly<Record<string, Overrides>> = Object.fromEntries(
  invitationReports.map((resource) => [resource.path, overridesOf(resource)]),
)
