/** Stores the state of an order reported by a refund partner, polled or pushed. */
import sql from 'sql-template-tag'
import { partnerCode } from '#subjects/money/contract/refund-states.ts'
import type { OrderState } from '#platform/server/gateways/provider/provider.ts'
import type { Ctx } from '#kit/server/context.ts'

/** Partner status code of each wire status (D2-MAP-50 to 55); 'other' has its own code. */
const codes = {
  received: partnerCode.da_nhan_cho_xu_ly,
  processing: partnerCode.dang_xu_ly,
  completed: partnerCode.hoan_thanh,
  returned: partnerCode.hoan_tien,
} as const

/** Final state of an order; null while it is in progress. */
const ends: Readonly<Record<string, 'finished'>> = { completed: 'finished', returned: 'finished' }

/** Stores the state of order `id` at `provider`; outdated reports change nothing (D3-PRV-03). Returns whether anything changed. */
export async function noteState(provider: string, id: string, state: OrderState, ctx: Ctx): Promise<boolean> {
  const code = state.status === 'other' ? (state.code ?? codes.processing) : codes[state.status]
  const { sequence, text, paid } = state
  return note({ provider, id, sequence, code, text, paid }, ends[state.status] ?? null, ctx)
}

/** Stores the partner's refusal: code and text are written to the request, which a person then handles. */
export const noteRefusal = (
  { provider, id }: { provider: string; id: string },
  { code, text }: { code: number; text: string },
  ctx: Ctx,
): Promise<boolean> => note({ provider, id, sequence: 0, paid: 0, code, text }, 'refused', ctx)

type Report = {
  provider: string
  id: string
  sequence: number
  code: number
  text: string
  paid: number | null
}

async function note(report: Report, end: 'finished' | 'refused' | null, ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.query<{ request: string | null }>(sql`
    SELECT note_provider_state(${report.provider}, ${report.id}::uuid, ${report.sequence}, ${report.code}, ${report.text}, ${report.paid}, ${end}) AS request`)
  const request = rows[0]?.request
  if (!request) return false
  ctx.publish('requestrefund')
  return true
}
