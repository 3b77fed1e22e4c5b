/** Hides look-ups that the user may not use; the server checks again. */
import type { Call } from '#kit/contract/call.ts'
import { useCan } from '#kit/web/session.ts'

/** Whether the signed-in actor may send `call`. */
export function useMayAsk(): (call: Pick<Call, 'may'>) => boolean {
  const can = useCan()
  return ({ may }) => may === 'public' || can(may)
}
