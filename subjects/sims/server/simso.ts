/** Overrides of the stock of SIM numbers (D2-SIM). */
import { priceOf, simsFor } from '#subjects/sims/contract/lists/simso.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { saveSims } from './simso/import.ts'
import { searchesBy } from './simso/search.ts'
import { createSim, removeSim, updateSim } from './simso/write.ts'

export const simOverrides: Overrides = {
  searches: searchesBy(priceOf),
  sheetFor: simsFor,
  create: (ctx, raw) => createSim(raw.body, ctx),
  update: (ctx, raw) => updateSim(raw.params.id, raw.body, ctx),
  remove: (ctx, raw) => removeSim(raw.params.id, ctx),
  save: saveSims,
}
