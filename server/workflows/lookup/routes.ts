/** Routes of the look-ups; a GET runs without a transaction, so none is open while the carrier is asked. */
import * as calls from '../../../contract/workflows/lookup.ts'
import { handle } from '../../kit/call.ts'
import type { House } from '../../kit/handle.ts'
import { readLimits } from './limits.ts'
import { lookUp9279 } from './look-up-9279.ts'
import { lookUpBalance } from './look-up-balance.ts'
import { lookUpHistory } from './look-up-history.ts'
import { lookUpInfo } from './look-up-info.ts'
import { lookUpMessages999 } from './look-up-messages999.ts'
import { lookUpPackage } from './look-up-package.ts'

/** Registers the calls of this workflow. */
export function serveLookup(house: House): void {
  handle(house, calls.lookupLimits, (ctx) => readLimits(ctx))
  handle(house, calls.lookupPackage, (ctx, input) => lookUpPackage(input, ctx))
  handle(house, calls.lookupBalance, (ctx, input) => lookUpBalance(input, ctx))
  handle(house, calls.lookupInfo, (ctx, input) => lookUpInfo(input, ctx))
  handle(house, calls.lookupHistory, (ctx, input) => lookUpHistory(input, ctx))
  handle(house, calls.lookup9279, (ctx, input) => lookUp9279(input, ctx))
  handle(house, calls.lookupMessages999, (ctx, input) => lookUpMessages999(input, ctx))
}
