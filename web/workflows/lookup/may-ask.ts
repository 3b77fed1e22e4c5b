/** Hides look-ups that the user may not use; the server checks again. */
import type { Call } from '../../../contract/kit/call.ts'
import { useCan } from '../../kit/session.ts'

/** Whether the signed-in actor may send `call`. */
export function useMayAsk(): (call: Pick<Call, 'may'>) => boolean {
  const can = useCan()
  return ({ may }) => may === 'public' || can(may)
}
