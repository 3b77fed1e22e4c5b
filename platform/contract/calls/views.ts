/** Views of lists: filters, columns, order and page size under a name (D3-GRID-06). */
import * as z from 'zod/mini'
import { priorities } from '../abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { mayChange, keyOf } from '#kit/contract/shapes.ts'
import { viewContent, viewScopes } from '#kit/contract/views.ts'

export const view = z.strictObject({
  id: z.guid(),
  /** Path of the list or report. */
  list: z.string(),
  scope: keyOf(viewScopes),
  name: z.string(),
  /** Author; for a unit's view its branch or leader. */
  owner: z.string(),
  /** The part that applies to the reader. */
  content: viewContent,
  /** Number of omitted conditions: filters and order by fields the reader may not see. */
  left_out: z.int(),
  /** Priorities for which the list opens with this view. */
  default_for: z.array(z.literal(priorities)),
  version: z.int(),
  may: mayChange,
})
export type View = z.output<typeof view>

export const views = z.strictObject({
  /** Lists that support views for the caller. */
  lists: z.array(z.string()),
  values: z.array(view),
  /** List → the view it starts with by the caller's own choice, or null for none. */
  chosen: z.record(z.string(), z.nullable(z.guid())),
})
export type Views = z.output<typeof views>

export const viewList = defineCall({
  method: 'GET',
  path: '/api/v1/chedoxem',
  may: 'any',
  summary: 'The views of all lists that the caller may read: own ones, those of the unit, those of everybody',
  input: z.object({}),
  answer: views,
})
