/** Puts on record what a refund partner says of an order, whichever way it comes. */
import sql from 'sql-template-tag'
import { partnerCode } from '../../../contract/refund-states.ts'
import type { OrderState } from '../../gateways/provider/provider.ts'
import type { Ctx } from '../../kit/context.ts'

/** Code of the partner status that a wire status stands for (D2-MAP-50 to 55); 'other' brings its own. */
const codes = {
  received: partnerCode.da_nhan_cho_xu_ly,
  processing: partnerCode.dang_xu_ly,
  completed: partnerCode.hoan_thanh,
  returned: partnerCode.hoan_tien,
} as const

/** Where an order ends; null while it is under way. */
const ends: Readonly<Record<string, 'finished'>> = { completed: 'finished', returned: 'finished' }

/** Notes what `provider` says of its order `id`; what is old changes nothing (D3-PRV-03). Answers whether anything changed. */
export async function noteState(provider: string, id: string, state: OrderState, ctx: Ctx): Promise<boolean> {
  const code = state.status === 'other' ? (state.code ?? codes.processing) : codes[state.status]
  const { sequence, text, paid } = state
  return note({ provider, id, sequence, code, text, paid }, ends[state.status] ?? null, ctx)
}

/** Notes that the partner will not carry the order out: its code and text stand on the request, a person goes on. */
export const noteRefusal = (
  { provider, id }: { provider: string; id: string },
  { code, text }: { code: number; text: string },
  ctx: Ctx,
): Promise<boolean> => note({ provider, id, sequence: 0, paid: 0, code, text }, 'refused', ctx)

type Said = {
  provider: string
  id: string
  sequence: number
  code: number
  text: string
  paid: number | null
}

async function note(said: Said, end: 'finished' | 'refused' | null, ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.query<{ request: string | null }>(sql`
    SELECT note_provider_state(${said.provider}, ${said.id}::uuid, ${said.sequence}, ${said.code}, ${said.text}, ${said.paid}, ${end}) AS request`)
  const request = rows[0]?.request
  if (!request) return false
  ctx.publish('requestrefund')
  return true
}
