/** Routes of the look-ups; a GET runs without a transaction, so that none is open while the carrier answers. */
import * as calls from '#subjects/registrations/contract/calls/lookup.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { readLimits } from './limits.ts'
import { lookUp9279 } from './look-up-9279.ts'
import { lookUpBalance } from './look-up-balance.ts'
import { lookUpHistory } from './look-up-history.ts'
import { lookUpInfo } from './look-up-info.ts'
import { lookUpMessages999 } from './look-up-messages999.ts'
import { lookUpPackage } from './look-up-package.ts'

export function serveLookup(api: Api): void {
  handle(api, calls.lookupLimits, (ctx) => readLimits(ctx))
  handle(api, calls.lookupPackage, (ctx, input) => lookUpPackage(input, ctx))
  handle(api, calls.lookupBalance, (ctx, input) => lookUpBalance(input, ctx))
  handle(api, calls.lookupInfo, (ctx, input) => lookUpInfo(input, ctx))
  handle(api, calls.lookupHistory, (ctx, input) => lookUpHistory(input, ctx))
  handle(api, calls.lookup9279, (ctx, input) => lookUp9279(input, ctx))
  handle(api, calls.lookupMessages999, (ctx, input) => lookUpMessages999(input, ctx))
}
