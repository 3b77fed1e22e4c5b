/** The invitation histories: each row with its nested invitation, as documented (D2-INVIT-51). */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { invitationReports } from '#subjects/registrations/contract/lists/invitation-reports.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import type { ListExtra, Overrides } from '#kit/server/routes.ts'

const extra: ListExtra = {
  shape: {
    invitation: z.strictObject({
      username_nv: z.nullable(z.string()),
      ten_nv: z.nullable(z.string()),
      result: z.nullable(z.string()),
    }),
  },
  select: ({ actor }) => sql`json_build_object(
    'username_nv', username_nv, 'ten_nv', ${sqlKinds.text.masked(sql`ten_nv`, actor)},
    'result', ${sqlKinds.note.masked(sql`result`, actor)}) AS invitation`,
}

export const reportOverrides: Readonly<Record<string, Overrides>> = Object.fromEntries(
  invitationReports.map(({ path }) => [path, { extra }]),
)
